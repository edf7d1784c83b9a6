const escaped: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};
const mustEscape = /[<>&\u2028\u2029]/;
const allToEscape = /[<>&\u2028\u2029]/g;

/** JSON text with the special characters of HTML escaped, as Go writes it. */
export function escapeJson(text: string): string {
  if (!mustEscape.test(text)) return text;
  return text.replace(allToEscape, (character) => escaped[character]!);
}
