/** How quotas evaluate a resource: which names apply to it, and how much of them an object uses. */
import type { KubeObject, ResourceName } from '#values';
import type { Amounts } from './amounts.ts';
import type { ScopeRequirement } from './scopes.ts';

/** Evaluates the objects of one resource. All functions are pure. */
export interface QuotaEvaluator {
  readonly resource: ResourceName;
  /** The subresources whose updates can use more than the object used before; empty text: the object itself. */
  readonly updates: readonly string[];
  /** Whether one of these updates does so; absent: any may. */
  isCharged?(object: KubeObject, old: KubeObject, subresource: string | undefined): boolean;
  /** Whether a name in `hard` applies to objects of this resource. */
  tracks(name: string): boolean;
  /** What an object uses, under all names for it. `now` is virtual time in ms. */
  usage(object: KubeObject, now: number): Amounts;
  /** Why an object uses no more than its own existence, as text; absent: that never happens. */
  whyUncounted?(object: KubeObject, now: number): string | undefined;
  /** Throws an Error for an invalid requirement. */
  isInScope(requirement: ScopeRequirement, object: KubeObject): boolean;
  /** What the object does not specify although a quota requires it, as text; absent: never anything. */
  missing?(object: KubeObject, isRequired: (name: string) => boolean): string | undefined;
}
