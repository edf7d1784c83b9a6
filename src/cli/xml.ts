/** Pieces of XML. */

export function attributesOf(attributes: Readonly<Record<string, string | number>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${escaped(String(value))}"`)
    .join(' ');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

/** XML cannot represent most control characters. */
export function escaped(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b-\u001f]/g, '?')
    .replace(/[&<>"\n]/g, (character) => ESCAPES[character]!);
}
