/** What goes wrong between clients and the API of a cluster. */
import { readFault, unknownResources, type FaultState } from '#faults';
import { problemText, type FormProblem } from '#forms';
import type { FaultMark } from '#record';
import type { Run } from '#run';
import type { Journal } from './journal.ts';

/** One text or several; `*` stands for any characters. */
type Texts = string | readonly string[];

/** A duration (`200ms`, or seconds), or how it is drawn: `{ uniform: ['10ms', '1s'] }`. */
type Lateness = string | number | Readonly<Record<string, unknown>>;

/** A fault, in the form of scenarios. */
export interface FaultSpec {
  /** By which it is lifted, and named in the timeline. Default: `fault-1`, ... */
  readonly name?: string;
  /** Which requests; what is absent matches all. */
  readonly match?: {
    /** A process (`daemonset-controller`), a user or a user agent; or a map of these. */
    readonly client?:
      | Texts
      | {
          readonly process?: Texts;
          readonly user?: Texts;
          readonly agent?: Texts;
          readonly token?: Texts;
        };
    /** `get`, `list`, `watch`, `create`, ..., `read`, `write`. */
    readonly verb?: Texts;
    /** Plurals or kinds: `pods`, `Deployment`, `deployments.apps`. */
    readonly resource?: Texts;
    readonly subresource?: Texts;
    readonly namespace?: Texts;
    readonly name?: Texts;
    /** Where a list or a watch begins: `none` is named, `any` (0), an `exact` one. */
    readonly version?: Texts;
    /** Only custom resources whose definition was established at most this long ago: `2s`, or seconds. */
    readonly new?: string | number;
    /** Paths of URLs: `/openapi/*`, also those that are not about objects. */
    readonly path?: Texts;
  };
  /** The answer: a status code (401, 403, 404, 409, 410, 429, 500, 503, 504) or a reason. */
  readonly error?: number | string;
  /** How much later requests over HTTP arrive: `200ms`, or `{ uniform: ['10ms', '1s'] }`, ... */
  readonly latency?: Lateness;
  /** How many bytes of an answer over HTTP arrive in a second: `64Ki`. */
  readonly bandwidth?: string | number;
  /** The text of a warning that answers over HTTP have. */
  readonly warning?: string;
  /**
   * The port is closed, connections break before anything is said; or the one of a request breaks in
   * place of the answer, or in the middle of it.
   */
  readonly connection?: 'refuse' | 'handshake' | 'reset' | 'cut';
  /** What the server shows instead of its certificate. */
  readonly certificate?: 'renewed' | 'untrusted' | 'expired';
  /** What happens to the stream of a watch, or to its events. */
  readonly watch?:
    | 'drop'
    | 'reset'
    | 'expire'
    | 'stall'
    | 'silence'
    | 'gather'
    | 'duplicate'
    | { readonly delay: Lateness }
    | { readonly coalesce: Lateness };
  /** Gets and lists are answered from an older state, and watches see no newer one. */
  readonly stale?:
    | 'frozen'
    | { readonly lag: number }
    | { readonly at: number }
    | { readonly behind: string | number; readonly servers?: number };
  /** Lists of groups, versions and resources are those of an earlier time. */
  readonly discovery?: { readonly lag: Lateness };
  /** Merged into what is created or updated; null removes a field. */
  readonly damage?: Readonly<Record<string, unknown>>;
  /** Merged into the objects of answers over HTTP; null removes a field. */
  readonly shown?: Readonly<Record<string, unknown>>;
  /** Measurements of pods or nodes are absent. */
  readonly metrics?: 'missing';
  /** How calls of admission webhooks fail. */
  readonly webhook?: 'timeout' | 'refuse' | 'error';
  /** What happens to bookmarks. */
  readonly bookmarks?: 'withhold' | 'regress' | 'now';
  /** In place of the error's own. */
  readonly message?: string;
  /** When clients are to try again (429, 503): `5s`, or seconds. */
  readonly retryAfter?: string | number;
  /** The request is carried out; only its answer is lost. */
  readonly applied?: boolean;
  /** Strikes from this matching request on. Default: 1. */
  readonly from?: number;
  /** Every second of them, every third... Default: 1. */
  readonly every?: number;
  /** How likely each of them is struck. Default: 1. */
  readonly chance?: number;
  /** Ends after this many strikes. */
  readonly times?: number;
  /** Ends after this long: `30s`, or seconds. */
  readonly for?: string | number;
  /** It begins this much later: `30s`, or seconds; with `when`, this long after the change. */
  readonly after?: string | number;
  /** It begins with a change of an object. Default: at once. */
  readonly when?: {
    /** Plurals or kinds. */
    readonly resource: Texts;
    readonly namespace?: Texts;
    readonly name?: Texts;
    readonly event?: 'created' | 'updated' | 'deleted';
    /** The field that changes: `spec.replicas`. */
    readonly field?: string;
    /** Its value before; null: absent. Default: any. */
    readonly from?: unknown;
    /** Its value after; null: absent. Default: any. */
    readonly to?: unknown;
    /** With this one of such changes. Default: 1. */
    readonly count?: number;
  };
}

/** An invalid fault. The message says where, and what would be right. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
}

/** The faults of a cluster: what is in force, and what it struck. */
export class ClusterFaults {
  readonly #run: Run;
  readonly #journal: Journal;

  /** @internal */
  constructor(run: Run, journal: Journal) {
    this.#run = run;
    this.#journal = journal;
  }

  /**
   * Puts a fault in force. It strikes controllers, kubelets, and clients over HTTP; the test itself
   * only if it is named (`client: 'test'`). Answers the fault's name.
   * @throws {FaultError} for an invalid fault
   */
  inject(fault: FaultSpec): string {
    this.#journal.note('inject', [fault]);
    const { faults, kinds } = this.#run.simulator;
    const read = readFault(fault);
    const problems = read.fault ? unknownResources(read.fault, kinds) : read.problems;
    if (read.fault === undefined || problems.length > 0) throw errorOf(problems);
    return faults.inject(read.fault);
  }

  /** Ends a fault by its name, or all. @throws {RangeError} when there is none of that name */
  lift(name?: string): void {
    this.#journal.note('lift', [name]);
    this.#run.simulator.faults.lift(name);
  }

  /** Those in force, with how often each has struck. */
  list(): readonly FaultState[] {
    return this.#run.simulator.faults.list();
  }

  /** The requests that were struck, in order: the first 5,000 and the last 5,000. */
  strikes(): readonly FaultMark[] {
    return this.#run.log.faults ?? [];
  }

  /** How many strikes are missing between those. */
  get leftOut(): number {
    return this.#run.log.faultsLeftOut?.count ?? 0;
  }
}

function errorOf(problems: readonly FormProblem[]): FaultError {
  return new FaultError(`invalid fault: ${problems.map(problemText).join('; ')}`);
}
