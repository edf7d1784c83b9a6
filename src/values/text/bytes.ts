/**
 * Bytes and texts, the same on every machine: a browser has no Buffer. What cannot be read is read as
 * Node's Buffer reads it.
 */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PADDING = 0x3d;
/** The value of each character of base64, that of addresses too; -1 for others. */
const VALUES = Int8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (char === '-') return 62;
  return char === '_' ? 63 : ALPHABET.indexOf(char);
});
/** How many characters one call may take. */
const PART = 4096;

const encoder = new TextEncoder();

/** The bytes of a text in UTF-8. */
export function utf8Bytes(text: string): Uint8Array {
  return encoder.encode(text);
}

/** The number of bytes of a text in UTF-8. Half of a pair counts as the three bytes that replace it. */
export function utf8Length(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    length += code < 0x800 ? 1 : 2;
    if (code < 0xd800 || code > 0xdbff) continue;
    const next = text.charCodeAt(at + 1);
    // A pair has four bytes: two for each half.
    if (next < 0xdc00 || next > 0xdfff) continue;
    at++;
  }
  return length;
}

/** The text of bytes in UTF-8; what is not valid becomes U+FFFD. */
export function utf8Text(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** Each byte as the character with that number. */
export function latin1Text(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PART) {
    text += String.fromCharCode(...bytes.subarray(at, at + PART));
  }
  return text;
}

/** In lower case. */
export function hexText(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const group = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    text += ALPHABET[group >> 18]! + ALPHABET[(group >> 12) & 63]!;
    text += left > 1 ? ALPHABET[(group >> 6) & 63]! : '=';
    text += left > 2 ? ALPHABET[group & 63]! : '=';
  }
  return text;
}

/** The form for addresses: other characters, and no padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
}

/** Reads both forms of base64; skips what belongs to neither, and ends at the padding. */
export function fromBase64(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4));
  let [length, group, bits] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === PADDING) break;
    const value = code < 128 ? VALUES[code]! : -1;
    if (value < 0) continue;
    group = ((group << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length++] = group >> bits;
  }
  return bytes.subarray(0, length);
}

/** The number of bytes that a base64 text without odd characters encodes. */
export function base64Length(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return Math.floor(((text.length - padding) * 3) / 4);
}

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** -1, 0 or 1: by the first byte that differs, then by length. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at++) {
    if (a[at] !== b[at]) return a[at]! < b[at]! ? -1 : 1;
  }
  return Math.sign(a.length - b.length);
}
