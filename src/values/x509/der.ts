/** The binary encoding of certificates (DER), as far as they need it. */
import { concatBytes, utf8Bytes } from '../text/bytes.ts';
import { formatTime } from '../time/time.ts';

/** A value after its tag and length. */
export function bytesOf(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = concatBytes(...parts);
  return concatBytes(Uint8Array.of(tag, ...lengthBytes(content.length)), content);
}

export function sequence(...parts: readonly Uint8Array[]): Uint8Array {
  return bytesOf(0x30, ...parts);
}

export function set(...parts: readonly Uint8Array[]): Uint8Array {
  return bytesOf(0x31, ...parts);
}

/** A positive number, big-endian. */
export function integer(bytes: Uint8Array): Uint8Array {
  return bytesOf(0x02, bytes[0]! >= 0x80 ? Uint8Array.of(0) : new Uint8Array(), bytes);
}

export function utf8(text: string): Uint8Array {
  return bytesOf(0x0c, utf8Bytes(text));
}

export function bits(bytes: Uint8Array): Uint8Array {
  return bytesOf(0x03, Uint8Array.of(0), bytes);
}

/** `2.5.4.3` */
export function oid(text: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  return bytesOf(0x06, Uint8Array.of(first * 40 + second, ...rest.flatMap(base128)));
}

/** An explicit context tag. */
export function tagged(number: number, content: Uint8Array): Uint8Array {
  return bytesOf(0xa0 + number, content);
}

/** From this year on, a year needs four digits. */
const year2050 = 2_524_608_000_000;

/** @param ms since 1970 */
export function time(ms: number): Uint8Array {
  const digits = formatTime(ms).replace(/[-:T]/g, '');
  return ms < year2050
    ? bytesOf(0x17, utf8Bytes(digits.slice(2)))
    : bytesOf(0x18, utf8Bytes(digits));
}

export const isTrue = bytesOf(0x01, Uint8Array.of(0xff));

/** @param isCritical clients that don't understand the extension must refuse the certificate */
export function extension(id: string, value: Uint8Array, isCritical = false): Uint8Array {
  const content = bytesOf(0x04, value);
  return isCritical ? sequence(oid(id), isTrue, content) : sequence(oid(id), content);
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest >>= 8) bytes.unshift(rest & 0xff);
  return [0x80 | bytes.length, ...bytes];
}

function base128(number: number): number[] {
  const bytes = [number & 0x7f];
  for (let rest = number >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}
