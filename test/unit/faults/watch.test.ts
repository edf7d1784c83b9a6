import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random, VirtualClock } from '#clock';
import { ConnectionCut, Faults, FaultyWatch, readFault, type Target } from '#faults';
import type { KubeObject } from '#values';
import type { ChangeEvent, WatchGate } from '#request';
import { lastStates, Withheld } from '../../../src/faults/withheld.ts';

type Events = readonly ChangeEvent[];

/** A watch that delivers what a test sends, as the API's does. */
class Source {
  gate: WatchGate = (events) => events;
  readonly #waiting: ((events: Events) => void)[] = [];
  readonly #sent: Events[] = [];
  isStopped = false;

  send(...events: Events): void {
    const wake = this.#waiting.shift();
    if (wake === undefined) this.#sent.push(events);
    else wake(events);
  }

  async next(): Promise<Events> {
    const sent = this.isStopped ? [] : this.#sent.shift();
    return this.gate(sent ?? (await new Promise<Events>((resolve) => this.#waiting.push(resolve))));
  }

  stop(): void {
    this.isStopped = true;
    for (const wake of this.#waiting.splice(0)) wake([]);
  }
}

const event = (
  type: ChangeEvent['type'],
  name: string,
  version: number,
  uid = name,
): ChangeEvent => {
  const metadata = { name, namespace: 'default', uid, resourceVersion: String(version) };
  return { type, object: { metadata } as KubeObject };
};
const short = ({ type, object: { metadata, ...rest } }: ChangeEvent): string =>
  [type[0], metadata.name, metadata.resourceVersion, ...Object.keys(rest)].join(' ');

class Rig {
  readonly clock = new VirtualClock({ start: 0 });
  readonly faults = new Faults({
    clock: this.clock,
    random: new Random(1),
    revision: () => 1,
    drivers: [],
  });
  readonly source = new Source();
  readonly seen: string[] = [];
  readonly target: Target = {
    client: { user: 'jane' },
    ...{ verb: 'watch', group: '', resource: 'pods', kind: 'Pod', subresource: '' },
    ...{ namespace: '', name: '', resourceVersion: '7' },
  };
  watch!: FaultyWatch;

  inject(value: object): void {
    const { fault, problems } = readFault(value);
    expect(problems).toEqual([]);
    this.faults.inject(fault!);
  }

  /** Reads all that comes, to the end. */
  read(): this {
    const { source, target, faults } = this;
    const open = (gate: WatchGate): Source => Object.assign(source, { gate });
    const merge = (object: KubeObject, patch: object): KubeObject => ({ ...object, ...patch });
    this.watch = new FaultyWatch({ open, target, faults, breaks: true, hold: 'test', merge });
    const follow = async (): Promise<void> => {
      for (;;) {
        const events = await this.watch.next();
        if (events.length === 0) break;
        this.seen.push(...events.map(short));
      }
      this.seen.push('end');
    };
    follow().catch((error: unknown) => {
      if (error instanceof ConnectionCut)
        this.seen.push(`cut ${error.event && short(error.event)}`);
      else this.seen.push((error as Error).message);
    });
    return this;
  }

  /** Sends each as a batch of its own. */
  async send(...events: readonly ChangeEvent[]): Promise<void> {
    for (const each of events) this.source.send(each);
    await this.clock.advanceBy(0);
  }
}

const three = [event('ADDED', 'a', 8), event('ADDED', 'b', 9), event('MODIFIED', 'a', 10)];
const whole = ['A a 8', 'A b 9', 'M a 10'];

describe('a watch', () => {
  it.each<[string, object, readonly string[]]>([
    ['nothing', { watch: 'drop', match: { resource: 'nodes' } }, whole],
    ['duplicate', { watch: 'duplicate' }, ['A a 8', 'A a 8', 'A b 9', 'A b 9', 'M a 10', 'M a 10']],
    [
      'duplicate one',
      { watch: 'duplicate', match: { name: 'b' } },
      ['A a 8', 'A b 9', 'A b 9', 'M a 10'],
    ],
    ['drop', { watch: 'drop' }, ['end']],
    ['drop at an object', { watch: 'drop', match: { name: 'b' } }, ['A a 8', 'end']],
    [
      'drop at an event',
      { watch: 'drop', from: 2, match: { name: 'a' } },
      ['A a 8', 'A b 9', 'end'],
    ],
    ['reset in an object', { watch: 'reset', match: { name: 'b' } }, ['A a 8', 'cut A b 9']],
    ['expire', { watch: 'expire' }, ['too old resource version: 7 (8)']],
    ['silence', { watch: 'silence', match: { name: 'b' } }, ['A a 8']],
    ['stall', { watch: 'stall', match: { name: 'b' } }, ['A a 8']],
    ['delay', { watch: { delay: '5s' }, match: { name: 'b' } }, ['A a 8']],
    ['coalesce', { watch: { coalesce: '5s' } }, []],
    ['gather', { watch: 'gather', match: { name: 'b' } }, ['A a 8']],
  ])('%s', async (_, fault, seen) => {
    for (const isLate of [false, true]) {
      const rig = new Rig();
      if (!isLate) rig.inject(fault);
      rig.read();
      await rig.send();
      // As a fault that comes while the watch waits.
      if (isLate) rig.inject(fault);
      await rig.send(...three);
      expect(rig.seen).toEqual(seen);
    }
  });

  it.each<[string, object, readonly string[]]>([
    ['stall', { watch: 'stall', for: '10s' }, whole],
    ['a stall of one watch', { watch: 'stall', times: 1, for: '10s' }, whole],
    ['delay', { watch: { delay: '10s' } }, whole],
    ['delay of one', { watch: { delay: '10s' }, match: { name: 'b' } }, whole],
    ['coalesce', { watch: { coalesce: '10s' } }, ['A b 9', 'A a 10']],
    ['gather', { watch: 'gather', for: '10s' }, ['A b 9', 'A a 10']],
    ['gather from one on', { watch: 'gather', match: { name: 'b' }, for: '10s' }, whole],
    ['silence', { watch: 'silence', for: '10s' }, []],
  ])('after 10 s of %s', async (_, fault, seen) => {
    const rig = new Rig();
    rig.inject(fault);
    rig.read();
    await rig.send(...three);
    await rig.clock.advanceTo(9_999);
    expect(rig.seen).not.toEqual(whole);
    await rig.clock.advanceTo(10_001);
    expect(rig.seen).toEqual(seen);
  });

  it('is let go when a stall is lifted, and passes on again', async () => {
    const rig = new Rig();
    rig.inject({ name: 'stall', watch: 'stall' });
    rig.read();
    await rig.send(...three);
    rig.faults.lift('stall');
    await rig.send(event('DELETED', 'a', 11));
    expect(rig.seen).toEqual([...whole, 'D a 11']);
    rig.watch.stop();
    await rig.send();
    expect(rig.seen.at(-1)).toBe('end');
    expect(rig.source.isStopped).toBe(true);
  });

  it('sends no bookmark past what it withholds', async () => {
    const rig = new Rig().read();
    expect(rig.watch.bookmark(50)).toBe(50);
    rig.inject({ name: 'back', bookmarks: 'regress', times: 1 });
    expect(rig.watch.bookmark(50)).toBe(40);
    expect(rig.watch.bookmark(50)).toBe(50);
    rig.inject({ bookmarks: 'withhold', times: 1 });
    expect(rig.watch.bookmark(50)).toBeUndefined();
    rig.inject({ watch: { delay: '5s' }, times: 1 });
    await rig.send(event('ADDED', 'a', 8));
    expect(rig.watch.bookmark(50)).toBeUndefined();
  });

  it('sends a bookmark when a fault asks for one, once', () => {
    const rig = new Rig();
    rig.inject({ bookmarks: 'now', times: 1 });
    rig.read();
    let sent = 0;
    rig.watch.onBookmark(() => (sent += 1));
    expect(sent).toBe(1);
    rig.inject({ bookmarks: 'now', times: 1 });
    expect(sent).toBe(2);
    rig.inject({ bookmarks: 'withhold', times: 1 });
    expect(sent).toBe(2);
    expect(rig.watch.bookmark(50)).toBeUndefined();
  });

  it('shows objects changed where a fault says so', async () => {
    const rig = new Rig().read();
    const { object } = event('ADDED', 'a', 8);
    rig.inject({ shown: { odd: true }, match: { name: 'a' }, times: 1 });
    expect(rig.watch.shown(object)).toEqual(object);
    await rig.send(...three);
    expect(rig.seen).toEqual(['A a 8 odd', 'A b 9', 'M a 10']);
  });

  it('stays open when it is silent, until it is stopped', async () => {
    const rig = new Rig();
    rig.inject({ watch: 'silence' });
    rig.read();
    await rig.send(three[0]!);
    rig.source.stop();
    await rig.send();
    expect(rig.watch.isSilent).toBe(true);
    expect(rig.seen).toEqual([]);
    rig.watch.stop();
    await rig.send();
    expect(rig.seen).toEqual(['end']);
  });
});

describe('what is withheld', () => {
  const [one, two] = [event('ADDED', 'a', 1), event('ADDED', 'b', 2)];
  const behind = { isBehind: () => true };
  const caughtUp = { isBehind: () => false };
  type Fill = (withheld: Withheld) => void;

  /** When something can be taken, and what can be taken at 10 and at 20. */
  it.each<[string, Fill, number | undefined, readonly string[], readonly string[]]>([
    ['nothing', () => undefined, undefined, [], []],
    ['one that is due', (w) => w.add(one, 10), 10, ['A a 1'], []],
    ['one that is due later', (w) => w.add(one, 11), 11, [], ['A a 1']],
    ['one behind another', (w) => (w.add(one, 20), w.add(two, 10)), 20, [], ['A a 1', 'A b 2']],
    ['of a replica that lags', (w) => w.add(one, 10, behind), undefined, [], []],
    ['of a replica that has it now', (w) => w.add(one, 10, caughtUp), 10, ['A a 1'], []],
    [
      'of a replica that has it now, but later',
      (w) => w.add(one, 20, caughtUp),
      ...([20, [], ['A a 1']] as const),
    ],
    [
      'one before a replica that lags',
      (w) => (w.add(one, 10), w.add(two, 10, behind)),
      ...([10, ['A a 1'], []] as const),
    ],
    ['gathered', (w) => (w.open(20), w.add(one, 5)), 20, [], ['A a 1']],
    ['gathered, with nothing in it', (w) => w.open(20), 20, [], []],
    [
      'gathered, until the first end',
      (w) => (w.open(20), w.open(30), w.add(one, 5)),
      20,
      [],
      ['A a 1'],
    ],
    ['gathered without an end', (w) => (w.open(Infinity), w.add(one, 5)), undefined, [], []],
    [
      'gathered until it was closed',
      (w) => (w.open(Infinity), w.add(one, 5), w.close(15)),
      ...([15, [], ['A a 1']] as const),
    ],
    [
      'gathered with an end, which stays',
      (w) => (w.open(20), w.add(one, 5), w.close(3)),
      20,
      [],
      ['A a 1'],
    ],
    [
      'gathered, the second of a replica that lags',
      (w) => (w.open(10), w.add(one, 5), w.add(two, 5, behind)),
      ...([10, ['A a 1'], []] as const),
    ],
  ])('%s', (what, fill, nextDue, at10, at20) => {
    const withheld = new Withheld();
    expect(withheld.isEmpty).toBe(true);
    fill(withheld);
    expect(withheld.isEmpty).toBe(what === 'nothing');
    expect(withheld.nextDue).toBe(nextDue);
    expect(withheld.takeDue(10).map(short)).toEqual(at10);
    expect(withheld.takeDue(20).map(short)).toEqual(at20);
  });
});

describe('the last states of objects', () => {
  it.each<[readonly ChangeEvent[], readonly string[]]>([
    [[event('ADDED', 'a', 1), event('DELETED', 'a', 2)], []],
    [[event('MODIFIED', 'a', 1), event('MODIFIED', 'a', 2)], ['M a 2']],
    [[event('MODIFIED', 'a', 1), event('DELETED', 'a', 2)], ['D a 2']],
    [
      [event('DELETED', 'a', 1, 'x'), event('ADDED', 'a', 2, 'y')],
      ['D a 1', 'A a 2'],
    ],
  ])('of %j', (events, seen) => {
    expect(lastStates(events).map(short)).toEqual(seen);
  });

  it('lead a reader to the same state', () => {
    const names = ['a', 'b', 'c'];
    fc.assert(
      fc.property(
        fc.array(fc.nat(2), { maxLength: 30 }),
        fc.infiniteStream(fc.boolean()),
        (picks, ends) => {
          const present = new Map<string, number>();
          const events = picks.map((pick, index) => {
            const name = names[pick]!;
            const isThere = present.has(name);
            const isEnd = isThere && ends.next().value === true;
            if (isEnd) present.delete(name);
            else present.set(name, index);
            return event(isEnd ? 'DELETED' : isThere ? 'MODIFIED' : 'ADDED', name, index);
          });
          const seen = new Map<string, number>();
          for (const { type, object } of lastStates(events)) {
            const { name, resourceVersion } = object.metadata;
            if (type === 'DELETED') seen.delete(name);
            else seen.set(name, Number(resourceVersion));
          }
          expect(seen).toEqual(present);
        },
      ),
    );
  });
});
