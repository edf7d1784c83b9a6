import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machineTimers } from '#clock';
import { openData } from '#durable';
import { MemoryStore } from '#store';
import { FakeClock } from '../../support/fake-clock.ts';
import { anyStoreContract } from './any-store.ts';

anyStoreContract('the memory store', () => {
  const store = new MemoryStore({ clock: new FakeClock(), freeze: true });
  return { store, close: () => store.close() };
});

anyStoreContract('a store whose writes are kept on disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-any-store-'));
  const data = await openData(folder, {
    ...{ durability: 'relaxed', turn: machineTimers().turn },
    onFailure(error) {
      throw error;
    },
  });
  const store = new MemoryStore({ clock: new FakeClock(), journal: data });
  data.loadInto(store);
  return {
    store,
    async close() {
      store.close();
      await data.close();
      rmSync(folder, { recursive: true });
    },
  };
});
