import type { Millis } from '#clock';
import type { Change } from './change.ts';

/** Where writes are kept beyond the process. */
export interface Journal {
  /**
   * Takes each write, in order, before readers learn of it.
   * @param expires when the object expires, virtual ms
   */
  append(change: Change, expires: Millis | undefined): void;
}
