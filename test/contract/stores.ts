/** The stores that must keep the contract: one row for each. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machineTimers, VirtualClock, type WallTimers } from '#clock';
import { openData } from '#durable';
import { MemoryStore, type Store } from '#store';
import { etcdMissing, pause, startEtcd, type EtcdProcess } from '../../tools/etcd-process.ts';
import { storeRig } from '../unit/etcd/rig.ts';
import { lineTo, type Line } from './line.ts';

/** A server's store. */
export interface Served {
  readonly store: Store;
  readonly clock: VirtualClock;
  /** What leaves the server waits for it: a write that others have seen must not be lost. */
  readonly kept?: () => Promise<void> | undefined;
}

/** One set of data, and all servers of it. */
export interface Shared {
  readonly servers: readonly Served[];
  /** Another server of the same data, as after a restart. Absent: the data ends with the server. */
  reopen?(): Promise<Served>;
  /** Holds up what the servers share until the returned function is called. */
  hinder?(): () => Promise<void>;
  /**
   * Lasts as long as the promise. Every server works afterwards.
   * @param ending called at the moment in which the first server ends; the promise is then of the one in its place
   */
  troubles?: Readonly<Record<string, (ending: () => void) => Promise<Served | undefined>>>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Servers, where there may be several. Default: all. */
  readonly most?: number;
  /** Servers soon give up what they share. */
  readonly isImpatient?: boolean;
}

export interface Row {
  readonly name: string;
  /** Why it cannot be had here. */
  readonly missing?: string | undefined;
  /** The names of its troubles. */
  readonly troubles?: readonly string[];
  /** Called once before the others, and once after them. */
  start?(): Promise<void>;
  end?(): Promise<void>;
  open(options?: OpenOptions): Promise<Shared>;
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
  troubles: ['a kill'],
  async open() {
    const place = mkdtempSync(join(tmpdir(), 'orrery-contract-'));
    let lives = 0;
    let folder = join(place, '0');
    let end: () => Promise<void>;
    /** Of the servers that were killed: they still run, unheard. */
    const ended: (() => Promise<void>)[] = [];
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
      return { store, clock, kept: () => data.awaitDurable() };
    };
    const first = await openAgain();
    return {
      servers: [first],
      async reopen() {
        await end();
        return openAgain();
      },
      troubles: {
        async 'a kill'(ending) {
          await pause(150);
          ending();
          // What a process leaves that is killed now, in the middle of its writes.
          const left = join(place, String(++lives));
          cpSync(folder, left, { recursive: true });
          // It names this process, which a killed one is not.
          for (const name of readdirSync(left).filter((each) => each.startsWith('lock-')))
            rmSync(join(left, name));
          ended.push(end);
          folder = left;
          return openAgain();
        },
      },
      async close() {
        await end();
        for (const each of ended) await each();
        rmSync(place, { recursive: true });
      },
    };
  },
};

function onEtcd(): Row {
  let etcd: EtcdProcess;
  let prefixes = 0;
  return {
    name: 'on etcd, three servers',
    troubles: ['a server that is cut off', 'a kill of etcd'],
    missing: etcdMissing,
    async start() {
      etcd = await startEtcd();
    },
    end: () => etcd.remove(),
    async open({ most = 3, isImpatient = false } = {}) {
      const prefix = `/contract/${++prefixes}`;
      const ends: (() => void)[] = [];
      const lines: Line[] = [];
      const open = async (): Promise<Served> => {
        const clock = new VirtualClock({ start: startMs });
        const line = await lineTo(etcd.url);
        lines.push(line);
        const impatient = { timers: quickPings(machineTimers()), timeoutMs: 400 };
        const connection = isImpatient ? impatient : {};
        const { store, close } = await storeRig(line.url, prefix, { clock }, connection);
        ends.push(close);
        return { store, clock };
      };
      const servers: Served[] = [];
      while (servers.length < most) servers.push(await open());
      return {
        servers,
        reopen: open,
        hinder: () => hindered(etcd),
        troubles: {
          async 'a server that is cut off'() {
            await pause(100);
            lines[0]!.cut();
            await pause(700);
            lines[0]!.restore();
            return undefined;
          },
          async 'a kill of etcd'() {
            await pause(100);
            await etcd.kill();
            await pause(100);
            await etcd.restart();
            return undefined;
          },
        },
        async close() {
          for (const end of ends) end();
          await Promise.all(lines.map((line) => line.close()));
        },
      };
    },
  };
}

/** Finds out soon that etcd is silent. */
function quickPings(timers: WallTimers): WallTimers {
  const quick: Readonly<Record<number, number>> = { 6000: 100, 3000: 150 };
  return {
    after: (ms, run) => timers.after(quick[ms] ?? ms, run),
    turn: () => timers.turn(),
  };
}

/** Holds up etcd now and then. */
function hindered(etcd: EtcdProcess): () => Promise<void> {
  let isOver = false;
  const hinder = async (): Promise<void> => {
    while (!isOver) {
      await pause(60);
      await etcd.hold();
      await pause(60);
      etcd.release();
    }
  };
  const running = hinder();
  return async () => {
    isOver = true;
    await running;
  };
}

export const rows: readonly Row[] = [memory, durable, onEtcd()];
