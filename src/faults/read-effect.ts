/** Reads what a fault does: one of several fields, with those that go with it. */
import { durationOf, readValue, type Millis, type Notation } from '#clock';
import { unitsOf } from '#values';
import { errorByCode, errorNames, type ErrorName } from './errors.ts';
import {
  bookmarkFates,
  certificateFates,
  connectionFates,
  watchFates,
  webhookFates,
  type Effect,
  type WatchFate,
} from './fault.ts';
import {
  isFields,
  readCount,
  readFields,
  type Complain,
  type FaultProblem,
  type Fields,
} from './problem.ts';

type Reader = (value: unknown, fields: Fields, complain: Complain) => Effect | undefined;

const readers: Readonly<Record<string, Reader>> = {
  error: readError,
  latency: readLatency,
  bandwidth: readBandwidth,
  warning: readWarning,
  connection: readConnection,
  certificate: readCertificate,
  watch: readWatch,
  bookmarks: readBookmarks,
  stale: readStale,
  damage: readDamage,
  shown: readShown,
  metrics: readMetrics,
  webhook: readWebhook,
};

/** The fields of which a fault has one. */
export const effectNames = Object.keys(readers);
/** The fields that go with an error; `applied` goes with a connection that breaks too. */
export const errorFields = ['message', 'retryAfter', 'applied'];

/** Undefined after complaints. */
export function readEffect(fields: Fields, complain: Complain): Effect | undefined {
  const named = effectNames.filter((name) => fields[name] !== undefined);
  const [name] = named;
  if (name === undefined) {
    return complain([], `the fault does nothing; expected one of ${effectNames.join(', ')}`);
  }
  if (named.length > 1) {
    return complain(
      [],
      `a fault does one thing, found ${named.join(' and ')}; make two faults of it`,
    );
  }
  for (const field of errorFields) {
    if (name === 'error' || fields[field] === undefined) continue;
    if (name === 'connection' && field === 'applied') continue;
    complain([field], `"${field}" goes with "error" only`);
  }
  return readers[name]!(fields[name], fields, complain);
}

function readError(value: unknown, fields: Fields, complain: Complain): Effect | undefined {
  const error = errorNamed(value, complain);
  const retryMs = readSpan(fields['retryAfter'], ['retryAfter'], complain);
  const { message } = fields;
  if (message !== undefined && typeof message !== 'string')
    complain(['message'], 'expected a text');
  const isApplied = readApplied(fields, complain);
  if (error === undefined || isApplied === undefined) return undefined;
  if (retryMs !== undefined && error !== 'TooManyRequests' && error !== 'ServiceUnavailable') {
    const message = `${error} has no Retry-After; TooManyRequests and ServiceUnavailable have one`;
    return complain(['retryAfter'], message);
  }
  return {
    kind: 'error',
    error,
    ...(typeof message === 'string' && { message }),
    ...(retryMs !== undefined && { retryAfterSeconds: Math.ceil(retryMs / 1000) }),
    isApplied,
  };
}

function readApplied({ applied = false }: Fields, complain: Complain): boolean | undefined {
  if (typeof applied === 'boolean') return applied;
  return complain(['applied'], 'expected true or false: whether only the answer is lost');
}

/** By name, or by status code. */
function errorNamed(value: unknown, complain: Complain): ErrorName | undefined {
  const name = errorByCode.get(Number(value)) ?? errorNames.find((each) => each === value);
  if (name !== undefined) return name;
  const codes = [...errorByCode.keys()];
  const message = `expected a status code (${codes.join(', ')}) or one of ${errorNames.join(', ')}, found ${JSON.stringify(value)}`;
  return complain(['error'], message, { word: String(value), known: errorNames });
}

/** Longer ones would outlive any client. */
const longestLatency = 600_000;

const latency: Notation = {
  what: 'a duration of at most 10m, such as 200ms',
  parse(value) {
    const ms = durationOf(value);
    return ms !== undefined && ms >= 0 && ms <= longestLatency ? ms : undefined;
  },
  fit: (drawn) => Math.min(longestLatency, Math.max(0, Math.round(drawn))),
};

function readLatency(value: unknown, _: Fields, complain: Complain): Effect | undefined {
  const ms = readValue(latency, value, ['latency'], complain);
  if (ms === undefined) return undefined;
  const text = isFields(value) ? JSON.stringify(value).replaceAll('"', '') : String(value);
  return { kind: 'latency', ms, text };
}

/** Fewer would outlive any client. */
const leastBandwidth = 16;

/** `64Ki`: bytes in a second. */
function readBandwidth(value: unknown, _: Fields, complain: Complain): Effect | undefined {
  const bytesPerSecond = bytesOf(value);
  if (bytesPerSecond !== undefined && bytesPerSecond >= leastBandwidth) {
    return { kind: 'bandwidth', bytesPerSecond, text: `${String(value)} a second` };
  }
  const message = `expected bytes in a second, at least ${leastBandwidth}, such as 64Ki, found ${JSON.stringify(value)}`;
  return complain(['bandwidth'], message);
}

function readWarning(value: unknown, _: Fields, complain: Complain): Effect | undefined {
  if (typeof value === 'string' && value !== '') return { kind: 'warning', text: value };
  return complain(['warning'], `expected a text, found ${JSON.stringify(value)}`);
}

function bytesOf(value: unknown): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  try {
    return unitsOf(String(value));
  } catch {
    return undefined;
  }
}

function readConnection(value: unknown, fields: Fields, complain: Complain): Effect | undefined {
  const isApplied = readApplied(fields, complain);
  const fate = oneOf(connectionFates, value, 'connection', complain);
  if (fate === undefined || isApplied === undefined) return undefined;
  if (isApplied && fate !== 'reset') {
    return complain(['applied'], '"applied" goes with "error" and with "connection: reset"');
  }
  return { kind: 'connection', fate, isApplied };
}

function readCertificate(value: unknown, _: Fields, complain: Complain): Effect | undefined {
  const fate = oneOf(certificateFates, value, 'certificate', complain);
  return fate && { kind: 'certificate', fate };
}

function oneOf<T extends string>(
  known: readonly T[],
  value: unknown,
  field: string,
  complain: Complain,
): T | undefined {
  const found = known.find((each) => each === value);
  if (found !== undefined) return found;
  const message = `expected one of ${known.join(', ')}, found ${JSON.stringify(value)}`;
  return complain([field], message, { word: String(value), known });
}

const lasting: readonly WatchFate[] = ['delay', 'coalesce'];

/** A word, or `{ delay: 5s }`. */
function readWatch(value: unknown, _: Fields, complain: Complain): Effect | undefined {
  const [name, span] = isFields(value) ? (Object.entries(value)[0] ?? []) : [value, undefined];
  const fate = watchFates.find((each) => each === name);
  const isLasting = fate !== undefined && lasting.includes(fate);
  if (fate === undefined || isLasting !== isFields(value)) {
    const words = watchFates.filter((each) => !lasting.includes(each));
    const maps = lasting.map((each) => `{ ${each}: 5s }`);
    const message = `expected one of ${[...words, ...maps].join(', ')}, found ${JSON.stringify(value)}`;
    return complain(['watch'], message, { word: String(name), known: watchFates });
  }
  const ms = isLasting ? readSpan(span, ['watch', fate], complain) : 0;
  return ms === undefined ? undefined : { kind: 'watch', fate, ms };
}

function readBookmarks(value: unknown, _: Fields, complain: Complain): Effect | undefined {
  const fate = oneOf(bookmarkFates, value, 'bookmarks', complain);
  return fate && { kind: 'bookmarks', fate };
}

/** `{ lag: 5 }`, `{ at: 120 }`, or `frozen`. */
function readStale(value: unknown, _: Fields, complain: Complain): Effect | undefined {
  if (value === 'frozen') return { kind: 'stale', lag: 'frozen' };
  if (!isFields(value)) {
    const message = `expected frozen, { lag: 5 } or { at: 120 }, found ${JSON.stringify(value)}`;
    return complain(['stale'], message);
  }
  const given = readFields(value, ['lag', 'at'], ['stale'], complain);
  if (given?.['at'] !== undefined && given['lag'] !== undefined) {
    return complain(['stale'], 'expected "lag" or "at", found both');
  }
  if (given?.['at'] !== undefined) {
    const at = readCount(given['at'], ['stale', 'at'], complain);
    return at === undefined ? undefined : { kind: 'stale', lag: { at } };
  }
  const lag = readCount(given?.['lag'] ?? null, ['stale', 'lag'], complain);
  return lag === undefined ? undefined : { kind: 'stale', lag };
}

function readDamage(value: unknown, _: Fields, complain: Complain): Effect | undefined {
  if (isFields(value) && Object.keys(value).length > 0) return { kind: 'damage', patch: value };
  const message = 'expected what is merged into the object, such as { metadata: { labels: null } }';
  return complain(['damage'], message);
}

function readShown(value: unknown, _: Fields, complain: Complain): Effect | undefined {
  if (isFields(value) && Object.keys(value).length > 0) return { kind: 'shown', patch: value };
  const message = 'expected what is merged into the objects, such as { status: { phase: Odd } }';
  return complain(['shown'], message);
}

function readMetrics(value: unknown, _: Fields, complain: Complain): Effect | undefined {
  if (value === 'missing') return { kind: 'metrics', fate: 'missing' };
  return complain(['metrics'], `expected missing, found ${JSON.stringify(value)}`);
}

function readWebhook(value: unknown, _: Fields, complain: Complain): Effect | undefined {
  const fate = oneOf(webhookFates, value, 'webhook', complain);
  return fate && { kind: 'webhook', fate };
}

/** A duration above 0; undefined when it is absent, or after a complaint. */
export function readSpan(
  value: unknown,
  path: FaultProblem['path'],
  complain: Complain,
): Millis | undefined {
  if (value === undefined) return undefined;
  const ms = durationOf(value);
  if (ms !== undefined && ms > 0) return ms;
  return complain(path, `expected a duration such as 30s or 1m30s, found ${JSON.stringify(value)}`);
}
