/** An admission plugin: a rule about writes that looks beyond the object itself. */
import { pod, type Kind } from '#kinds';
import type { KubeObject, ResourceName } from '#values';
import type { DeleteOptions } from '#request';
import type { RequestContext } from '../context.ts';
import type { Entries } from '../managed-fields/index.ts';
import type { AdmissionAccess } from './access.ts';
import type { Operation } from './operation.ts';
import type { Trail } from './webhooks/trail.ts';

export type { Operation } from './operation.ts';

/** The request that plugins see. */
export interface AdmissionRequest {
  readonly kind: Kind;
  readonly operation: Operation;
  /** Absent for the object itself. */
  readonly subresource?: string | undefined;
  /** What the object is, where it is not of the kind: a Scale, a Binding. */
  readonly form?: Kind;
  readonly namespace: string | undefined;
  /** For messages: the generateName while there is no name yet. */
  readonly name: string;
  /** The object is one of a collection that is deleted. */
  readonly isOfCollection?: boolean;
  /** Of a deletion, with the grace period that the object gets. */
  readonly deletion?: DeleteOptions;
  readonly context: RequestContext;
  /** The owners that the fields of the object get by this write; absent where it has them already. */
  readonly entries?: () => Entries;
  /** What webhooks did so far; absent when none is called. */
  readonly trail?: Trail | undefined;
}

/** Mutates, validates, or both. All methods reject a request by throwing an ApiError. */
export interface AdmissionPlugin {
  /** The name in v1.24's flag `--enable-admission-plugins`. */
  readonly name: string;
  /**
   * Whether the plugin applies to such requests at all. Called once for each combination: the
   * answer must always be the same.
   */
  handles(kind: Kind, operation: Operation, subresource: string | undefined): boolean;
  /** Whether it has nothing to do with such requests in a namespace at present; absent: it always has. */
  isIdle?(
    kind: Kind,
    operation: Operation,
    subresource: string | undefined,
    access: AdmissionAccess,
    namespace: string | undefined,
  ): boolean;
  /**
   * The changed object; the same one when there is nothing to change. Runs after defaulting and
   * before validation; `old` is the stored object of an update.
   */
  mutate?(
    object: KubeObject,
    old: KubeObject | undefined,
    request: AdmissionRequest,
    access: AdmissionAccess,
  ): KubeObject | Promise<KubeObject>;
  /** Checks the object in its final form, after all other checks. */
  validate?(
    object: KubeObject,
    old: KubeObject | undefined,
    request: AdmissionRequest,
    access: AdmissionAccess,
  ): void | Promise<void>;
  /** Checks a deletion by what it names; the object need not exist. */
  permit?(request: AdmissionRequest, access: AdmissionAccess): void | Promise<void>;
  /** Checks the deletion of a stored object. */
  examine?(
    old: KubeObject,
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
