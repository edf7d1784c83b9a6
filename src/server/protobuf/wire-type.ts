/** How a field's value is delimited; the lowest three bits of its tag. */
export type WireType = 0 | 1 | 2;

export const varint = 0;
export const bit64 = 1;
export const delimited = 2;
