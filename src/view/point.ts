/** A value of a series, from a moment on. */
export interface Point {
  /** Virtual ms since the start. */
  readonly atMs: number;
  readonly revision: number;
  /** Absent while the object does not exist. */
  readonly value?: number;
}
