/** The values that expressions compute with. */
import { fromBase64, type GoUrl } from '#values';
import { readDuration, readTimestamp } from './times.ts';
import type { Declared } from './declared.ts';
import { fieldNamed } from './names.ts';
import type { Opaque } from './library/opaque.ts';
import { Unsigned } from './syntax.ts';

/** A bigint is an int, a number a double. */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | Unsigned
  | Duration
  | Timestamp
  | Url
  | TypeValue
  | CelList
  | CelMap
  | CelObject
  | CelLazy
  | CelOptional
  | Opaque
  | CelError;

/** What a part of an expression came to that has no value. Errors are values: `||` may ignore them. */
export class CelError {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

export const noOverload = new CelError('no such overload');

/** In nanoseconds. */
export class Duration {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** In nanoseconds since 1970 UTC. */
export class Timestamp {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

export class Url {
  readonly text: string;
  readonly parts: GoUrl;

  constructor(text: string, parts: GoUrl) {
    this.text = text;
    this.parts = parts;
  }
}

/** A type as a value, by its name. */
export class TypeValue {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A value that may be absent. */
export class CelOptional {
  readonly value: Value | undefined;

  constructor(value: Value | undefined) {
    this.value = value;
  }
}

/** Named values that are computed when they are used. */
export class CelLazy {
  readonly #compute: (name: string) => Value | undefined;
  readonly #values = new Map<string, Value | undefined>();

  constructor(compute: (name: string) => Value | undefined) {
    this.#compute = compute;
  }

  /** Undefined for a name that is not known. */
  get(name: string): Value | undefined {
    if (!this.#values.has(name)) this.#values.set(name, this.#compute(name));
    return this.#values.get(name);
  }
}

/** A list of the object, whose items are read when they are used, or one that an expression makes. */
export class CelList {
  readonly size: number;
  /** How lists of the object are compared and joined: as sets, or by the keys of their items. */
  readonly merging: 'set' | readonly string[] | undefined;
  readonly #items: Value[];
  readonly #raw: readonly unknown[] | undefined;
  readonly #declared: Declared | undefined;

  private constructor(
    size: number,
    items: Value[],
    merging: CelList['merging'],
    raw?: readonly unknown[],
    declared?: Declared,
  ) {
    this.size = size;
    this.merging = merging;
    this.#items = items;
    this.#raw = raw;
    this.#declared = declared;
  }

  static of(items: Value[], merging?: CelList['merging']): CelList {
    return new CelList(items.length, items, merging);
  }

  static read(raw: readonly unknown[], declared: Declared): CelList {
    const { props } = declared.structure;
    const keys = props['x-kubernetes-list-map-keys'] ?? [];
    const listType = props['x-kubernetes-list-type'];
    const merging = listType === 'set' ? 'set' : listType === 'map' ? keys : undefined;
    return new CelList(raw.length, [], merging, raw, declared.items);
  }

  /** One that no schema describes. */
  static readAny(raw: readonly unknown[]): CelList {
    return new CelList(raw.length, [], undefined, raw);
  }

  get(index: number): Value {
    if (this.#raw === undefined) return this.#items[index]!;
    return (this.#items[index] ??= readPart(this.#raw[index], this.#declared));
  }

  /** With these at the end. The items stay where they are if this was the last list to have got some. */
  with(more: readonly Value[], onCopy: (count: number) => void): CelList {
    let items = this.#items;
    if (this.#raw !== undefined || items.length !== this.size) {
      onCopy(this.size);
      items = Array.from({ length: this.size }, (_, index) => this.get(index));
    }
    for (const item of more) items.push(item);
    return new CelList(items.length, items, undefined);
  }

  *[Symbol.iterator](): Iterator<Value> {
    for (let index = 0; index < this.size; index++) yield this.get(index);
  }
}

/** A map of the object, or one that an expression makes. */
export class CelMap {
  readonly #raw: Readonly<Record<string, unknown>> | undefined;
  readonly #declared: Declared | undefined;
  readonly #entries: ReadonlyMap<string, readonly [Value, Value]>;
  /** Those that have been read. */
  readonly #values = new Map<string, Value>();
  #size: number | undefined;

  /** The value for keys that it does not have. */
  readonly #absent: Value | undefined;

  private constructor(
    entries: ReadonlyMap<string, readonly [Value, Value]>,
    raw?: Readonly<Record<string, unknown>>,
    declared?: Declared,
    absent?: Value,
  ) {
    this.#entries = entries;
    this.#raw = raw;
    this.#declared = declared;
    this.#absent = absent;
  }

  /** @returns an error for a key twice, or of a type that cannot be one */
  static of(pairs: readonly (readonly [Value, Value])[]): CelMap | CelError {
    const entries = new Map<string, readonly [Value, Value]>();
    for (const pair of pairs) {
      const key = keyOf(pair[0]);
      if (key === undefined) return new CelError('unsupported key type');
      if (entries.has(key)) return new CelError(`Failed with repeated key`);
      entries.set(key, pair);
    }
    return new CelMap(entries);
  }

  /** Returns one with texts as keys that has a value for every other key, too. */
  static withDefault(pairs: readonly (readonly [string, Value])[], absent: Value): CelMap {
    const entries = pairs.map(([key, value]) => [keyOf(key)!, [key, value] as const] as const);
    return new CelMap(new Map(entries), undefined, undefined, absent);
  }

  /** @param declared absent for one that no schema describes */
  static read(raw: Readonly<Record<string, unknown>>, declared?: Declared): CelMap {
    return new CelMap(new Map(), raw, declared?.items);
  }

  get size(): number {
    this.#size ??= this.#raw === undefined ? this.#entries.size : Object.keys(this.#raw).length;
    return this.#size;
  }

  /** Undefined for none. */
  get(key: Value): Value | undefined {
    if (this.#raw === undefined) {
      const name = keyOf(key);
      return name === undefined ? undefined : (this.#entries.get(name)?.[1] ?? this.#absent);
    }
    if (typeof key !== 'string' || !Object.hasOwn(this.#raw, key)) return undefined;
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = readPart(this.#raw[key], this.#declared);
    this.#values.set(key, value);
    return value;
  }

  /** The keys, in the order in which they are given. */
  get keys(): readonly Value[] {
    if (this.#raw !== undefined) return Object.keys(this.#raw);
    return [...this.#entries.values()].map(([key]) => key);
  }
}

function readPart(raw: unknown, declared: Declared | undefined): Value {
  return declared === undefined ? readAny(raw) : read(raw, declared);
}

function keyOf(key: Value): string | undefined {
  if (typeof key === 'string') return `s${key}`;
  if (typeof key === 'bigint') return `i${key}`;
  if (typeof key === 'boolean') return `b${key}`;
  return key instanceof Unsigned ? `u${key.value}` : undefined;
}

/** An object of the schema. */
export class CelObject {
  readonly raw: Readonly<Record<string, unknown>>;
  readonly declared: Declared;
  /** Those that have been read. */
  readonly #values = new Map<string, Value>();

  constructor(raw: Readonly<Record<string, unknown>>, declared: Declared) {
    this.raw = raw;
    this.declared = declared;
  }

  /** Undefined for a field that is absent or null. */
  get(field: string): Value | undefined {
    const known = this.#values.get(field);
    if (known !== undefined) return known;
    const found = fieldNamed(this.declared.fields, field);
    if (found === undefined || !Object.hasOwn(this.raw, found.name)) return undefined;
    const raw = this.raw[found.name];
    if (raw == null) return undefined;
    const value = read(raw, found.declared);
    this.#values.set(field, value);
    return value;
  }
}

/** A value as JSON: only what JSON has can be written. */
export function jsonOf(value: Value): unknown {
  if (value instanceof CelList) return Array.from(value, jsonOf);
  if (value instanceof CelMap) {
    return Object.fromEntries(value.keys.map((key) => [String(key), jsonOf(value.get(key)!)]));
  }
  if (value instanceof CelObject) return value.raw;
  if (value instanceof CelOptional) return value.value === undefined ? null : jsonOf(value.value);
  return typeof value === 'bigint' ? Number(value) : value;
}

/** A value that no schema describes, as JSON has it. */
export function readAny(raw: unknown): Value {
  if (raw === null || raw === undefined) return null;
  if (typeof raw === 'boolean' || typeof raw === 'string') return raw;
  if (typeof raw === 'number') return Number.isInteger(raw) ? BigInt(raw) : raw;
  if (Array.isArray(raw)) return CelList.readAny(raw);
  return CelMap.read(raw as Readonly<Record<string, unknown>>);
}

/** A value of the object, as its schema has it. */
export function read(raw: unknown, declared: Declared): Value {
  if (raw === null || raw === undefined) return null;
  const { type } = declared;
  if (typeof raw === 'boolean') return type.kind === 'bool' ? raw : mistyped;
  if (typeof raw === 'string') return readText(raw, type.kind);
  if (typeof raw !== 'number') return readWhole(raw, declared);
  if (type.kind === 'double') return raw;
  const isInt = Number.isInteger(raw) && (type.kind === 'int' || type.kind === 'dyn');
  return isInt ? BigInt(raw) : mistyped;
}

const mistyped = new CelError('invalid data, the value is not of the type of its schema');

function readText(raw: string, kind: string): Value {
  switch (kind) {
    case 'string':
    case 'dyn':
      return raw;
    case 'bytes':
      return fromBase64(raw);
    case 'duration': {
      const nanos = readDuration(raw);
      return nanos === undefined ? mistyped : new Duration(nanos);
    }
    case 'timestamp': {
      const nanos = readTimestamp(/^\d{4}-\d\d-\d\d$/.test(raw) ? `${raw}T00:00:00Z` : raw);
      return nanos === undefined ? mistyped : new Timestamp(nanos);
    }
    default:
      return mistyped;
  }
}

function readWhole(raw: unknown, declared: Declared): Value {
  const { kind } = declared.type;
  if (Array.isArray(raw)) return kind === 'list' ? CelList.read(raw, declared) : mistyped;
  const fields = raw as Readonly<Record<string, unknown>>;
  if (kind === 'object') return new CelObject(fields, declared);
  return kind === 'map' ? CelMap.read(fields, declared) : mistyped;
}
