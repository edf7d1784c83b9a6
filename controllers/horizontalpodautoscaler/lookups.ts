/** What reconciles derive from objects: computed once, while these are identical. */
import type { Profile } from '#kinds';
import type { Pod, Scale } from '#types';
import type { Selector } from '#values';
import { podSelector, type EvaluationFailure } from './evaluate.ts';
import type { ScaleState } from './plan.ts';
import { selectPods } from './pods.ts';
import { placeOf, stateOf, type TargetPlace } from './target.ts';
import type { HorizontalPodAutoscaler } from './types.ts';

type TargetRef = HorizontalPodAutoscaler['spec']['scaleTargetRef'];

/** The scale of a target, and what its selector means. */
export interface ReadScale {
  readonly scale: ScaleState;
  readonly selector: Selector | EvaluationFailure;
}

/** What a reference refers to from a namespace. */
interface Known {
  readonly namespace: string | undefined;
  readonly place: TargetPlace | undefined;
}

interface Selected {
  readonly selector: Selector;
  readonly pods: readonly Pod[];
}

/** One for each run of the controller. */
export class Lookups {
  /** Autoscalers of several namespaces may have one spec in common. */
  readonly #places = new WeakMap<TargetRef, Known>();
  /** The latest by target: selectors seldom change. */
  readonly #selectors = new WeakMap<TargetPlace, ReadScale>();
  /** By all pods of a namespace: the latest selection. */
  readonly #selected = new WeakMap<readonly Pod[], Selected>();
  readonly profile: Profile;

  constructor(profile: Profile) {
    this.profile = profile;
  }

  /** As {@link placeOf}. */
  place(hpa: HorizontalPodAutoscaler): TargetPlace | undefined {
    const { scaleTargetRef } = hpa.spec;
    const { namespace } = hpa.metadata;
    let known = this.#places.get(scaleTargetRef);
    if (known === undefined || known.namespace !== namespace) {
      known = { namespace, place: placeOf(this.profile, hpa) };
      this.#places.set(scaleTargetRef, known);
    }
    return known.place;
  }

  /** As {@link stateOf}, with {@link podSelector}. */
  scale(place: TargetPlace, read: Scale): ReadScale {
    const scale = stateOf(read);
    const known = this.#selectors.get(place);
    if (known?.scale.selector === scale.selector) return { scale, selector: known.selector };
    const result = { scale, selector: podSelector(scale.selector) };
    this.#selectors.set(place, result);
    return result;
  }

  /** As {@link selectPods}. */
  pods(all: readonly Pod[], selector: Selector): readonly Pod[] {
    const known = this.#selected.get(all);
    if (known?.selector === selector) return known.pods;
    const pods = selectPods(all, selector);
    this.#selected.set(all, { selector, pods });
    return pods;
  }
}
