/**
 * One case of a vector file, as read from JSON. The files have a shape of their own each, so a
 * runner narrows this to the interface it describes for its file.
 */
export type TestCase = Readonly<Record<string, unknown>>;

/**
 * Replays one recorded case. Answers undefined when the outcome equals the recorded one, and
 * otherwise says what differs. A throw counts as a mismatch too.
 */
export type Runner = (testCase: TestCase) => string | undefined;

/** What the table holds for one vector file. */
export interface VectorFile {
  readonly run: Runner;
  /** A remark to print under the file's line, made from all its cases; for what the counts don't tell. */
  readonly note?: (cases: readonly TestCase[]) => string;
}

/** Compares two JSON values, objects without regard to key order; the usual last step of a runner. */
export function expectSame(what: string, actual: unknown, expected: unknown): string | undefined {
  const [got, want] = [stableJson(actual), stableJson(expected)];
  return got === want ? undefined : `${what}: got ${got}, recorded ${want}`;
}

/** What a case records as outcome: all of it but the named inputs. */
export function outcomeIn(testCase: TestCase, ...inputs: readonly string[]): object {
  return Object.fromEntries(Object.entries(testCase).filter(([name]) => !inputs.includes(name)));
}

/** The first mismatch of a list of checks, so that runners can state their checks as one list. */
export function firstMismatch(...checks: readonly (string | undefined)[]): string | undefined {
  return checks.find((check) => check !== undefined);
}

function stableJson(value: unknown): string {
  return (
    JSON.stringify(value, (_, part: unknown) => (isRecord(part) ? sortKeys(part) : part)) ??
    'nothing'
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sortKeys(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
