/** How an object is written through one of its endpoints: pure functions that a kind declares. */
import type { FieldErrors, KubeObject } from '#values';
import type { ObjectMeta } from '#types';
import type { Profile } from '../profile/profile.ts';

/** What a strategy may use besides the objects. */
export interface StrategyContext {
  /** Virtual time, ms. */
  readonly now: number;
  /** The release that the server behaves like. */
  readonly profile: Profile;
  /** Returns the labels of a namespace; undefined where there is none, or where none are known. */
  labelsOfNamespace?(name: string): Readonly<Record<string, string>> | undefined;
  /** Returns what is wrong with an expression that selects devices; undefined for nothing. Absent: it is not looked at. */
  deviceSelectorFault?(expression: string): string | undefined;
}

/** Who makes a request. */
export interface Requester {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** What a kind declares about writes to a part of its objects, such as their status. */
export interface PartRules<T extends KubeObject> {
  /** What the strategy does on update, once all other parts have been restored. */
  prepare?(object: T, old: T, context: StrategyContext): T;
  /** Removes what a release does not store. The writer still owns those fields. */
  trim?(object: T, old: T, context: StrategyContext): T;
  /**
   * The strategy for an object that such a write creates, which v1.24 allows where PUT may create,
   * without allocating anything; absent: such a write answers 404.
   */
  make?(object: T, context: StrategyContext, user?: Requester): T;
  /** Checks what {@link make} has made; absent: as the kind checks any new object. */
  validateMade?(errors: FieldErrors, object: T, context: StrategyContext): void;
  /** Checks other than those of metadata. Adds its findings to `errors`. */
  validate?(errors: FieldErrors, object: T, old: T, context: StrategyContext): void;
  /** A write is checked where it changes nothing of the object, too: what is sent may be refused, or what is stored. */
  readonly checksStored?: boolean;
  /** Returns the warnings about what is written. */
  warnings?(object: T, profile: Profile): readonly string[];
  /**
   * Metadata fields that a write to this part leaves as they are. `all`: the whole metadata, including
   * field ownership.
   */
  readonly keepsMetadata?: readonly (keyof ObjectMeta)[] | 'all' | 'all but owners';
  /** The behaviour since which it does. */
  readonly keepsMetadataWith?: string;
  /** Metadata fields that the writer never owns, whatever it sends; `all`: the whole metadata. */
  readonly ownsNoMetadata?: readonly (keyof ObjectMeta)[] | 'all';
  /** The behaviour since which it does not. */
  readonly ownsNoMetadataWith?: string;
  /** With `all`: the behaviour since which it is all but the ownership of fields. */
  readonly ownersWith?: string;
}

/** A part of an object that is written separately, in the object's own form. */
export interface ObjectPart<T extends KubeObject = KubeObject> extends PartRules<T> {
  /** The new version: this part as in `desired`, the rest as in `old`, with this metadata. */
  take(desired: T, old: T, metadata: ObjectMeta): T;
  /** Fields that such a write never changes, whatever is sent: it owns none of them. */
  readonly keeps: readonly string[];
  /** It is about the spec: fields of gates that are off are dropped, and it raises the generation, as writes to the object itself do. */
  readonly writesSpec?: boolean;
}

/** What `/scale` shows of an object. */
export interface ScaleState {
  /** The desired number. */
  readonly replicas: number;
  /** The actual number. */
  readonly statusReplicas: number;
  /** The selector of the pods, as text. */
  readonly selector: string;
}

/** How `/scale` reads and writes the objects of a kind. */
export interface Scaling<T extends KubeObject = KubeObject> {
  get(object: T): ScaleState;
  /** What a write changes, where that is not what a read shows: an object may have no number yet. */
  start?(object: T): ScaleState;
  /** The object with that number of desired replicas; the same object if it has that number already. */
  set(object: T, replicas: number): T;
  /** Where there is no object, reads name its resource in each release: earlier ones name the scale for other kinds. */
  readonly namesObject?: boolean;
}
