/**
 * Raw JSON (Go's RawExtension): a value that counts by its text. What reads values sees plain JSON;
 * the text goes along with it, out of their sight, for as long as nobody changes it.
 */
import { escapeJson } from './json-escape.ts';

/** Where such a value keeps its text. */
const source = Symbol('source');

/**
 * The value that the text stands for, with its text. A number, a text or the like has none: it is
 * written anew.
 * @throws {SyntaxError} for what is no JSON
 */
export function rawJson(text: string): unknown {
  const value = JSON.parse(text) as unknown;
  if (typeof value === 'object' && value !== null) {
    Object.defineProperty(value, source, { value: text });
  }
  return value;
}

/** The text byte for byte; for a value that came without one, as Go would write it. */
export function rawText(value: unknown): string {
  return sourceOf(value) ?? escapeJson(JSON.stringify(value));
}

/** The text as Go writes it within other JSON: in one line, safe to stand in HTML. */
export function compactJson(value: unknown): string {
  const text = sourceOf(value);
  return text === undefined ? escapeJson(JSON.stringify(value)) : escapeJson(withoutSpace(text));
}

/**
 * A value in one line: as `JSON.stringify` writes it, but for an object's fields of raw JSON, which
 * are compact.
 */
export function objectJson(object: unknown): string {
  if (typeof object !== 'object' || object === null) return JSON.stringify(object);
  const fields = Object.entries(object) as readonly (readonly [string, unknown])[];
  if (!fields.some(([, value]) => sourceOf(value) !== undefined)) return JSON.stringify(object);
  const written = fields.map(([name, value]) => {
    const text = sourceOf(value) === undefined ? JSON.stringify(value) : compactJson(value);
    return text === undefined ? '' : `${JSON.stringify(name)}:${text}`;
  });
  return `{${written.filter((text) => text !== '').join(',')}}`;
}

/** The texts of the fields of an object in JSON that reads well; of fields given twice the last. */
export function fieldTexts(json: string, names: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;
  let depth = 0;
  let key: string | undefined;
  let start = 0;
  for (let token = tokens.exec(json); token !== null; token = tokens.exec(json)) {
    const [text] = token;
    if (text === '}' || text === ']') depth--;
    if (depth === 1 && text === ':') start = token.index + 1;
    else if (depth === 1 && start === 0 && text.startsWith('"')) key = JSON.parse(text) as string;
    else if ((depth === 1 && text === ',') || (depth === 0 && text === '}')) {
      if (names.includes(key!)) found.set(key!, json.slice(start, token.index).trim());
      start = 0;
    }
    if (text === '{' || text === '[') depth++;
  }
  return found;
}

function sourceOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as { readonly [source]?: string })[source];
}

/** White space between tokens goes; that in texts stays. */
function withoutSpace(text: string): string {
  return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|\s+/g, (token) =>
    token.startsWith('"') ? token : '',
  );
}
