/** What a quota's namespace uses, by the running totals where possible. */
import { namespaceUsage, type Amounts } from '#kinds';
import type { ExactQuantity } from '#values';
import type { ResourceQuota } from '#types';
import type { Counted } from './counted.ts';

type Spec = ResourceQuota['spec'];

/** A resource that a quota limits, and under which names. */
interface Limited {
  readonly counted: Counted;
  readonly names: readonly string[];
}

/** Computes the use that quotas see. One for each run of the controller. */
export class Usage {
  #counted: readonly Counted[];
  /** As long as the same resources are counted. */
  #limited = new WeakMap<Spec, readonly Limited[]>();

  constructor(counted: readonly Counted[]) {
    this.#counted = counted;
  }

  add(counted: Counted): void {
    this.#counted = [...this.#counted, counted];
    this.#limited = new WeakMap();
  }

  remove(counted: Counted): void {
    this.#counted = this.#counted.filter((each) => each !== counted);
    this.#limited = new WeakMap();
  }

  /** As `namespaceUsage`; `now` is virtual time, ms. */
  of({ metadata, spec }: ResourceQuota, now: number): Amounts {
    const namespace = metadata.namespace!;
    const limited = this.#limitedBy(spec);
    const total = hasScopes(spec) ? undefined : summedUp(limited, namespace, now);
    if (total !== undefined) return total;
    const evaluators = limited.map(({ counted }) => counted.evaluator);
    const listers = new Map(limited.map(({ counted }) => [counted.evaluator, counted.objects]));
    return namespaceUsage(
      spec,
      evaluators,
      (evaluator) => listers.get(evaluator)!.list(namespace),
      now,
    );
  }

  /** The namespace has no quotas any more. */
  forget(namespace: string): void {
    for (const { tallies } of this.#counted) tallies.forget(namespace);
  }

  #limitedBy(spec: Spec): readonly Limited[] {
    let limited = this.#limited.get(spec);
    if (limited === undefined) {
      const names = Object.keys(spec.hard ?? {});
      limited = this.#counted
        .map((counted) => ({
          counted,
          names: names.filter((name) => counted.evaluator.tracks(name)),
        }))
        .filter((each) => each.names.length > 0);
      this.#limited.set(spec, limited);
    }
    return limited;
  }
}

/** Undefined where the totals do not suffice. */
function summedUp(
  limited: readonly Limited[],
  namespace: string,
  now: number,
): Amounts | undefined {
  const all = new Map<string, ExactQuantity>();
  for (const { counted, names } of limited) {
    const usage = counted.tallies.usage(namespace, names, now);
    if (usage === undefined) return undefined;
    for (const [name, amount] of usage) all.set(name, all.get(name)?.add(amount) ?? amount);
  }
  return all;
}

function hasScopes({ scopes = [], scopeSelector }: Spec): boolean {
  return scopes.length > 0 || (scopeSelector?.matchExpressions ?? []).length > 0;
}
