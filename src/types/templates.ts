import type { OwnerReference } from './meta-v1.ts';
import type { Time } from './scalars.ts';

/**
 * Metadata of objects yet to be made, inside pod, job and claim templates. Published as
 * ObjectMeta, but what every stored object has, a template has not.
 */
export interface TemplateMeta {
  readonly name?: string;
  readonly generateName?: string;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
  /** Null in stored templates, which v1.24 writes so. */
  readonly creationTimestamp?: Time | null;
}
