/** The other side of load.ts: starts the process and hands it jobs. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Job, Report, RequestJob, WatchJob } from './load.ts';
import type { Latencies, PacedJob } from './paced.ts';

export interface Rate {
  /** Requests answered in a second, as clients see it. */
  readonly perSecond: number;
  /**
   * Requests answered in a second that the server's process has computed: what others do does not matter.
   */
  readonly perCpuSecond: number;
}

/** The process of a server. */
export interface Measured {
  /** Collects garbage. */
  collect(): Promise<void>;
  /** How much of the processor it has had, in microseconds. */
  processorUs(): Promise<number>;
}

const thisProcess: Measured = {
  collect: () => Promise.resolve(globalThis.gc?.()),
  processorUs() {
    const { user, system } = process.cpuUsage();
    return Promise.resolve(user + system);
  },
};

export class Clients {
  readonly #process: ChildProcess;
  readonly #server: Measured;
  #number = 0;

  /** @param server by default this process */
  constructor(server = thisProcess) {
    this.#server = server;
    this.#process = fork(fileURLToPath(new URL('./load.js', import.meta.url)), { execArgv: [] });
  }

  /** Runs twice, the first time to warm up. */
  async rate(job: Omit<RequestJob, 'kind' | 'from'>): Promise<Rate> {
    await this.#requests({ ...job, ms: job.ms / 2 });
    return this.#requests(job);
  }

  async #requests(job: Omit<RequestJob, 'kind' | 'from'>): Promise<Rate> {
    // What was written before, and a collection of it as the requests begin, must not count: objects
    // of requests that such a collection finds alive are allocated among the old ones ever after.
    await this.#server.collect();
    const before = await this.#server.processorUs();
    const done = this.#report('requests');
    this.#send({ ...job, kind: 'requests', from: this.#number });
    const { count, failed, ms } = await done;
    const us = (await this.#server.processorUs()) - before;
    if (failed > 0)
      throw new Error(`${job.method} ${job.path}: ${failed} of ${count} were refused`);
    this.#number += count;
    return { perSecond: (count / ms) * 1000, perCpuSecond: (count / us) * 1e6 };
  }

  /** Opens watches; then the function returned waits for the last line. */
  async watch(job: Omit<WatchJob, 'kind'>): Promise<() => Promise<void>> {
    const open = this.#report('open');
    const lines = this.#report('lines');
    this.#send({ ...job, kind: 'watches' });
    await open;
    return async () => void (await lines);
  }

  /** Begins to send requests at a pace. @returns ends it */
  pace(job: Omit<PacedJob, 'kind'>): () => Promise<readonly Latencies[]> {
    this.#send({ ...job, kind: 'paced' });
    return async () => {
      const latencies = this.#report('latencies');
      this.#send({ kind: 'stop' });
      return (await latencies).all;
    };
  }

  stop(): void {
    this.#process.kill();
  }

  #send(job: Job): void {
    this.#process.send(job);
  }

  #report<K extends Report['kind']>(kind: K): Promise<Extract<Report, { kind: K }>> {
    return new Promise((resolve, reject) => {
      const onExit = (): void => reject(new Error('the clients have exited'));
      const onMessage = (message: Report): void => {
        if (message.kind !== kind) return;
        this.#process.off('message', onMessage);
        this.#process.off('exit', onExit);
        resolve(message as Extract<Report, { kind: K }>);
      };
      this.#process.on('message', onMessage);
      this.#process.on('exit', onExit);
    });
  }
}
