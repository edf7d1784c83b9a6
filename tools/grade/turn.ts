/** When another trial may begin. */
import { cpus } from 'node:os';
import { machineWall } from '#clock';

/** How long the machine is watched, about as long as a start keeps a core busy; how late this process may be; how often that is tried. */
const watchMs = 250;
const lateMs = 25;
const most = 40;
/** The share of the machine that must be left: clients that get no time make no requests that could be judged. */
const leastIdle = 0.15;

/** Lets trials begin one after the other, as fast as the machine and this process, which has all servers, keep up. */
export class Turn {
  #last: Promise<void> = Promise.resolve();

  take(): Promise<void> {
    return (this.#last = this.#last.then(() => this.#roomy()));
  }

  async #roomy(): Promise<void> {
    for (let i = 0; i < most; i++) {
      const before = used();
      const began = machineWall.now();
      await machineWall.sleep(watchMs, new AbortController().signal);
      const isLate = machineWall.now() - began >= watchMs + lateMs;
      if (!isLate && idleSince(before) >= leastIdle) return;
    }
  }
}

interface Used {
  readonly allMs: number;
  /** What runs where nothing else wants to counts as idle. */
  readonly idleMs: number;
}

function used(): Used {
  const times = cpus().map((cpu) => cpu.times);
  const sum = (of: (each: (typeof times)[number]) => number): number =>
    times.reduce((total, each) => total + of(each), 0);
  return {
    allMs: sum(({ user, nice, sys, idle, irq }) => user + nice + sys + idle + irq),
    idleMs: sum(({ nice, idle }) => nice + idle),
  };
}

/** The share of the machine that was left. */
function idleSince(before: Used): number {
  const now = used();
  return (now.idleMs - before.idleMs) / Math.max(1, now.allMs - before.allMs);
}
