/** What is wrong with a scenario file: where, what, and what would be right. */

export interface Problem {
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** What is wrong, and what would be right. */
  readonly message: string;
  /** A near miss, such as `did you mean "apply"?`. */
  readonly hint?: string;
}

/** A scenario that cannot be run. Nothing of it has been carried out. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
  readonly file: string;
  /** In the order of the file; at least one. */
  readonly problems: readonly Problem[];

  constructor(file: string, problems: readonly Problem[]) {
    super(problems.map((problem) => problemText(file, problem)).join('\n'));
    this.file = file;
    this.problems = problems;
  }
}

/** `FILE:LINE:COLUMN: message (hint)`, a form that editors and terminals can jump to. */
export function problemText(file: string, { line, column, message, hint }: Problem): string {
  const place = line > 0 ? `${file}:${line}:${column}` : file;
  return `${place}: ${message}${hint === undefined ? '' : ` (${hint})`}`;
}
