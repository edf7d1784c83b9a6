/** The operators that compute. */
import { concatBytes } from '#values';
import { compare, ItemIndex } from './equality.ts';
import type { Meter } from './meter.ts';
import { Unsigned } from './syntax.ts';
import { CelError, CelList, Duration, noOverload, Timestamp, type Value } from './values.ts';

const least = -(2n ** 63n);
const most = 2n ** 63n - 1n;
const mostUnsigned = 2n ** 64n - 1n;

/** Longer texts are not made: nothing that fits into a request needs them. */
export const longestText = 8 * 1024 * 1024;

export function int(value: bigint): Value {
  return value < least || value > most ? new CelError('integer overflow') : value;
}

export function uint(value: bigint): Value {
  const fits = value >= 0n && value <= mostUnsigned;
  return fits ? new Unsigned(value) : new CelError('unsigned integer overflow');
}

function duration(nanos: bigint): Value {
  return nanos < least || nanos > most ? new CelError('integer overflow') : new Duration(nanos);
}

const firstTime = -62_135_596_800n * 1_000_000_000n;
const lastTime = 253_402_300_800n * 1_000_000_000n;

export function timestamp(nanos: bigint): Value {
  const fits = nanos >= firstTime && nanos < lastTime;
  return fits ? new Timestamp(nanos) : new CelError('timestamp overflow');
}

export function add(a: Value, b: Value, meter: Meter): Value {
  if (typeof a === 'bigint' && typeof b === 'bigint') return int(a + b);
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  if (typeof a === 'string' && typeof b === 'string') {
    if (a.length + b.length > longestText) meter.step(Infinity);
    return a + b;
  }
  if (a instanceof Unsigned && b instanceof Unsigned) return uint(a.value + b.value);
  if (a instanceof CelList && b instanceof CelList) return join(a, b, meter);
  if (a instanceof Uint8Array && b instanceof Uint8Array) {
    if (a.length + b.length > longestText) meter.step(Infinity);
    return concatBytes(a, b);
  }
  if (a instanceof Duration) {
    if (b instanceof Duration) return duration(a.nanos + b.nanos);
    return b instanceof Timestamp ? timestamp(a.nanos + b.nanos) : noOverload;
  }
  if (a instanceof Timestamp && b instanceof Duration) return timestamp(a.nanos + b.nanos);
  return noOverload;
}

/** A set gets what it lacks; in a list by keys, items of the second list replace those of the first. */
function join(a: CelList, b: CelList, meter: Meter): Value {
  meter.step(1 + b.size);
  if (a.merging === undefined) return a.with([...b], (count) => meter.step(count));
  const items = [...a];
  meter.step(a.size);
  if (a.merging === 'set') {
    const known = new ItemIndex(a, meter);
    for (const item of b) if (known.like(item) === undefined) items.push(item);
    return CelList.of(items, a.merging);
  }
  const later = new ItemIndex(CelList.of([...b], a.merging), meter);
  const earlier = new ItemIndex(a, meter);
  const merged = items.map((item) => later.like(item) ?? item);
  for (const item of b) if (earlier.like(item) === undefined) merged.push(item);
  return CelList.of(merged, a.merging);
}

export function subtract(a: Value, b: Value): Value {
  if (typeof a === 'bigint' && typeof b === 'bigint') return int(a - b);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (a instanceof Unsigned && b instanceof Unsigned) return uint(a.value - b.value);
  if (a instanceof Duration && b instanceof Duration) return duration(a.nanos - b.nanos);
  if (a instanceof Timestamp) {
    if (b instanceof Timestamp) return duration(a.nanos - b.nanos);
    return b instanceof Duration ? timestamp(a.nanos - b.nanos) : noOverload;
  }
  return noOverload;
}

export function multiply(a: Value, b: Value): Value {
  if (typeof a === 'bigint' && typeof b === 'bigint') return int(a * b);
  if (typeof a === 'number' && typeof b === 'number') return a * b;
  if (a instanceof Unsigned && b instanceof Unsigned) return uint(a.value * b.value);
  return noOverload;
}

export function divide(a: Value, b: Value): Value {
  if (typeof a === 'number' && typeof b === 'number') return a / b;
  return whole(a, b, 'division by zero', (x, y) => x / y);
}

export function modulo(a: Value, b: Value): Value {
  return whole(a, b, 'modulus by zero', (x, y) => x % y);
}

function whole(
  a: Value,
  b: Value,
  byZero: string,
  compute: (x: bigint, y: bigint) => bigint,
): Value {
  if (typeof a === 'bigint' && typeof b === 'bigint') {
    return b === 0n ? new CelError(byZero) : int(compute(a, b));
  }
  if (!(a instanceof Unsigned) || !(b instanceof Unsigned)) return noOverload;
  return b.value === 0n ? new CelError(byZero) : uint(compute(a.value, b.value));
}

export function negate(a: Value): Value {
  if (typeof a === 'bigint') return int(-a);
  return typeof a === 'number' ? -a : noOverload;
}

/** `<` and the like. */
export function comparing(
  holds: (order: number) => boolean,
): (a: Value, b: Value, meter: Meter) => Value {
  return (a, b, meter) => {
    if (Number.isNaN(a) || Number.isNaN(b)) return false;
    const found = compare(a, b, meter);
    return found === undefined ? noOverload : holds(found);
  };
}
