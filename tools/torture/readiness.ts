/** Checks in a separate thread that a server stays ready, and reports what prevented that. */
import { Worker } from 'node:worker_threads';
import type { ProberData, Probes } from './prober.ts';
import type { Served } from './serve.ts';

/** How long a server may keep others waiting, ms. */
export const longestMs = 200;

export class Readiness {
  readonly #prober: Worker;
  #probes: Probes = { count: 0, worstMs: 0 };

  /** @param onStall is called for each answer that took too long */
  constructor({ pid, port }: Served, onStall: (text: string) => void) {
    const data: ProberData = { pid, port, longestMs };
    this.#prober = new Worker(new URL('./prober.js', import.meta.url), { workerData: data });
    this.#prober.on('message', (probes: Probes) => {
      this.#probes = probes;
      const { stall } = probes;
      if (stall === undefined) return;
      const [ms, wallMs] = [Math.round(stall.ms), Math.round(stall.wallMs)];
      onStall(`/readyz took ${ms} ms (${wallMs} of the wall)`);
    });
  }

  get summary(): string {
    const { count, worstMs } = this.#probes;
    return `${count} probes, the worst waited ${Math.round(worstMs)} ms`;
  }

  async stop(): Promise<void> {
    this.#prober.postMessage('stop');
    await this.#prober.terminate();
  }
}
