/** What is wrong with a fault as it is written, and the tools that readers of its parts share. */

/** An error in a fault, and its place. */
export interface FaultProblem {
  /** Keys and indexes that lead to it: `['match', 'verb', 0]`. */
  readonly path: readonly (string | number)[];
  /** What is wrong, and what would be right. */
  readonly message: string;
  /** A word that is not known, and those that are. */
  readonly near?: { readonly word: string; readonly known: readonly string[] };
}

/** `match.verb: unknown verb "put"; known are ...` */
export function problemText({ path, message }: FaultProblem): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}

/** Notes a problem. */
export type Complain = (
  path: FaultProblem['path'],
  message: string,
  near?: FaultProblem['near'],
) => undefined;

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A map with these fields only; undefined after a complaint. */
export function readFields(
  value: unknown,
  known: readonly string[],
  path: FaultProblem['path'],
  complain: Complain,
): Fields | undefined {
  if (!isFields(value)) return complain(path, `expected a map with ${known.join(', ')}`);
  for (const name of Object.keys(value)) {
    if (known.includes(name)) continue;
    const message = `unknown field "${name}"; known are ${known.join(', ')}`;
    complain([...path, name], message, { word: name, known });
  }
  return value;
}

/** One text or a list of texts; undefined when it is absent, or after a complaint. */
export function readTexts(
  value: unknown,
  path: FaultProblem['path'],
  complain: Complain,
): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (texts.length === 0) return complain(path, 'expected a text, or a list of at least one');
  for (const [index, text] of texts.entries()) {
    if (typeof text === 'string' && text !== '') continue;
    complain(Array.isArray(value) ? [...path, index] : path, 'expected a text');
  }
  return texts.map(String);
}

/** A whole number of at least 1; undefined when it is absent, or after a complaint. */
export function readCount(
  value: unknown,
  path: FaultProblem['path'],
  complain: Complain,
): number | undefined {
  if (value === undefined || (Number.isSafeInteger(value) && Number(value) >= 1)) {
    return value as number | undefined;
  }
  return complain(path, `expected a whole number of at least 1, found ${JSON.stringify(value)}`);
}
