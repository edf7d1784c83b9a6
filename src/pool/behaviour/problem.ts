/** An error in a rule, and its place. */
export interface RuleProblem {
  /** Keys and indexes that lead to it: `['crash', 'after']`. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** A word that is not known, and those that are. */
  readonly near?: { readonly word: string; readonly known: readonly string[] };
}

/** Notes a problem. */
export type Complain = (
  path: RuleProblem['path'],
  message: string,
  near?: RuleProblem['near'],
) => undefined;

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
