/** What every store promises also while servers are killed and cut off: a write without an answer is the only thing lost. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Random } from '#clock';
import { pause } from '../../tools/etcd-process.ts';
import { History, unexplained } from './checker.ts';
import { inProcess, throughApi, type Client, type MakeClient } from './clients.ts';
import { Lasting } from './lasting.ts';
import { rows, type Shared } from './stores.ts';
import { acknowledged, carriedOut, eventsUntil, follow, keysOf, lastOf, work } from './work.ts';

/** How often each trouble comes there: over HTTP clients wait long. */
const doors: readonly (readonly [string, MakeClient, number])[] = [
  ['in the process', inProcess, 2],
  ['through the API', throughApi, 1],
];

for (const { name, missing, troubles = [], start, end, open } of rows) {
  if (troubles.length === 0) continue;
  describe.skipIf(missing)(`a store ${name}`, () => {
    beforeAll(() => start?.(), 30_000);
    afterAll(() => end?.());

    describe.each(doors)('%s', (_, make, times) => {
      let shared: Shared;
      let clients: Lasting[];
      beforeEach(async () => {
        shared = await open({ isImpatient: true });
        clients = (await Promise.all(shared.servers.map(make))).map((each) => new Lasting(each));
      }, 30_000);
      afterEach(async () => {
        await Promise.all(clients.map((client) => client.close()));
        await shared.close();
      });

      it.each(troubles)(
        'keeps all that was acknowledged through %s',
        async (trouble) => {
          const first = await clients[0]!.revision();
          const history = new History();
          let isOver = false;
          const working = work(clients, history, keysOf('trouble'), {
            isOver: () => isOver,
            steps: 8,
          });
          const following = Promise.all(
            clients.map((client, at) => follow(client, 'trouble', first, new Random(at + 1))),
          );
          // Awaited at the end: a failure before it is the one to report.
          following.catch(() => undefined);
          try {
            for (let time = 0; time < times; time++) {
              const next = await shared.troubles![trouble]!(() => clients[0]!.end());
              if (next) clients[0]!.replace(await make(next));
              await Promise.all(clients.map(works));
            }
          } finally {
            isOver = true;
          }
          await working;
          const last = (await clients[0]!.write(lastOf('trouble'), 'last', 0))!;
          const whole = await eventsUntil(clients[0]!, first, last);
          const late = carriedOut(history, whole);
          expect(whole.map(({ revision }) => revision)).toEqual(
            [...acknowledged(history), ...late.map(({ revision }) => revision), last].sort(
              (one, other) => one - other,
            ),
          );
          expect(unexplained([...history.calls, ...late])).toEqual([]);
          for (const events of await following) expect(events).toEqual(whole);
          expect(history.failures).toBeGreaterThan(0);
          expect(history.calls.length).toBeGreaterThan(30);
        },
        60_000,
      );
    });
  });
}

/** Resolves once a server answers again. */
async function works(client: Client): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    try {
      await client.read('any');
      return;
    } catch {
      await pause(50);
    }
  }
  throw new Error('the server does not work again');
}
