/** What the clients of the contract do: they write over what they have read, and follow what is written. */
import { expect } from 'vitest';
import { Random } from '#clock';
import type { Call, History, Unanswered } from './checker.ts';
import type { Client, Event } from './clients.ts';

/** Each test has keys of its own. */
export const keysOf = (test: string): readonly string[] =>
  ['x', 'y', 'z'].map((key) => `${test}-${key}`);
/** Of a test: what is written last. */
export const lastOf = (test: string): string => `${test}-last`;

/** On all servers together. */
const clientCount = 6;
const usualSteps = 25;

export interface Working {
  /** Clients continue until it says so, and then take these steps. Default: at once, and 25 steps. */
  readonly isOver?: () => boolean;
  readonly steps?: number;
}

/** Clients write over what they have read, and read. Calls may fail. */
export async function work(
  clients: readonly Client[],
  history: History,
  keys: readonly string[],
  { isOver = () => true, steps = usualSteps }: Working = {},
): Promise<void> {
  const random = new Random(1);
  const one = async (client: Client, name: string): Promise<void> => {
    const chance = random.stream(name);
    const known = new Map<string, number>();
    let left = steps;
    for (let step = 0; left > 0; step++) {
      if (isOver()) left--;
      const key = keys[chance.int(keys.length)]!;
      const expected = known.get(key) ?? 0;
      const isWrite = known.has(key) && chance.int(4) > 0;
      const mark = expected > 0 && chance.int(4) === 0 ? undefined : `${name}.${step}`;
      // Only an answer says what is there now.
      known.delete(key);
      await history.attempt(key, isWrite ? { expected, mark } : undefined, async () => {
        if (!isWrite) {
          const read = await client.read(key);
          known.set(key, read?.revision ?? 0);
          return { read };
        }
        const revision = await client.write(key, mark, expected);
        if (revision !== undefined) known.set(key, mark === undefined ? 0 : revision);
        return { expected, mark, revision };
      });
    }
  };
  await Promise.all(
    Array.from({ length: clientCount }, (_, n) => one(clients[n % clients.length]!, `c${n}`)),
  );
}

/**
 * Follows all changes until the last one of the test, by watches, each of which is given up after a few.
 * @param test the name of the test
 */
export async function follow(
  client: Client,
  test: string,
  start: number,
  random: Random,
): Promise<readonly Event[]> {
  const chance = random.stream('follow');
  const events: Event[] = [];
  let at = start;
  for (;;) {
    const watch = client.watch(at);
    const enough = events.length + 1 + chance.int(6);
    while (events.length < enough) {
      const event = await watch.next();
      if (event === undefined) break;
      // A bookmark says that nothing before it is missing: one may begin there.
      expect(event.revision).toBeGreaterThanOrEqual(at);
      at = event.revision;
      if (event.type !== 'bookmark') events.push(event);
      if (event.key === lastOf(test)) {
        watch.stop();
        return events;
      }
    }
    watch.stop();
  }
}

/** What a fresh watch shows. */
export async function eventsUntil(
  client: Client,
  start: number,
  end: number,
): Promise<readonly Event[]> {
  const watch = client.watch(start);
  const events: Event[] = [];
  for (let at = start; at < end;) {
    const event = await watch.next();
    if (event === undefined) break;
    at = event.revision;
    if (event.type !== 'bookmark') events.push(event);
  }
  watch.stop();
  return events;
}

/** The revisions of the writes that were acknowledged, in their order. */
export function acknowledged({ calls }: History): readonly number[] {
  return calls
    .flatMap((call) => ('revision' in call ? (call.revision ?? []) : []))
    .sort((one, other) => one - other);
}

/** The writes without an answer that were carried out after all, by what watches have shown. */
export function carriedOut(
  history: History,
  events: readonly Event[],
): readonly (Call & { readonly revision: number })[] {
  const known = new Set(acknowledged(history));
  return history.unanswered.flatMap((write) => {
    const event = events.find((each) => !known.has(each.revision) && isOf(each, write, events));
    if (event === undefined) return [];
    known.add(event.revision);
    return [{ ...write, revision: event.revision, ended: Infinity }];
  });
}

function isOf(event: Event, { key, expected, mark }: Unanswered, all: readonly Event[]): boolean {
  if (event.key !== key) return false;
  if (mark !== undefined) return event.type !== 'deleted' && event.mark === mark;
  // A deletion shows what it has deleted.
  const deleted = all.find(({ revision }) => revision === expected);
  return event.type === 'deleted' && event.mark === deleted?.mark;
}
