/**
 * How many pods of each set are active, ready and so on, counted as pods come, change and go: so a pass over a set
 * of ten thousand pods looks at none of them.
 */
import { controllerOf, selectLabels, type Selector } from '#values';
import { isPodActive, isPodReady } from '#kinds';
import type { Pod } from '#types';
import { controlledBy, orphansAround, type Handlers, type Lister } from '#runtime';
import type { Flavour, Replicated } from './flavour.ts';
import { isLeaving, type PodCounts } from './status.ts';

/** The pods of one set, by uid. */
interface Tally {
  readonly spec: Replicated['spec'];
  /** Of the set. */
  readonly selector: Selector;
  /** Of its template. */
  readonly labels: Selector;
  readonly active: Set<string>;
  readonly labelled: Set<string>;
  readonly ready: Set<string>;
  /** Active pods that it controls and does not select. */
  readonly strange: Set<string>;
  /** Pods that it selects and that are on their way out. */
  readonly leaving: Set<string>;
}

export class Census<T extends Replicated> {
  readonly #flavour: Flavour<T>;
  readonly #pods: Lister<Pod>;
  readonly #countsLeaving: boolean;
  /** By uid of the set. */
  readonly #tallies = new Map<string, Tally>();

  constructor(flavour: Flavour<T>, pods: Lister<Pod>, countsLeaving = false) {
    this.#flavour = flavour;
    this.#pods = pods;
    this.#countsLeaving = countsLeaving;
  }

  /** What keeps the counts up to date. */
  get handlers(): Handlers<Pod> {
    return {
      added: (pod) => this.#see(pod),
      updated: (pod, old) => {
        if (controllerOf(pod)?.uid !== controllerOf(old)?.uid) this.#lose(old);
        this.#see(pod);
      },
      deleted: (pod) => this.#lose(pod),
    };
  }

  /**
   * The counts of a set's active pods. Undefined where the pods have to be looked at: some are to be adopted or
   * released, or become available with time.
   */
  of(set: T): PodCounts | undefined {
    if ((set.spec.minReadySeconds ?? 0) > 0) return undefined;
    const { selector, active, labelled, ready, strange, leaving } = this.#tallyOf(set);
    if (strange.size > 0) return undefined;
    const isWanted = (pod: Pod) => isPodActive(pod) && selector.matches(pod.metadata.labels);
    if (orphansAround(this.#pods, set).some(isWanted)) return undefined;
    return {
      replicas: active.size,
      fullyLabeledReplicas: labelled.size,
      readyReplicas: ready.size,
      availableReplicas: ready.size,
      ...(this.#countsLeaving && { terminatingReplicas: leaving.size }),
    };
  }

  /** The set is gone. */
  forget(set: T): void {
    this.#tallies.delete(set.metadata.uid);
  }

  #tallyOf(set: T): Tally {
    const { metadata, spec } = set;
    const known = this.#tallies.get(metadata.uid);
    if (known?.spec === spec) return known;
    const tally: Tally = {
      spec,
      selector: this.#flavour.selectorOf(set),
      labels: selectLabels(spec.template?.metadata?.labels),
      active: new Set(),
      labelled: new Set(),
      ready: new Set(),
      strange: new Set(),
      leaving: new Set(),
    };
    for (const pod of controlledBy(this.#pods, set)) count(tally, pod);
    this.#tallies.set(metadata.uid, tally);
    return tally;
  }

  #see(pod: Pod): void {
    const tally = this.#holding(pod);
    if (tally !== undefined) count(tally, pod);
  }

  #lose(pod: Pod): void {
    const tally = this.#holding(pod);
    if (tally === undefined) return;
    const { uid } = pod.metadata;
    const { active, labelled, ready, strange, leaving } = tally;
    for (const set of [active, labelled, ready, strange, leaving]) set.delete(uid);
  }

  #holding(pod: Pod): Tally | undefined {
    const controller = controllerOf(pod);
    return controller && this.#tallies.get(controller.uid);
  }
}

function count(tally: Tally, pod: Pod): void {
  const { selector, labels, active, labelled, ready, strange, leaving } = tally;
  const { uid, labels: own } = pod.metadata;
  const isActive = isPodActive(pod);
  note(active, uid, isActive);
  note(labelled, uid, isActive && labels.matches(own));
  note(ready, uid, isActive && isPodReady(pod));
  note(strange, uid, isActive && !selector.matches(own));
  note(leaving, uid, !isActive && isLeaving(pod) && selector.matches(own));
}

function note(members: Set<string>, uid: string, isMember: boolean): void {
  if (isMember) members.add(uid);
  else members.delete(uid);
}
