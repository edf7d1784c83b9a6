/** What an admission plugin is: a rule about writes that looks beyond the object itself. */
import type { Kind, KubeObject } from '#kinds';
import type { RequestContext } from '../context.ts';
import type { AdmissionAccess } from './access.ts';

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE';

/** The request that plugins judge. */
export interface AdmissionRequest {
  readonly kind: Kind;
  readonly namespace: string | undefined;
  /** As it goes into messages: the generateName while there is no name yet. */
  readonly name: string;
  readonly context: RequestContext;
}

/** Mutates, validates, or both. Both kinds of methods refuse by throwing an ApiError. */
export interface AdmissionPlugin {
  /** As the flags `--enable-admission-plugins` of v1.24 name it. */
  readonly name: string;
  /**
   * Whether it wants to see such requests at all. Asked once for each combination: the answer
   * must be always the same.
   */
  handles(kind: Kind, operation: Operation, subresource: string | undefined): boolean;
  /**
   * The object as it shall be; the very same one when nothing is to change. Runs after
   * defaulting and before validation; `old` is the stored object of an update. A deletion has
   * no object, and what the plugin answers is not looked at.
   */
  mutate?(
    object: KubeObject | undefined,
    old: KubeObject | undefined,
    request: AdmissionRequest,
    access: AdmissionAccess,
  ): KubeObject | undefined | Promise<KubeObject | undefined>;
  /** Judges the object in its final form, after all other checks. */
  validate?(
    object: KubeObject,
    old: KubeObject | undefined,
    request: AdmissionRequest,
    access: AdmissionAccess,
  ): void | Promise<void>;
}

/** For plugins that look at pods themselves, when these operations are about them. */
export function handlesPods(...operations: readonly Operation[]): AdmissionPlugin['handles'] {
  return ({ group, plural }, operation, subresource) =>
    group === '' &&
    plural === 'pods' &&
    subresource === undefined &&
    operations.includes(operation);
}
