/** How parts of a text are set apart, by what they mean: colours in a terminal, nothing in plain text. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  /** Something came about, or is as it should be. */
  readonly good: (text: string) => string;
  /** Something is on its way, or lacking. */
  readonly warn: (text: string) => string;
  /** Something went, or went wrong. */
  readonly bad: (text: string) => string;
  /** A status line. */
  readonly status: (text: string) => string;
  /** The user's own acts. */
  readonly act: (text: string) => string;
}
