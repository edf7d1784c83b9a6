/**
 * Raw JSON (Go's RawExtension): a value whose text matters. Code that reads values sees plain JSON;
 * the text is kept in a hidden property until the value is replaced.
 */
import { goJson } from '../go/json.ts';
import { escapeJson } from './json-escape.ts';

/** Where such a value keeps its text. */
const source = Symbol('source');

/**
 * The value of the text, with its text. Scalars keep no text: they are written again from their
 * value.
 * @throws {SyntaxError} for invalid JSON
 */
export function rawJson(text: string): unknown {
  const value = JSON.parse(text) as unknown;
  if (typeof value === 'object' && value !== null) {
    Object.defineProperty(value, source, { value: text });
  }
  return value;
}

/**
 * The text byte for byte. A value without a text (from YAML, a run record, a patch) has the text
 * that Go gives to its maps, which is also how v1.24's controllers write it.
 */
export function rawText(value: unknown): string {
  return sourceOf(value) ?? goJson(value);
}

/** Whether two values that are equal, of raw JSON or of any other kind, also have the same text. */
export function hasSameText(a: unknown, b: unknown): boolean {
  return sourceOf(a) === sourceOf(b) || rawText(a) === rawText(b);
}

/**
 * The text as Go writes it inside other JSON: on one line, with the special characters of HTML
 * escaped.
 */
export function compactJson(value: unknown): string {
  const text = sourceOf(value);
  return text === undefined ? goJson(value) : escapeJson(withoutSpace(text));
}

/**
 * A value on one line: as `JSON.stringify` writes it, except for an object's raw JSON fields, which
 * are compacted.
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

/** The texts of an object's fields, from valid JSON; of fields that are given twice, the last. */
export function fieldTexts(json: string, names: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, text] of partTexts(json)) if (names.includes(name)) found.set(name, text);
  return found;
}

/** The texts of a list's elements, from valid JSON. */
export function elementTexts(json: string): readonly string[] {
  return Array.from(partTexts(json), ([, text]) => text);
}

/** The parts of an object or a list in JSON: texts, with names in objects. */
function* partTexts(json: string): Generator<readonly [name: string, text: string]> {
  const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;
  const isList = json.trimStart().startsWith('[');
  let depth = 0;
  let name = '';
  let start = -1;
  for (let token = tokens.exec(json); token !== null; token = tokens.exec(json)) {
    const [text] = token;
    const isEnd = text === '}' || text === ']';
    if (depth === 1 && (isEnd || text === ',')) {
      const part = start < 0 ? '' : json.slice(start, token.index).trim();
      if (part !== '') yield [name, part];
      start = -1;
    } else if (depth === 1 && start < 0 && !isList && text !== ':') {
      name = JSON.parse(text) as string;
    }
    if (isEnd) depth--;
    else if (text === '{' || text === '[') depth++;
    const begins = isList ? text === ',' || text === '[' : text === ':';
    if (depth === 1 && start < 0 && begins) start = token.index + 1;
  }
}

function sourceOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as { readonly [source]?: string })[source];
}

/** Removes white space between tokens, not inside strings. */
function withoutSpace(text: string): string {
  return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|\s+/g, (token) =>
    token.startsWith('"') ? token : '',
  );
}
