/** What is wrong with a folder of data; says what, where, and what can be done. */
export class DataError extends Error {
  override readonly name = 'DataError';
}
