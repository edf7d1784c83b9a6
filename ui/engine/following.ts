/** A record that grows as a server writes: apart, as only the page of a server needs it. */
import { GrowingLog } from '#record';
import type { KindRegistry } from '#catalog';

/** @param beginning what the record begins with @throws {RecordError} */
export function following(beginning: unknown, kinds: KindRegistry): GrowingLog {
  return new GrowingLog(beginning, kinds);
}
