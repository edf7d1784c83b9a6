/** One piece of work of a controller: its arguments, and how its outcome is handled. */
import type { Causes, Origin, ReconcileId } from '#values';
import type { Client, ClientFactory } from '#request';
import type { QueueOptions, Reconcile, ReconcileResult, ReconcileTools } from './controller.ts';
import { messageOf } from './error-text.ts';
import type { EventBroadcaster } from './event-broadcaster.ts';
import type { EventRecorder } from './events.ts';
import { ControllerStoppedError, type RunCalls } from './stoppable.ts';
import type { KeyQueue, WorkItem } from './work-queue.ts';

/** How much a controller has worked since its manager began, restarts included. */
export interface ReconcileTally {
  /** Reconciles and periodic runs begun; also the number of the latest. */
  reconciles: number;
  /** How many of them failed. */
  errors: number;
}

/** What all work of one run of a controller has in common. */
export interface WorkSetting {
  readonly controller: string;
  readonly actor: string;
  readonly clients: ClientFactory;
  readonly events: EventBroadcaster;
  readonly tally: ReconcileTally;
  readonly calls: RunCalls;
  readonly podsPerObject: number;
  readonly onError: (key: string, error: unknown) => void;
}

/** Processes one key. Never throws: errors are counted, reported and retried. */
export async function reconcileItem(
  setting: WorkSetting,
  queue: KeyQueue,
  { reconcile, maxRetries = Infinity }: Pick<QueueOptions, 'reconcile' | 'maxRetries'>,
  item: WorkItem,
): Promise<void> {
  const { key } = item;
  const isLast = (): boolean => queue.failures(key) >= maxRetries;
  const outcome = await attempt(setting, item, (tools) => reconcile(key, tools), isLast);
  if (outcome instanceof Failure) {
    queue.addRateLimited(key, { retry: messageOf(outcome.error) });
    return;
  }
  if (outcome?.retry === true) {
    queue.addRateLimited(key, { retry: outcome.requeueReason ?? 'asked for by the reconcile' });
    return;
  }
  if (outcome?.keepFailures !== true) queue.forget(key);
  if (outcome?.requeueAfterMs !== undefined) {
    queue.addAfter(key, outcome.requeueAfterMs, { timer: outcome.requeueReason ?? 'requeue' });
  }
}

/** Runs periodic work once. Never throws. */
export async function runPeriodic(
  setting: WorkSetting,
  name: string,
  run: (tools: ReconcileTools) => Promise<void>,
): Promise<void> {
  const causes: Causes = { first: [{ timer: name }], last: [], dropped: 0 };
  await attempt(setting, { key: name, causes }, run);
}

class Failure {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}

/** @param isLast whether the key is given up when the work fails, which does not count as an error then */
async function attempt(
  setting: WorkSetting,
  { key, causes }: WorkItem,
  work: (tools: ReconcileTools) => ReturnType<Reconcile>,
  isLast: () => boolean = () => false,
): Promise<ReconcileResult | undefined | Failure> {
  const { tally, controller } = setting;
  const number = ++tally.reconciles;
  try {
    const result = await work(new Tools(setting, { controller, key, number }, causes));
    return result ?? undefined;
  } catch (error) {
    if (isLast()) return undefined;
    if (error instanceof ControllerStoppedError) return new Failure(error);
    tally.errors++;
    setting.onError(key, error);
    return new Failure(error);
  }
}

/** Made for every reconcile, of which most only read: client and recorder are made on demand. */
class Tools implements ReconcileTools {
  readonly causes: Causes;
  readonly #setting: WorkSetting;
  readonly #reconcile: ReconcileId;
  #client: Client | undefined;
  #events: EventRecorder | undefined;

  constructor(setting: WorkSetting, reconcile: ReconcileId, causes: Causes) {
    this.#setting = setting;
    this.#reconcile = reconcile;
    this.causes = causes;
  }

  get client(): Client {
    return (this.#client ??= this.#clientOf({}));
  }

  get podsPerObject(): number {
    return this.#setting.podsPerObject;
  }

  clientKnowing(evidence: unknown): Client {
    return this.#clientOf({ evidence });
  }

  get events(): EventRecorder {
    return (this.#events ??= this.#setting.events.recorder(this.client));
  }

  #clientOf(beyond: Pick<Origin, 'evidence'>): Client {
    const { actor, clients, calls } = this.#setting;
    const origin = { actor, reconcile: this.#reconcile, causes: this.causes, ...beyond };
    return calls.of(clients.as(origin));
  }
}
