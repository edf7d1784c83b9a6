/** What is wrong with a scenario: where, what, and what would be right. */

export interface Problem {
  /** Path of the file: the scenario's own as it was given, others from there. */
  readonly file: string;
  /** From 1; 0 when it is about the file as a whole. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** What is wrong, and what would be right. */
  readonly message: string;
  /** A near miss, such as `did you mean "apply"?`. */
  readonly hint?: string;
  /** Valid, but surely not intended. */
  readonly isWarning?: true;
  /** Valid, and likely intended: worth knowing. */
  readonly isNote?: true;
}

/** A scenario that cannot be run. None of its steps has run. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
  readonly file: string;
  /** In the order of the files; at least one. */
  readonly problems: readonly Problem[];

  constructor(file: string, problems: readonly Problem[]) {
    super(problems.map(problemText).join('\n'));
    this.file = file;
    this.problems = problems;
  }
}

/** `FILE:LINE:COLUMN: message (hint)`, a form that editors and terminals can jump to. */
export function problemText(problem: Problem): string {
  const { file, line, column, message, hint, isWarning, isNote } = problem;
  const place = line > 0 ? `${file}:${line}:${column}` : file;
  const severity = isWarning === true ? 'warning: ' : isNote === true ? 'note: ' : '';
  return `${place}: ${severity}${message}${hint === undefined ? '' : ` (${hint})`}`;
}

/** A longer list helps no reader. */
const MOST_PROBLEMS = 200;

/** Collects the problems of all files of a scenario. Duplicates are kept once. */
export class Problems {
  readonly #found = new Map<string, Problem>();
  /** Files in the order in which they were first seen. */
  readonly #files = new Map<string, number>();

  /** Adds a file after the known ones: its problems come after theirs. */
  see(file: string): void {
    if (!this.#files.has(file)) this.#files.set(file, this.#files.size);
  }

  add(problem: Problem): void {
    this.see(problem.file);
    const key = problemText(problem);
    if (this.#found.size < MOST_PROBLEMS) this.#found.set(key, problem);
  }

  /** What makes the scenario impossible to run, in the order of the files. */
  get errors(): readonly Problem[] {
    return this.all.filter(({ isWarning }) => isWarning !== true);
  }

  /** Errors and warnings, in the order of the files. */
  get all(): readonly Problem[] {
    const fileOf = ({ file }: Problem): number => this.#files.get(file) ?? 0;
    return [...this.#found.values()].sort(
      (a, b) => fileOf(a) - fileOf(b) || a.line - b.line || a.column - b.column,
    );
  }
}
