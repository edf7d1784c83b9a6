/** Reads the binary encoding of certificates (DER), whatever it is given. */

export interface Element {
  readonly tag: number;
  /** With tag and length. */
  readonly whole: Uint8Array;
  readonly content: Uint8Array;
}

/** The elements that stand one after the other. @throws {Error} for bytes that are not DER */
export function elementsOf(bytes: Uint8Array): readonly Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const { start, end } = extentOf(bytes, at);
    elements.push({
      tag: bytes[at]!,
      whole: bytes.subarray(at, end),
      content: bytes.subarray(start, end),
    });
    at = end;
  }
  return elements;
}

/** The elements inside an element of that tag. @throws {Error} for another one, or none */
export function inside(element: Element | undefined, tag: number): readonly Element[] {
  if (element?.tag !== tag) throw new Error("asn1: structure error: tags don't match");
  return elementsOf(element.content);
}

function extentOf(bytes: Uint8Array, at: number): { readonly start: number; readonly end: number } {
  const first = bytes[at + 1];
  // Long tags do not occur in certificates.
  if (first === undefined || (bytes[at]! & 0x1f) === 0x1f) throw truncated();
  const count = first < 0x80 ? 0 : first & 0x7f;
  const start = at + 2 + count;
  if (count > 4 || first === 0x80 || start > bytes.length) throw truncated();
  const end = start + (count === 0 ? first : lengthIn(bytes.subarray(at + 2, start)));
  if (end > bytes.length) throw truncated();
  return { start, end };
}

/** Big-endian. */
function lengthIn(bytes: Uint8Array): number {
  return bytes.reduce((length, byte) => length * 256 + byte, 0);
}

function truncated(): Error {
  return new Error('asn1: syntax error: data truncated');
}

/** `2.5.4.3` */
export function oidText(content: Uint8Array): string {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of content) {
    number = number * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    numbers.push(number);
    number = 0;
  }
  const [first = 0, ...rest] = numbers;
  const root = Math.min(Math.floor(first / 40), 2);
  return [root, first - root * 40, ...rest].join('.');
}

export const tags = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  sequence: 0x30,
  set: 0x31,
  attributes: 0xa0,
} as const;
