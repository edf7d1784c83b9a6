/** How an object is written through one of its addresses: pure functions that a kind declares. */
import type { FieldErrors } from './meta/field-errors.ts';
import type { KubeObject } from './meta/object.ts';
import type { ObjectMeta } from './types/index.ts';

/** Feature gates by name, as `--feature-gates` sets them. */
export interface FeatureGates {
  enabled(gate: string): boolean;
}

/** What a strategy may look at beside the objects. */
export interface StrategyContext {
  /** Virtual time, ms. */
  readonly now: number;
  readonly features: FeatureGates;
}

/** What a kind says about writes to a part of its objects, such as their status. */
export interface PartRules<T extends KubeObject> {
  /** What the strategy does on update, when all that is not of this part has been restored. */
  prepare?(object: T, old: T, context: StrategyContext): T;
  /** Takes out what v1.24 does not keep. Who wrote that owns it all the same. */
  trim?(object: T, old: T): T;
  /**
   * The strategy for an object that such a write creates, which v1.24 allows where PUT may create,
   * without allocating anything; absent: such a write finds nothing.
   */
  make?(object: T, context: StrategyContext): T;
  /** Checks beyond metadata. Adds what it finds to `errors`. */
  validate?(errors: FieldErrors, object: T, old: T, context: StrategyContext): void;
  /**
   * Fields of the metadata that a write to this part leaves alone. `all`: the whole metadata, and so
   * the owners of fields.
   */
  readonly keepsMetadata?: readonly string[] | 'all';
}

/** A part of an object that is written apart from the rest, in the object's own form. */
export interface Part<T extends KubeObject = KubeObject> extends PartRules<T> {
  /** The new version: this part as in `wanted`, the rest as in `old`, with this metadata. */
  take(wanted: T, old: T, metadata: ObjectMeta): T;
  /** Fields of the object that such a write leaves alone, whatever is sent: it owns none of them. */
  readonly keeps: readonly string[];
}

/** How `/scale` reads and writes the objects of a kind. */
export interface Scaling<T extends KubeObject = KubeObject> {
  get(object: T): {
    /** As wanted. */
    readonly replicas: number;
    /** As there are. */
    readonly statusReplicas: number;
    /** Of the pods, in its text form. */
    readonly selector: string;
  };
  /** The object with so many replicas wanted; the very same one when it wants so many already. */
  set(object: T, replicas: number): T;
}
