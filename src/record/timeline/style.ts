/** Styles for parts of a text, by meaning: colours in a terminal, nothing in plain text. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  /** Something was created, or is as it should be. */
  readonly good: (text: string) => string;
  /** Something is in progress, or missing. */
  readonly warn: (text: string) => string;
  /** Something was deleted, or failed. */
  readonly bad: (text: string) => string;
  /** A status line. */
  readonly status: (text: string) => string;
  /** Actions of the user. */
  readonly act: (text: string) => string;
}

const plain = (text: string): string => text;

/** No colours. */
export const plainStyle: Style = {
  bold: plain,
  dim: plain,
  good: plain,
  warn: plain,
  bad: plain,
  status: plain,
  act: plain,
};
