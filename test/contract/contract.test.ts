/** What every store promises its clients, in the process and over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '#clock';
import { anyStoreContract } from './any-store.ts';
import { History, unexplained } from './checker.ts';
import { inProcess, throughApi, type Client, type MakeClient } from './clients.ts';
import { rows, type Shared } from './stores.ts';
import { acknowledged, eventsUntil, follow, keysOf, lastOf, work } from './work.ts';

const doors: readonly (readonly [string, MakeClient])[] = [
  ['in the process', inProcess],
  ['through the API', throughApi],
];

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
        expect(history.failures).toBe(0);
        expect(unexplained(history.calls)).toEqual([]);
        const written = history.calls.filter((call) => 'revision' in call && call.revision);
        expect(written.length).toBeGreaterThan(10);
        expect(history.calls.some((call) => 'revision' in call && !call.revision)).toBe(true);
      }, 60_000);

      it('shows each watch each change once, in order, wherever it begins again', async () => {
        const start = await clients[0]!.revision();
        const writes = new History();
        const following = clients.map((client, at) =>
          follow(client, 'watch', start, new Random(at + 1)),
        );
        await work(clients, writes, keysOf('watch'));
        expect(writes.failures).toBe(0);
        const end = (await clients[0]!.write(lastOf('watch'), 'last', 0))!;
        const seen = await Promise.all(following);
        const whole = await eventsUntil(clients[0]!, start, end);
        expect(whole.map(({ revision }) => revision)).toEqual([...acknowledged(writes), end]);
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
      const { servers, close } = await row.open({ most: 1 });
      return { store: servers[0]!.store, close };
    });
  });
}
