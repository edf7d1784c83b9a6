/** A file that is not a run record, or one that this version cannot read. */
export class RecordError extends Error {
  override readonly name = 'RecordError';
}
