/** JSON as the API server writes it. */

const escaped: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};
const mustEscape = /[<>&\u2028\u2029]/;
const allToEscape = /[<>&\u2028\u2029]/g;

/** One line, safe to stand in HTML. */
export function jsonText(value: unknown): string {
  return escapeJson(JSON.stringify(value));
}

/** Over several lines, indented by two blanks. */
export function prettyJsonText(value: unknown): string {
  return escapeJson(JSON.stringify(value, undefined, 2));
}

/** Text of JSON, without the characters that mean something to HTML. */
function escapeJson(text: string): string {
  if (!mustEscape.test(text)) return text;
  return text.replace(allToEscape, (character) => escaped[character]!);
}

/** With the line break that ends every answer. */
export function jsonBytes(value: unknown): Buffer {
  return Buffer.from(`${jsonText(value)}\n`);
}
