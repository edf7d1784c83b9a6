/** A file that holds no run record, or one that this version cannot read. */
export class RecordError extends Error {
  override readonly name = 'RecordError';
}
