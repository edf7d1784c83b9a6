/** A file that cannot be read, and why. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

/** A file whose bytes are not valid UTF-8. */
export class EncodingError extends FileError {
  /** From 1. */
  readonly line: number;
  readonly column: number;

  constructor(message: string, line: number, column: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}
