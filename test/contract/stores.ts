/** The stores that must keep the contract: one row for each. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machineTimers, VirtualClock } from '#clock';
import { openData } from '#durable';
import { MemoryStore, type Store } from '#store';
import { etcdMissing, pause, startEtcd, type EtcdProcess } from '../../tools/etcd-process.ts';
import { storeRig } from '../unit/etcd/rig.ts';

/** A server's store. */
export interface Served {
  readonly store: Store;
  readonly clock: VirtualClock;
  /** What is acknowledged waits for it. */
  readonly kept?: () => Promise<void> | undefined;
}

/** One set of data, and all servers of it. */
export interface Shared {
  readonly servers: readonly Served[];
  /** Another server of the same data, as after a restart. Absent: the data ends with the server. */
  reopen?(): Promise<Served>;
  /** Makes trouble until the returned function is called. */
  hinder?(): () => Promise<void>;
  close(): Promise<void>;
}

export interface Row {
  readonly name: string;
  /** Why it cannot be had here. */
  readonly missing?: string | undefined;
  /** Called once before the others, and once after them. */
  start?(): Promise<void>;
  end?(): Promise<void>;
  /** @param most servers, where there may be several. Default: all */
  open(most?: number): Promise<Shared>;
}

const startMs = 1_795_204_800_000;

const memory: Row = {
  name: 'in memory',
  async open() {
    const clock = new VirtualClock({ start: startMs });
    const store = new MemoryStore({ clock, freeze: true });
    return { servers: [{ store, clock }], close: async () => store.close() };
  },
};

const durable: Row = {
  name: 'on disk',
  async open() {
    const folder = mkdtempSync(join(tmpdir(), 'orrery-contract-'));
    let end: () => Promise<void>;
    const openAgain = async (): Promise<Served> => {
      const { turn } = machineTimers();
      const onFailure = (error: Error): never => {
        throw error;
      };
      const data = await openData(folder, { durability: 'strict', turn, onFailure });
      const clock = new VirtualClock({ start: data.time ?? startMs });
      const store = new MemoryStore({ clock, journal: data });
      data.loadInto(store);
      end = async () => {
        store.close();
        await data.close();
      };
      return { store, clock, kept: () => data.kept() };
    };
    const first = await openAgain();
    return {
      servers: [first],
      async reopen() {
        await end();
        return openAgain();
      },
      async close() {
        await end();
        rmSync(folder, { recursive: true });
      },
    };
  },
};

function onEtcd(): Row {
  let etcd: EtcdProcess;
  let prefixes = 0;
  return {
    name: 'on etcd, three servers',
    missing: etcdMissing,
    async start() {
      etcd = await startEtcd();
    },
    end: () => etcd.remove(),
    async open(most = 3) {
      const prefix = `/contract/${++prefixes}`;
      const ends: (() => void)[] = [];
      const open = async (): Promise<Served> => {
        const clock = new VirtualClock({ start: startMs });
        const { store, close } = await storeRig(etcd.url, prefix, { clock });
        ends.push(close);
        return { store, clock };
      };
      const servers: Served[] = [];
      while (servers.length < most) servers.push(await open());
      return {
        servers,
        reopen: open,
        hinder: () => hindered(etcd),
        async close() {
          for (const end of ends) end();
        },
      };
    },
  };
}

/** Holds up etcd now and then. */
function hindered(etcd: EtcdProcess): () => Promise<void> {
  let isOver = false;
  const hinder = async (): Promise<void> => {
    while (!isOver) {
      await pause(60);
      process.kill(etcd.pid, 'SIGSTOP');
      await pause(60);
      process.kill(etcd.pid, 'SIGCONT');
    }
  };
  const running = hinder();
  return async () => {
    isOver = true;
    await running;
  };
}

export const rows: readonly Row[] = [memory, durable, onEtcd()];
