/** What every store promises its clients, in the process and over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '#clock';
import { anyStoreContract } from './any-store.ts';
import { History, unexplained } from './checker.ts';
import { inProcess, throughApi, type Client, type Event, type MakeClient } from './clients.ts';
import { rows, type Shared } from './stores.ts';

const doors: readonly (readonly [string, MakeClient])[] = [
  ['in the process', inProcess],
  ['through the API', throughApi],
];
/** Each test has keys of its own. */
const keysOf = (test: string): readonly string[] => ['x', 'y', 'z'].map((key) => `${test}-${key}`);
/** Of a test: what is written last. */
const lastOf = (test: string): string => `${test}-last`;
/** On all servers together. */
const clientCount = 6;
const steps = 25;

for (const row of rows) {
  describe.skipIf(row.missing)(`a store ${row.name}`, () => {
    beforeAll(() => row.start?.(), 30_000);
    afterAll(() => row.end?.());

    describe.each(doors)('%s', (_, make) => {
      let shared: Shared;
      let clients: Client[];
      beforeAll(async () => {
        shared = await row.open();
        clients = await Promise.all(shared.servers.map(make));
      }, 30_000);
      afterAll(async () => {
        await Promise.all(clients.map((client) => client.close()));
        await shared.close();
      });

      it('gives all clients one history', async () => {
        const history = new History();
        const stop = shared.hinder?.();
        try {
          await work(clients, history, keysOf('history'));
        } finally {
          await stop?.();
        }
        expect(unexplained(history.calls)).toEqual([]);
        const written = history.calls.filter((call) => 'revision' in call && call.revision);
        expect(written.length).toBeGreaterThan(10);
        expect(history.calls.some((call) => 'revision' in call && !call.revision)).toBe(true);
      }, 60_000);

      it('shows each watch each change once, in order, wherever it begins again', async () => {
        const start = await clients[0]!.revision();
        const writes = new History();
        const following = clients.map((client, at) => follow(client, start, new Random(at + 1)));
        await work(clients, writes, keysOf('watch'));
        const end = (await clients[0]!.write(lastOf('watch'), 'last', 0))!;
        const seen = await Promise.all(following);
        const whole = await eventsUntil(clients[0]!, start, end);
        expect(whole.map(({ revision }) => revision)).toEqual([
          ...writes.calls
            .flatMap((call) => ('revision' in call ? (call.revision ?? []) : []))
            .sort((one, other) => one - other),
          end,
        ]);
        for (const events of seen) expect(events).toEqual(whole);
        for (const { revision } of whole.filter((__, n) => n % 20 === 0)) {
          const rest = whole.filter((event) => event.revision > revision);
          expect(await eventsUntil(clients.at(-1)!, revision, end)).toEqual(rest);
        }
        const marks = new Map<string, string>();
        for (const { type, key, mark } of whole) {
          expect(type === 'created').toBe(!marks.has(key));
          if (type === 'deleted') marks.delete(key);
          else marks.set(key, mark);
        }
        for (const key of keysOf('watch')) {
          expect((await clients.at(-1)!.read(key))?.mark).toBe(marks.get(key));
        }
      }, 60_000);

      it('has all of it after a restart: objects, and watches from where they were', async () => {
        if (shared.reopen === undefined) return;
        const start = await clients[0]!.revision();
        const keys = keysOf('restart');
        await work(clients, new History(), keys);
        const end = (await clients[0]!.write(lastOf('restart'), 'last', 0))!;
        const before = await eventsUntil(clients[0]!, start, end);
        const held = await Promise.all(keys.map((key) => clients[0]!.read(key)));
        await Promise.all(clients.map((client) => client.close()));
        clients = [await make(await shared.reopen())];
        expect(await eventsUntil(clients[0]!, start, end)).toEqual(before);
        expect(await Promise.all(keys.map((key) => clients[0]!.read(key)))).toEqual(held);
        const { revision } = held[0] ?? { revision: 0 };
        expect(await clients[0]!.write(keys[0]!, 'later', revision)).toBeGreaterThan(end);
      }, 60_000);
    });

    // Last: it compacts, and a server that starts then may know less of the past.
    anyStoreContract(async () => {
      const { servers, close } = await row.open(1);
      return { store: servers[0]!.store, close };
    });
  });
}

/** Clients write over what they have read, and read. */
async function work(
  clients: readonly Client[],
  history: History,
  keys: readonly string[],
): Promise<void> {
  const random = new Random(1);
  const one = async (client: Client, name: string): Promise<void> => {
    const chance = random.stream(name);
    const known = new Map<string, number>();
    for (let step = 0; step < steps; step++) {
      const key = keys[chance.int(keys.length)]!;
      const expected = known.get(key) ?? 0;
      const isWrite = known.has(key) && chance.int(4) > 0;
      const mark = expected > 0 && chance.int(4) === 0 ? undefined : `${name}.${step}`;
      await history.call(key, async () => {
        if (!isWrite) {
          const read = await client.read(key);
          known.set(key, read?.revision ?? 0);
          return { read };
        }
        const revision = await client.write(key, mark, expected);
        if (revision === undefined) known.delete(key);
        else known.set(key, mark === undefined ? 0 : revision);
        return { expected, mark, revision };
      });
    }
  };
  await Promise.all(
    Array.from({ length: clientCount }, (_, n) => one(clients[n % clients.length]!, `c${n}`)),
  );
}

/** Follows all changes by watches, each of which is given up after a few. */
async function follow(client: Client, start: number, random: Random): Promise<readonly Event[]> {
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
      if (event.key === lastOf('watch')) return events;
    }
    watch.stop();
  }
}

/** What a fresh watch shows. */
async function eventsUntil(client: Client, start: number, end: number): Promise<readonly Event[]> {
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
