/** Requests at random, and some that mean harm, while others must not be kept waiting. */
import { Worker } from 'node:worker_threads';
import * as fc from 'fast-check';
import { machineWall } from '#clock';
import { judge } from '../../test/support/fuzz/judge.ts';
import { RawConnection } from '../../test/support/fuzz/raw-http.ts';
import { anyRequest, bytesOf, type FuzzRequest } from '../../test/support/fuzz/requests.ts';
import { hostileRequests } from './hostile.ts';
import { finish, type Part, type TortureOptions } from './part.ts';
import type { Probes, ProberData } from './prober.ts';
import { startServe, type Served } from './serve.ts';

const longestMs = 200;
const connections = 12;
/** Requests that are made up at a time. */
const batch = 1000;
/** How many of the worst are told. */
const mostTold = 40;
const progressMs = 5000;

/** Behind something slow an answer takes its time, ms. */
const patience = 300_000;

export const times: Part = {
  name: 'times',
  about: `fuzzed and hostile requests; /readyz must answer within ${longestMs} ms all the while`,
  async run(options, say) {
    const served = await startServe({ options: ['--controllers', 'none', '--no-pool'] });
    const torment = new Torment(served, options, say);
    await torment.run();
    return [...torment.problems, ...(await finish(served))];
  },
};

class Torment {
  readonly #served: Served;
  readonly #options: TortureOptions;
  readonly #say: (line: string) => void;
  readonly #problems = new Map<string, number>();
  /** And when they were sent. */
  readonly #underway = new Map<FuzzRequest, number>();
  readonly #requests: Iterator<FuzzRequest>;
  #sent = 0;
  #probes: Probes = { count: 0, worstMs: 0 };

  constructor(served: Served, options: TortureOptions, say: (line: string) => void) {
    this.#served = served;
    this.#options = options;
    this.#say = say;
    this.#requests = mixed(options);
  }

  get problems(): readonly string[] {
    const all = [...this.#problems].map(([what, times]) =>
      times > 1 ? `${times}x ${what}` : what,
    );
    const rest = all.length - mostTold;
    return rest > 0 ? [...all.slice(0, mostTold), `and ${rest} more`] : all;
  }

  async run(): Promise<void> {
    const { pid, port } = this.#served;
    const data: ProberData = { pid, port, longestMs };
    const prober = new Worker(new URL('./prober.js', import.meta.url), { workerData: data });
    prober.on('message', (probes: Probes) => this.#note(probes));
    const done = new AbortController();
    const progress = this.#tellProgress(done.signal);
    await Promise.all(Array.from({ length: connections }, () => this.#client()));
    done.abort();
    await progress;
    prober.postMessage('stop');
    await prober.terminate();
    const { count, worstMs } = this.#probes;
    this.#say(`${count} probes, the worst waited ${Math.round(worstMs)} ms`);
  }

  /** One client: request after request, over the connection that the last one left. */
  async #client(): Promise<void> {
    let connection = new RawConnection(this.#served.port, { patience });
    for (;;) {
      const { value: request, done } = this.#requests.next() as IteratorResult<FuzzRequest>;
      if (done === true || this.#served.isDead) break;
      this.#sent++;
      const isFit = (await this.#exchange(connection, request)) && !connection.isOver;
      if (isFit) continue;
      connection.destroy();
      connection = new RawConnection(this.#served.port, { patience });
    }
    connection.destroy();
  }

  /** Whether the connection may be used again. */
  async #exchange(connection: RawConnection, request: FuzzRequest): Promise<boolean> {
    const { method, target } = request;
    this.#underway.set(request, machineWall.now());
    connection.send(bytesOf(request));
    try {
      const answer = await connection.receive(method === 'HEAD');
      if (answer === undefined) {
        this.#problem(`no answer to ${describe(request)}`);
        return false;
      }
      judge(request, answer);
      return !answer.isStream && answer.headers.get('connection')?.[0] !== 'close';
    } catch (error) {
      this.#problem(`${(error as Error).message} (${method} ${target.slice(0, 200)})`);
      return false;
    } finally {
      this.#underway.delete(request);
    }
  }

  #note(probes: Probes): void {
    this.#probes = probes;
    const { stall } = probes;
    if (stall === undefined) return;
    const largest = [...this.#underway.keys()]
      .sort((a, b) => b.body.length - a.body.length)
      .slice(0, 3);
    const meanwhile = largest.map(describe).join(' | ');
    const ms = Math.round(stall.ms);
    this.#problem(
      `/readyz took ${ms} ms (${Math.round(stall.wallMs)} of the wall) by: ${meanwhile}`,
    );
  }

  /** What has waited for longer than a while, for those who watch. */
  #oldest(): string {
    const [first] = this.#underway;
    if (first === undefined || machineWall.now() - first[1] < 2 * progressMs) return '';
    return `; still waiting: ${describe(first[0])}`;
  }

  #problem(what: string): void {
    this.#problems.set(what, (this.#problems.get(what) ?? 0) + 1);
  }

  async #tellProgress(signal: AbortSignal): Promise<void> {
    const began = machineWall.now();
    for (;;) {
      await machineWall.sleep(progressMs, signal);
      if (signal.aborted) return;
      const rate = Math.round((this.#sent / (machineWall.now() - began)) * 1000);
      const worst = Math.round(this.#probes.worstMs);
      this.#say(
        `${this.#sent} of ${this.#options.requests} requests, ${rate}/s; ` +
          `worst wait ${worst} ms, ${this.#problems.size} problems${this.#oldest()}`,
      );
    }
  }
}

/** The fuzzed requests, with each hostile one several times among them. */
function* mixed({ requests, seed }: TortureOptions): Generator<FuzzRequest> {
  const every = Math.max(20, Math.floor(requests / (hostileRequests.length * 5)));
  let hostile = 0;
  for (let made = 0; made < requests; made += batch) {
    const numRuns = Math.min(batch, requests - made);
    for (const [index, request] of fc
      .sample(anyRequest, { numRuns, seed: seed + made })
      .entries()) {
      if ((made + index) % every !== every - 1) {
        yield request;
        continue;
      }
      yield* hostileRequests[hostile++ % hostileRequests.length]!.requests();
    }
  }
}

function describe({ method, target, body }: FuzzRequest): string {
  const shown = body.toString('latin1', 0, 60).replace(/[^\x20-\x7e]/g, '?');
  return `${method} ${target.slice(0, 120)} (${body.length} bytes: ${shown})`;
}
