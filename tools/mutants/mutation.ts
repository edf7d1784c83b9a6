/** One change of a source file: what stands between two offsets becomes another text. */
export interface Mutation {
  /** Seen from the root of the checkout. */
  readonly file: string;
  /** The operator that found it: `comparison`, `early exit`. */
  readonly operator: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** The file's text with the mutation made. */
export function mutated(text: string, { start, end, replacement }: Mutation): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** The number of the first changed line, counted from 1. */
export function lineOf(text: string, { start }: Mutation): number {
  return text.slice(0, start).split('\n').length;
}

/** The changed lines before and after, as a diff shows them; a long change keeps its first lines. */
export function diffOf(text: string, mutation: Mutation): string {
  const from = text.lastIndexOf('\n', mutation.start - 1) + 1;
  const next = text.indexOf('\n', mutation.end);
  const to = next < 0 ? text.length : next;
  const after =
    text.slice(from, mutation.start) + mutation.replacement + text.slice(mutation.end, to);
  return [...marked('-', text.slice(from, to)), ...marked('+', after)].join('\n');
}

const LINES_SHOWN = 4;

function marked(sign: string, lines: string): string[] {
  const all = lines.split('\n');
  const shown = all.slice(0, LINES_SHOWN).map((line) => `${sign} ${line}`);
  return all.length > LINES_SHOWN ? [...shown, `${sign} ...`] : shown;
}
