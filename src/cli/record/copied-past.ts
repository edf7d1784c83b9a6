/** The past of a cluster elsewhere, as its watches report it. */
import { accountants } from '#accounts';
import type { Clock, Millis } from '#clock';
import { bucketOf } from '#kinds';
import { keptStore, type Accountant } from '#record';
import type { Past } from '#store';
import { keyOf, type KubeObject, type Origin } from '#values';

/** The manager of the fields that any controller writes. */
const controllers = 'kube-controller-manager';

/** What a watch reports. */
export interface Report {
  readonly bucket: string;
  readonly object: KubeObject;
  /** The version before; absent for an object that is new here. */
  readonly previous?: KubeObject;
  readonly isGone?: boolean;
}

interface Write extends Report {
  readonly time: Millis;
}

/** All that watches report, kept until it is put in order: watches of different types are not ordered among one another. */
export class CopiedPast {
  readonly startMs: Millis;
  readonly #clock: Clock;
  readonly #mostBytes: number;
  readonly #state: Report[] = [];
  readonly #writes: Write[] = [];
  #bytes = 0;
  #isBegun = false;

  /** @param mostBytes what it may take, as JSON: later versions are not kept */
  constructor(clock: Clock, mostBytes: number) {
    this.#clock = clock;
    this.startMs = clock.now();
    this.#mostBytes = mostBytes;
  }

  get isFull(): boolean {
    return this.#bytes > this.#mostBytes;
  }

  /** How many objects there were at the start. */
  get objects(): number {
    return this.#state.length;
  }

  /** How many writes came after. */
  get changes(): number {
    return this.#writes.length;
  }

  /** What comes from now on are changes. */
  begin(): void {
    this.#isBegun = true;
  }

  add(report: Report): void {
    if (this.isFull) return;
    this.#bytes += JSON.stringify(report.object).length;
    if (this.#isBegun) this.#writes.push({ ...report, time: this.#clock.now() });
    else this.#state.push(report);
  }

  /** Returns all of it, in the order of the other store, with revisions of its own. */
  past(): Past {
    const store = keptStore(this.startMs);
    const load = ({ bucket, object, isGone = false, time }: Write, origin: Origin): void => {
      const [key, revision] = [keyOf(object), store.revision() + 1];
      const previous = store.peek(bucket, key);
      if (isGone && previous === undefined) return;
      const type = isGone ? 'deleted' : previous === undefined ? 'created' : 'updated';
      const metadata = { ...object.metadata, resourceVersion: String(revision) };
      store.load({
        ...{ revision, time, bucket, key, type, origin, value: { ...object, metadata } },
        ...(previous !== undefined && { previous }),
      });
    };
    for (const report of this.#state) {
      load({ ...report, time: this.startMs }, { actor: 'recording', note: 'start' });
    }
    for (const [number, write] of inOrder(this.#writes).entries()) {
      load(write, originOf(write, number + 1));
    }
    return store.past;
  }
}

/** Sorts by the revisions that the other store gave, and lets no time go back. */
function inOrder(writes: readonly Write[]): readonly Write[] {
  // Servers may have revisions without an order: these stay as they came.
  const revisionOf = ({ object }: Write): number => Number(object.metadata.resourceVersion) || 0;
  const sorted = writes.toSorted((a, b) => revisionOf(a) - revisionOf(b));
  let latest: Millis = 0;
  return sorted.map((write) => ({ ...write, time: (latest = Math.max(latest, write.time)) }));
}

/** The controller that accounts for the status of a type, by bucket; none where several do. */
const controllerOf = new Map<string, Accountant | undefined>();
for (const accountant of accountants) {
  const accountsFor = accountant.explainers.filter(({ fields }) =>
    Object.keys(fields).some((field) => field.startsWith('status.')),
  );
  for (const bucket of new Set(accountsFor.map(({ kind }) => bucketOf(kind)))) {
    controllerOf.set(bucket, controllerOf.has(bucket) ? undefined : accountant);
  }
}

/**
 * Returns who wrote, as the owners of fields say. All controllers of a cluster are one owner there: the one that
 * accounts for the status is meant.
 */
function originOf({ bucket, object, previous }: Report, number: number): Origin {
  const manager = writerOf(object, previous);
  const accountant = manager === controllers ? controllerOf.get(bucket) : undefined;
  if (accountant === undefined) return { actor: manager };
  const { actor, controller } = accountant;
  return { actor, reconcile: { controller, key: keyOf(object), number } };
}

/** Returns the owner of fields whose entry has changed; of several the latest. */
function writerOf({ metadata }: KubeObject, previous: KubeObject | undefined): string {
  const { managedFields: all = [] } = metadata;
  const before = new Set(previous?.metadata.managedFields?.map((entry) => JSON.stringify(entry)));
  const changed = all.filter((entry) => !before.has(JSON.stringify(entry)));
  const latest = (changed.length > 0 ? changed : all).toSorted((a, b) =>
    (a.time ?? '') < (b.time ?? '') ? -1 : 1,
  );
  return latest.at(-1)?.manager ?? 'unknown';
}
