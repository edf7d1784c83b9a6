/** What quotas know of a resource: which names are about it, and how much of them an object takes. */
import type { KubeObject } from '../meta/object.ts';
import type { ResourceName } from '../meta/errors.ts';
import type { Amounts } from './amounts.ts';
import type { ScopeRequirement } from './scopes.ts';

/** Evaluates the objects of one resource. All functions are pure. */
export interface QuotaEvaluator {
  readonly resource: ResourceName;
  /** Whether an update can take more than the object took before. */
  readonly tracksUpdates: boolean;
  /** Whether a name in `hard` is about objects of this resource. */
  tracks(name: string): boolean;
  /** What an object takes, under all names that there are for it. `now` is virtual time in ms. */
  usage(object: KubeObject, now: number): Amounts;
  /** Why an object takes no more than its own existence, in words; absent: that never happens. */
  whyUncounted?(object: KubeObject, now: number): string | undefined;
  /** Throws an Error for a requirement that makes no sense. */
  isInScope(requirement: ScopeRequirement, object: KubeObject): boolean;
  /** What the object fails to say although a quota requires it, in words; absent: nothing ever. */
  missing?(object: KubeObject, isRequired: (name: string) => boolean): string | undefined;
}
