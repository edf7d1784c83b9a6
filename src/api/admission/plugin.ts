/** An admission plugin: a rule about writes that looks beyond the object itself. */
import { pod, type Kind, type KubeObject, type ResourceName } from '#kinds';
import type { RequestContext } from '../context.ts';
import type { AdmissionAccess } from './access.ts';

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE';

/** The request that plugins see. */
export interface AdmissionRequest {
  readonly kind: Kind;
  readonly namespace: string | undefined;
  /** For messages: the generateName while there is no name yet. */
  readonly name: string;
  readonly context: RequestContext;
}

/** Mutates, validates, or both. Both methods reject a request by throwing an ApiError. */
export interface AdmissionPlugin {
  /** The name in v1.24's flag `--enable-admission-plugins`. */
  readonly name: string;
  /**
   * Whether the plugin applies to such requests at all. Called once for each combination: the
   * answer must always be the same.
   */
  handles(kind: Kind, operation: Operation, subresource: string | undefined): boolean;
  /**
   * The changed object; the same one when there is nothing to change. Runs after defaulting and
   * before validation; `old` is the stored object of an update. A deletion has no object, and the
   * plugin's result is ignored.
   */
  mutate?(
    object: KubeObject | undefined,
    old: KubeObject | undefined,
    request: AdmissionRequest,
    access: AdmissionAccess,
  ): KubeObject | undefined | Promise<KubeObject | undefined>;
  /** Checks the object in its final form, after all other checks. */
  validate?(
    object: KubeObject,
    old: KubeObject | undefined,
    request: AdmissionRequest,
    access: AdmissionAccess,
  ): void | Promise<void>;
}

/** For plugins that look at the objects of a kind themselves, in requests with these operations. */
export function handlesObjectsOf(
  { group, plural }: ResourceName,
  ...operations: readonly Operation[]
): AdmissionPlugin['handles'] {
  return (kind, operation, subresource) =>
    kind.group === group &&
    kind.plural === plural &&
    subresource === undefined &&
    operations.includes(operation);
}

/** The same for pods. */
export function handlesPods(...operations: readonly Operation[]): AdmissionPlugin['handles'] {
  return handlesObjectsOf(pod, ...operations);
}
