/** Estimated costs and sizes: from least to most. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/** v1.24 counts in 64 bits, and stays at the most that these hold. */
const limit = 2 ** 64;

export const nothing: Range = { least: 0, most: 0 };
export const unknownSize: Range = { least: 0, most: limit };

export function exactly(value: number): Range {
  return { least: value, most: value };
}

export function plus(...ranges: readonly Range[]): Range {
  return {
    least: bounded(ranges.reduce((sum, { least }) => sum + least, 0)),
    most: bounded(ranges.reduce((sum, { most }) => sum + most, 0)),
  };
}

export function times(a: Range, b: Range): Range {
  return { least: bounded(a.least * b.least), most: bounded(a.most * b.most) };
}

/** A part of each, rounded up. */
export function part({ least, most }: Range, factor: number): Range {
  return { least: bounded(Math.ceil(least * factor)), most: bounded(Math.ceil(most * factor)) };
}

export function either(a: Range, b: Range): Range {
  return { least: Math.min(a.least, b.least), most: Math.max(a.most, b.most) };
}

export function bounded(value: number): number {
  return Math.min(value, limit);
}
