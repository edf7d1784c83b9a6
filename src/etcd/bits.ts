/** Sets of small numbers, as one number whose bits they are: in bytes, the greatest first, without leading zeros. */

export function hasBit(bits: Buffer, n: number): boolean {
  const byte = bits[bits.length - 1 - (n >> 3)] ?? 0;
  return ((byte >> (n & 7)) & 1) === 1;
}

export function changedBits(
  bits: Buffer,
  added: readonly number[],
  removed: readonly number[] = [],
): Buffer {
  const length = added.reduce((most, n) => Math.max(most, (n >> 3) + 1), bits.length);
  const next = Buffer.alloc(length);
  bits.copy(next, length - bits.length);
  for (const n of removed) if (n >> 3 < length) next[length - 1 - (n >> 3)]! &= ~(1 << (n & 7));
  for (const n of added) next[length - 1 - (n >> 3)]! |= 1 << (n & 7);
  const first = next.findIndex((byte) => byte !== 0);
  return first < 0 ? Buffer.alloc(0) : next.subarray(first);
}
