/** One client's watch: what is written when, how it ends, and when bookmarks are sent. */
import { describe, expect, it, test } from 'vitest';
import { ConnectionCut } from '#faults';
import { ApiError } from '#values';
import { configMap, defaultProfile } from '#kinds';
import { KindRegistry } from '#catalog';
import { ServedKinds } from '../../../src/server/exchange/served-kinds.ts';
import { OpenWatches } from '../../../src/server/watch/open-watches.ts';
import {
  WatchSession,
  type SessionOptions,
  type Watched,
} from '../../../src/server/watch/session.ts';
import { microtasks } from '../../support/fake-clock.ts';

test.each([true, false])(
  'lets others have their turn between many writes (room: %s)',
  async (hasRoom) => {
    const events = Array.from({ length: 2_000 }, () => ({ type: 'ADDED', object: {} }));
    const batches = [events, []];
    const order: string[] = [];
    const session = new WatchSession({
      watch: { next: () => Promise.resolve(batches.shift()!), stop: () => undefined },
      writer: { batch: (some: unknown[]) => Buffer.alloc(some.length) },
      sink: {
        write: (bytes: Buffer) => {
          order.push(String(bytes.length));
          return hasRoom;
        },
        drained: () => Promise.resolve(),
        end: () => order.push('end'),
      },
      timers: {
        after: () => () => undefined,
        turn: () => {
          order.push('turn');
          return Promise.resolve();
        },
      },
      open: new OpenWatches(),
      timeoutSeconds: 60,
      onDefect: (error: unknown) => expect.unreachable(String(error)),
    } as unknown as SessionOptions);
    await session.run();
    expect(order).toEqual(
      [...Array.from({ length: 8 }, () => ['250', 'turn']), 'turn', 'end'].flat(),
    );
  },
);

type Batch = Awaited<ReturnType<Watched['next']>>;

const served = new ServedKinds(new KindRegistry(defaultProfile)).formOf(configMap);
const event = (resourceVersion: string) => ({
  ...{ type: 'ADDED', object: { metadata: { name: 'a', resourceVersion } } },
});

/** A session whose events come when the test gives them, and whose timers fire when it says so. */
function rig(options: Partial<SessionOptions> = {}, watch: Partial<Watched> = {}) {
  const log: string[] = [];
  const timers: { readonly at: number; readonly run: () => void }[] = [];
  let now = 0;
  let give: (batch: Batch) => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const open = new OpenWatches();
  const session = new WatchSession({
    watch: {
      next: () =>
        new Promise<Batch>((resolve, reject) => {
          [give, fail] = [resolve, reject];
        }),
      stop() {
        log.push('stop');
        give([]);
      },
      ...watch,
    },
    served,
    writer: {
      batch: (events) => Buffer.from(`batch ${events.length}`),
      single: (type, object) => Buffer.from(`${type} ${JSON.stringify(object)}`),
    },
    sink: {
      write: (bytes) => log.push(String(bytes)) > 0,
      drained: () => Promise.resolve(),
      end: () => void log.push('end'),
      cut: (bytes) => void log.push(`cut ${String(bytes)}`),
    },
    timers: {
      after(ms, run) {
        const timer = { at: now + ms, run };
        timers.push(timer);
        return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1));
      },
      turn: () => Promise.resolve(),
    },
    open,
    onDefect: (error) => log.push(`defect: ${(error as Error).message}`),
    timeoutSeconds: 300,
    ...options,
  });
  const run = session.run();
  return {
    ...{ session, run, log, open, timers },
    async give(batch: readonly object[]) {
      give(batch as Batch);
      await microtasks(20);
    },
    fail: (error: unknown) => fail(error),
    /** Fires what is due until then, in order. */
    async pass(until: number) {
      for (;;) {
        timers.sort((a, b) => a.at - b.at);
        if (timers[0] === undefined || timers[0].at > until) break;
        const { at, run: fire } = timers.shift()!;
        now = at;
        log.push(`${at / 1000} s`);
        fire();
        await microtasks(20);
      }
    },
  };
}

describe('a watch', () => {
  it('writes what comes, and ends with its time', async () => {
    const { give, pass, run, session, log, open, timers } = rig();
    expect([session.kind, open.size, [...open][0]]).toEqual([configMap, 1, session]);
    expect(session.run()).toBe(run);
    await give([event('1'), event('2')]);
    await pass(299_999);
    expect(log).toEqual(['batch 2']);
    await pass(300_000);
    await run;
    expect(log).toEqual(['batch 2', '300 s', 'stop', 'end']);
    expect([open.size, timers]).toEqual([0, []]);
  });

  it('that a fault keeps silent has no end of its own', async () => {
    const { pass, log, session, run } = rig({}, { isSilent: true });
    await pass(1_000_000);
    expect(log).toEqual(['300 s']);
    await session.end();
    await run;
    expect(log.at(-1)).toBe('end');
  });

  it.each<[string, unknown, readonly string[]]>([
    [
      'an error of the API',
      new ApiError(410, 'Expired', 'too old'),
      [expect.stringMatching(/^ERROR .*"too old".*"code":410/) as string, 'end'],
    ],
    [
      'a defect',
      new TypeError('oops'),
      ['defect: oops', expect.stringMatching(/^ERROR .*oops.*"code":500/) as string, 'end'],
    ],
    ['a cut before an event', new ConnectionCut(undefined), ['cut ']],
    ['a cut within an event', new ConnectionCut(event('3') as never), ['cut bat']],
  ])('is ended by %s', async (_, error, expected) => {
    const { fail, run, log, open, timers } = rig();
    fail(error);
    await run;
    expect(log).toEqual(expected);
    expect([open.size, timers]).toEqual([0, []]);
  });

  it('waits for a client that is slow', async () => {
    let room: () => void = () => undefined;
    const seen: string[] = [];
    const { give } = rig({
      sink: {
        write: (bytes: Buffer) => seen.push(String(bytes)) === 0,
        drained: () => new Promise<void>((resolve) => (room = resolve)),
        end: () => undefined,
        cut: () => undefined,
      },
    });
    await give(Array.from({ length: 251 }, () => event('1')));
    expect(seen).toEqual(['batch 250']);
    room();
    await give([]);
    expect(seen).toEqual(['batch 250', 'batch 1']);
  });

  it('tells those outside what its client has', async () => {
    const told: string[] = [];
    const outside = {
      busy: () => told.push('busy'),
      idle: () => told.push('idle'),
      written: (revision: number) => told.push(String(revision)),
      close: (isByServer: boolean) => told.push(`close ${isByServer}`),
    } as unknown as SessionOptions['outside'];
    const first = rig({ outside });
    await first.give([event('2'), event('10'), event('9')]);
    await first.give([]);
    await first.run;
    expect(told.splice(0)).toEqual(['busy', '10', 'idle', 'close false']);
    const second = rig({ outside });
    await second.session.end();
    expect(told.splice(0)).toEqual(['close true']);
    const third = rig({ outside });
    third.fail(new ApiError(410, 'Expired', ''));
    await third.run;
    expect(told).toEqual(['close true']);
  });
});

describe('bookmarks', () => {
  const revision = () => 7;
  const bookmark = (at: number): string =>
    `BOOKMARK ${JSON.stringify({
      metadata: { resourceVersion: String(at), creationTimestamp: null },
      ...{ kind: 'ConfigMap', apiVersion: 'v1' },
    })}`;
  const at = (log: readonly string[]): readonly string[] =>
    log.flatMap((each, index) => (each.startsWith('BOOKMARK') ? [log[index - 1]!] : []));

  it.each([
    [2, []],
    [3, ['1 s']],
    [62, ['60 s']],
    [63, ['60 s', '61 s']],
    [200, ['60 s', '120 s', '180 s', '198 s']],
  ])('of a watch of %s s come every minute and before its end: %s', async (seconds, times) => {
    const { pass, log } = rig({ revision, timeoutSeconds: seconds });
    await pass(seconds * 1000);
    expect(at(log)).toEqual(times);
    for (const each of log.filter((line) => line.startsWith('BOOKMARK'))) {
      expect(each).toBe(bookmark(7));
    }
  });

  it('are not sent to clients that do not want them', async () => {
    const { pass, log } = rig();
    await pass(300_000);
    expect(at(log)).toEqual([]);
  });

  it('are not sent while there are events to be sent', async () => {
    let room: () => void = () => undefined;
    const { give, pass, log } = rig({
      ...{ revision, timeoutSeconds: 100 },
      sink: {
        write: (bytes: Buffer) => log.push(String(bytes)) === 0,
        drained: () => new Promise<void>((resolve) => (room = resolve)),
        end: () => undefined,
        cut: () => undefined,
      },
    });
    await give([event('1')]);
    await pass(60_000);
    expect(log).toEqual(['batch 1', '60 s']);
    room();
    await microtasks(20);
    await pass(98_000);
    expect(at(log)).toEqual(['98 s']);
  });

  it.each([
    [undefined, []],
    [5, [bookmark(5)]],
  ])('name the version that the watch says: %s', async (named, expected) => {
    let send: () => void = () => undefined;
    const watch = { bookmark: () => named, onBookmark: (now: () => void) => void (send = now) };
    const { log } = rig({ revision }, watch);
    send();
    expect(log).toEqual(expected);
  });

  it('are shown as the watch shows objects', () => {
    let send: () => void = () => undefined;
    const watch: Partial<Watched> = {
      shown: ({ kind }) => ({ kind }) as never,
      onBookmark: (now) => void (send = now),
    };
    const { log } = rig({ revision }, watch);
    send();
    expect(log).toEqual(['BOOKMARK {"kind":"ConfigMap"}']);
  });

  it('that cannot be written end the watch', async () => {
    const single = (): never => {
      throw new Error('oops');
    };
    const { pass, log, run } = rig({ revision, writer: { batch: () => Buffer.alloc(0), single } });
    await pass(60_000);
    await run;
    expect(log).toEqual(['60 s', 'defect: oops', 'stop', 'end']);
  });
});

it('all end together', async () => {
  const open = new OpenWatches();
  const ended: string[] = [];
  const watch = (name: string) => ({
    kind: configMap as never,
    end: () => Promise.resolve().then(() => void ended.push(name)),
  });
  const [a, b] = [watch('a'), watch('b')];
  for (const each of [a, b, watch('c')]) open.add(each);
  open.delete(b);
  expect(open.size).toBe(2);
  await open.endAll();
  expect(ended).toEqual(['a', 'c']);
});
