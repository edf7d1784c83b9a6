/** Functions that turn values of one type into another. */
import { int, timestamp, uint } from './arithmetic.ts';
import { Opaque, opaqueTypes } from './library/opaque.ts';
import { Unsigned } from './syntax.ts';
import {
  floorDivide,
  formatDuration,
  formatTimestamp,
  readDuration,
  readTimestamp,
} from './times.ts';
import {
  CelError,
  CelList,
  CelMap,
  CelObject,
  CelOptional,
  Duration,
  noOverload,
  Timestamp,
  TypeValue,
  Url,
  type Value,
} from './values.ts';

type Convert = (value: Value) => Value;

const perSecond = 1_000_000_000n;

/** Each is folded where its argument is a constant. */
export const conversions: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ['int', toInt],
  ['uint', toUint],
  ['double', toDouble],
  ['bool', toBool],
  ['string', toText],
  ['bytes', toBytes],
  ['timestamp', toTimestamp],
  ['duration', toDuration],
  ['dyn', (value) => value],
  ['type', typeOf],
]);

function toInt(value: Value): Value {
  if (typeof value === 'bigint') return value;
  if (value instanceof Unsigned) return int(value.value);
  if (value instanceof Timestamp) return floorDivide(value.nanos, perSecond);
  if (typeof value === 'number') {
    if (Number.isNaN(value) || Math.abs(value) >= 2 ** 63) return new CelError('integer overflow');
    return BigInt(Math.trunc(value));
  }
  if (typeof value !== 'string') return noOverload;
  return /^[+-]?[0-9]{1,30}$/.test(value)
    ? int(BigInt(value.replace(/^\+/, '')))
    : unreadable('int');
}

function toUint(value: Value): Value {
  if (value instanceof Unsigned) return value;
  if (typeof value === 'bigint') return uint(value);
  if (typeof value === 'number') {
    const fits = value >= 0 && value < 2 ** 64;
    return fits ? uint(BigInt(Math.trunc(value))) : new CelError('unsigned integer overflow');
  }
  if (typeof value !== 'string') return noOverload;
  return /^[0-9]{1,30}$/.test(value) ? uint(BigInt(value)) : unreadable('uint');
}

function toDouble(value: Value): Value {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Unsigned) return Number(value.value);
  if (typeof value !== 'string') return noOverload;
  const isNumber = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/.test(value);
  return isNumber ? Number(value) : unreadable('double');
}

function toBool(value: Value): Value {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return noOverload;
  if (['1', 't', 'T', 'TRUE', 'true', 'True'].includes(value)) return true;
  return ['0', 'f', 'F', 'FALSE', 'false', 'False'].includes(value) ? false : unreadable('bool');
}

function unreadable(type: string): CelError {
  return new CelError(`type conversion error from 'string' to '${type}'`);
}

function toText(value: Value): Value {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return formatDouble(value);
  if (value instanceof Unsigned) return String(value.value);
  if (value instanceof Timestamp) return formatTimestamp(value.nanos);
  if (value instanceof Duration) return formatDuration(value.nanos);
  if (value instanceof Opaque && (value.kind === 'ip' || value.kind === 'cidr')) return value.text;
  if (!(value instanceof Uint8Array)) return noOverload;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(value);
  } catch {
    return new CelError('invalid UTF-8 in bytes, cannot convert to string');
  }
}

/** As Go's `%g`: with an exponent from 1e21. */
function formatDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  const exponent = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  const shown = exponent < -4 || exponent >= 21 ? value.toExponential() : String(value);
  return shown.replace(/e([+-])(\d)$/, 'e$10$2');
}

function toBytes(value: Value): Value {
  if (value instanceof Uint8Array) return value;
  return typeof value === 'string' ? new TextEncoder().encode(value) : noOverload;
}

function toTimestamp(value: Value): Value {
  if (value instanceof Timestamp) return value;
  if (typeof value === 'bigint') return timestamp(value * perSecond);
  if (typeof value !== 'string') return noOverload;
  const nanos = readTimestamp(value);
  if (nanos !== undefined) return timestamp(nanos);
  return unreadable('google.protobuf.Timestamp');
}

function toDuration(value: Value): Value {
  if (value instanceof Duration) return value;
  if (typeof value === 'bigint') return new Duration(value);
  if (typeof value !== 'string') return noOverload;
  const nanos = readDuration(value);
  if (nanos !== undefined) return new Duration(nanos);
  return unreadable('google.protobuf.Duration');
}

function typeOf(value: Value): Value {
  if (value === null) return new TypeValue('null_type');
  if (value instanceof Unsigned) return new TypeValue('uint');
  if (value instanceof Uint8Array) return new TypeValue('bytes');
  if (value instanceof CelList) return new TypeValue('list');
  if (value instanceof CelMap) return new TypeValue('map');
  if (value instanceof Duration) return new TypeValue('google.protobuf.Duration');
  if (value instanceof Timestamp) return new TypeValue('google.protobuf.Timestamp');
  if (value instanceof TypeValue) return new TypeValue('type');
  if (value instanceof Url) return new TypeValue('kubernetes.URL');
  if (value instanceof CelOptional) return new TypeValue('optional_type');
  if (value instanceof Opaque) return new TypeValue(opaqueTypes[value.kind]);
  if (value instanceof CelObject) {
    const { type } = value.declared;
    return new TypeValue(type.kind === 'object' ? type.name : type.kind);
  }
  const names: Readonly<Record<string, string>> = {
    bigint: 'int',
    number: 'double',
    boolean: 'bool',
    string: 'string',
  };
  return new TypeValue(names[typeof value] ?? 'error');
}
