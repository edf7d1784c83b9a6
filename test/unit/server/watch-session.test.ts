import { expect, test } from 'vitest';
import { OpenWatches } from '../../../src/server/watch/open-watches.ts';
import { WatchSession, type SessionOptions } from '../../../src/server/watch/session.ts';

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
