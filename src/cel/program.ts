/** Expressions that can be evaluated. */
import type { Meter } from './meter.ts';
import type { Value } from './values.ts';

/** The values of variables, by their places, and what they may cost. */
export interface Frame {
  readonly variables: Value[];
  readonly meter: Meter;
}

export interface Compiled {
  run(frame: Frame): Value;
  /** Of an expression that has the same value always. */
  readonly constant?: Value;
  /**
   * Of a name or a path. v1.24 counts 1 for each field and index of a path and 1 for the path, but
   * nothing for a path by itself in a branch of `?:` and in an index.
   */
  readonly path?: (frame: Frame) => Value;
}
