/** Control characters that have a one-letter escape. */
const letters: Readonly<Record<string, string>> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
};

/** Text that needs no escapes. */
const plain = /^[ !#-[\]-~]*$/;
const unprintable = /[^ \p{L}\p{M}\p{N}\p{P}\p{S}]/gu;

/** A text in quotes, as Go's `%q` prints it. */
export function quote(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  const escaped = text.replace(/[\\"]/g, '\\$&');
  return `"${escaped.replace(unprintable, escapeSequence)}"`;
}

function escapeSequence(character: string): string {
  const letter = letters[character];
  if (letter !== undefined) return letter;
  const code = character.codePointAt(0)!;
  // Half of a surrogate pair is not a character.
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  const hex = code.toString(16);
  if (code < 0x20 || code === 0x7f) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x1_0000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}
