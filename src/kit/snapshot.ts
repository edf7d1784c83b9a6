/** A cluster at a moment, and the way to another one that is the same. */
import type { Run } from '#run';
import type { Calls } from './journal.ts';

/** Made by `cluster.snapshot()`; costs nothing until it is used. */
export class ClusterSnapshot {
  /** Virtual time, ms since 1970. */
  readonly timeMs: number;
  /** Of the store. */
  readonly revision: number;
  readonly #start: () => Promise<Run>;
  readonly #calls: Calls;
  readonly #trace: string;

  /** @internal */
  constructor(run: Run, start: () => Promise<Run>, calls: Calls) {
    this.timeMs = run.simulator.clock.now();
    this.revision = run.simulator.store.revision();
    this.#start = start;
    this.#calls = calls;
    this.#trace = traceOf(run);
  }

  /** Starts a cluster that is to go through the same. @internal */
  begin(): Promise<Run> {
    return this.#start();
  }

  /** How a cluster is started that is to go through the same. @internal */
  get start(): () => Promise<Run> {
    return this.#start;
  }

  /** The calls that made it what it was. @internal */
  get calls(): Calls {
    return this.#calls;
  }

  /** @internal @throws {Error} when a run that went through the same has not become the same */
  check(run: Run): void {
    if (traceOf(run) === this.#trace) return;
    throw new Error(
      'this cluster cannot be made again: something has changed it that was no call of the test ' +
        '(a client over HTTP, a webhook, a function or a controller that knows more than the cluster)',
    );
  }
}

/** The latest writes tell one history from another: names and uids come of all chance before. */
const traced = 100;

function traceOf({ simulator: { clock, store }, log, writes }: Run): string {
  const lines = [`${clock.now()} ${store.revision()} ${writes}`];
  for (const { revision, time, type, value } of log.past.changesBefore(Infinity)) {
    const { namespace, name, uid } = value.metadata;
    lines.push([revision, time, type, value.kind, namespace, name, uid].join(' '));
    if (lines.length > traced) break;
  }
  return lines.join('\n');
}
