/** What is wrong with a folder of data; says what, where, and what can be done. */
export class DataError extends Error {
  override readonly name = 'DataError';
}

/** Returns what a failed write of a file or a folder leads to. */
export function unwritable(path: string, error: unknown): DataError {
  if (error instanceof DataError) return error;
  const { message } = error as Error;
  return new DataError(
    `${path}: cannot be written (${message}); what was acknowledged before is kept`,
  );
}
