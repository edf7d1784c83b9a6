/** What was asked for cannot be done as it was put: the command prints it and exits with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
