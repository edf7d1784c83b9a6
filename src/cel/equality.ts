/** Whether values are equal, which comes first, and how large they are. */
import { compareBytes, hexText } from '#values';
import type { Meter } from './meter.ts';
import { Opaque } from './library/opaque.ts';
import { Unsigned } from './syntax.ts';
import {
  CelList,
  CelMap,
  CelObject,
  CelOptional,
  Duration,
  Timestamp,
  TypeValue,
  Url,
  type Value,
} from './values.ts';

/** Values of different types are not equal. Reads no more than the meter allows. */
export function isEqual(a: Value, b: Value, meter: Meter): boolean {
  meter.step(1);
  if (a === b) return true;
  if (typeof a === 'string' && typeof b === 'string') {
    if (a.length === b.length) meter.stepText(a.length);
    return false;
  }
  if (meter.mixesNumbers && isNumber(a) && isNumber(b))
    return order(numberOf(a), numberOf(b)) === 0;
  if (typeof a === 'number' || typeof a !== 'object' || a === null || b === null) return false;
  if (a instanceof CelList) return b instanceof CelList && areEqualLists(a, b, meter);
  if (a instanceof CelMap) return b instanceof CelMap && areEqualMaps(a, b, meter);
  if (a instanceof CelObject) return b instanceof CelObject && areEqualObjects(a, b, meter);
  if (a instanceof Uint8Array) {
    if (!(b instanceof Uint8Array) || a.length !== b.length) return false;
    meter.stepText(a.length);
    return compareBytes(a, b) === 0;
  }
  if (a instanceof Duration) return b instanceof Duration && a.nanos === b.nanos;
  if (a instanceof Timestamp) return b instanceof Timestamp && a.nanos === b.nanos;
  if (a instanceof Unsigned) return b instanceof Unsigned && a.value === b.value;
  if (a instanceof Opaque) {
    return b instanceof Opaque && a.kind === b.kind && a.text === b.text;
  }
  if (a instanceof CelOptional) {
    if (!(b instanceof CelOptional)) return false;
    if (a.value === undefined || b.value === undefined) return a.value === b.value;
    return isEqual(a.value, b.value, meter);
  }
  if (a instanceof Url) return b instanceof Url && a.text === b.text;
  return a instanceof TypeValue && b instanceof TypeValue && a.name === b.name;
}

/** Lists of the object that are sets or maps are compared as such where they stand first. */
function areEqualLists(a: CelList, b: CelList, meter: Meter): boolean {
  if (a.size !== b.size) return false;
  if (a.merging === undefined) {
    for (let index = 0; index < a.size; index++) {
      if (!isEqual(a.get(index), b.get(index), meter)) return false;
    }
    return true;
  }
  const found = new ItemIndex(a, meter);
  for (const item of b) {
    const same = found.like(item);
    if (same === undefined || !isEqual(same, item, meter)) return false;
  }
  return true;
}

/** Finds the items of a set or a map list. */
export class ItemIndex {
  readonly #keys: readonly string[] | undefined;
  readonly #meter: Meter;
  readonly #items = new Map<string, Value>();

  constructor(list: CelList, meter: Meter) {
    this.#keys = list.merging === 'set' ? undefined : list.merging;
    this.#meter = meter;
    for (const item of list) this.#items.set(this.#keyOf(item), item);
  }

  /** The item that an item of another list corresponds to. */
  like(item: Value): Value | undefined {
    return this.#items.get(this.#keyOf(item));
  }

  #keyOf(item: Value): string {
    if (this.#keys === undefined || !(item instanceof CelObject)) return this.#textOf(item);
    return this.#keys.map((key) => this.#textOf(item.get(key) ?? null)).join();
  }

  #textOf(value: Value): string {
    if (typeof value === 'string') {
      this.#meter.stepText(value.length);
      return JSON.stringify(value);
    }
    if (value instanceof CelObject) {
      const text = JSON.stringify(value.raw);
      this.#meter.step(1 + (text.length >> 3));
      return text;
    }
    this.#meter.step(1);
    if (value instanceof Duration || value instanceof Timestamp) return `t${value.nanos}`;
    if (value instanceof Uint8Array) return `b${hexText(value)}`;
    if (value instanceof CelList) return `[${[...value].map((one) => this.#textOf(one)).join()}]`;
    return `${typeof value} ${String(value)}`;
  }
}

function areEqualMaps(a: CelMap, b: CelMap, meter: Meter): boolean {
  if (a.size !== b.size) return false;
  meter.step(a.size);
  return a.keys.every((key) => {
    const other = b.get(key);
    return other !== undefined && isEqual(a.get(key)!, other, meter);
  });
}

/** Fields that nothing describes count too. */
function areEqualObjects(a: CelObject, b: CelObject, meter: Meter): boolean {
  return a.declared === b.declared && areEqualJson(a.raw, b.raw, meter);
}

function areEqualJson(a: unknown, b: unknown, meter: Meter): boolean {
  meter.step(1);
  if (a === b) return true;
  if (typeof a === 'string') meter.stepText(a.length);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => areEqualJson(item, b[index], meter));
  }
  const names = Object.keys(a);
  meter.step(names.length);
  if (names.length !== Object.keys(b).length) return false;
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return names.every(
    (name) => Object.hasOwn(other, name) && areEqualJson(one[name], other[name], meter),
  );
}

/** Negative when the first comes first; undefined for values that have no order. */
export function compare(a: Value, b: Value, meter: Meter): number | undefined {
  meter.step(1);
  if (typeof a === 'bigint' && typeof b === 'bigint') return order(a, b);
  if (typeof a === 'number' && typeof b === 'number') return order(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return order(a, b);
  if (typeof a === 'string' && typeof b === 'string') {
    meter.stepText(Math.min(a.length, b.length));
    return compareTexts(a, b);
  }
  if (a instanceof Unsigned && b instanceof Unsigned) return order(a.value, b.value);
  if (meter.mixesNumbers && isNumber(a) && isNumber(b)) return order(numberOf(a), numberOf(b));
  if (a instanceof Duration && b instanceof Duration) return order(a.nanos, b.nanos);
  if (a instanceof Timestamp && b instanceof Timestamp) return order(a.nanos, b.nanos);
  if (!(a instanceof Uint8Array) || !(b instanceof Uint8Array)) return undefined;
  meter.stepText(Math.min(a.length, b.length));
  return compareBytes(a, b);
}

function isNumber(value: Value): value is bigint | number | Unsigned {
  return typeof value === 'bigint' || typeof value === 'number' || value instanceof Unsigned;
}

function numberOf(value: bigint | number | Unsigned): bigint | number {
  return value instanceof Unsigned ? value.value : value;
}

function order<T extends bigint | number | boolean>(a: T, b: T): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

/** By code points, as Go compares bytes. */
function compareTexts(a: string, b: string): number {
  let index = 0;
  while (index < a.length && index < b.length && a[index] === b[index]) index++;
  if (index >= a.length || index >= b.length) return a.length - b.length;
  const isPair = (text: string): boolean => /[\ud800-\udfff]/.test(text[index]!);
  if (isPair(a) !== isPair(b)) return isPair(a) ? 1 : -1;
  return a.charCodeAt(index) - b.charCodeAt(index);
}

/** What `size` says; 1 for values without a size. */
export function sizeOf(value: Value, meter: Meter): number {
  if (typeof value === 'string') return lengthOf(value, meter);
  if (value instanceof CelList) return value.size;
  if (value instanceof Uint8Array) return value.length;
  if (!(value instanceof CelMap) && !(value instanceof CelObject)) return 1;
  const size = value instanceof CelMap ? value.size : Object.keys(value.raw).length;
  meter.step(1 + (size >> 3));
  return size;
}

/** In code points. */
export function lengthOf(text: string, meter: Meter): number {
  meter.stepText(text.length);
  let length = text.length;
  if (!/[\ud800-\udbff]/.test(text)) return length;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0xd800 && code < 0xdc00) length--;
  }
  return length;
}
