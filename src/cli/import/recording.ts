/** A recording: the initial state, and the versions that followed, with their times. */
import type { Millis } from '#clock';
import { parseTime } from '#values';
import type { Kept } from './clean.ts';
import { isMap } from './maps.ts';
import type { ForeignObject } from './versions.ts';

export interface Recording {
  /** The latest time in the initial state; 0 when it contains none. */
  readonly startMs: Millis;
  readonly state: readonly Kept[];
  readonly changes: readonly Change[];
}

/** A version that came later. */
export interface Change {
  readonly atMs: Millis;
  readonly kept: Kept;
  /** The version before it; undefined for a new object. */
  readonly before?: ForeignObject;
  readonly isGone: boolean;
}

/**
 * A watch begins with all existing objects; the first version of an object that is known already,
 * or a deletion, ends that. Versions have no time of their own: each has the latest time that it
 * contains, but not an earlier one than the version before it.
 */
export function recordingOf(versions: readonly Kept[]): Recording {
  const known = new Map<string, ForeignObject>();
  const state: Kept[] = [];
  const later: { kept: Kept; before?: ForeignObject; isGone: boolean }[] = [];
  for (const kept of versions) {
    const key = keyOf(kept);
    const before = known.get(key);
    const isDeleted = kept.type === 'DELETED';
    if (later.length === 0 && before === undefined && !isDeleted) state.push(kept);
    else if (!isSame(before, kept.object) || isDeleted) {
      later.push({ kept, isGone: isDeleted, ...(before !== undefined && { before }) });
    }
    if (isDeleted) known.delete(key);
    else known.set(key, kept.object);
  }
  let startMs: Millis = 0;
  for (const { object } of state) startMs = Math.max(startMs, latestIn(object));
  let reached = startMs;
  const changes = later.map((change) => {
    reached = Math.max(reached, latestIn(change.kept.object));
    return { ...change, atMs: reached };
  });
  return { startMs, state, changes };
}

function keyOf({ kind, object: { metadata } }: Kept): string {
  return `${kind.group}/${kind.kind} ${metadata.namespace ?? ''}/${metadata.name} ${String(metadata['uid'])}`;
}

function isSame(a: ForeignObject | undefined, b: ForeignObject): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

/** Fields that hold a time in the past. A deletion timestamp is a grace period ahead. */
const MOMENT = /(?:Time|Timestamp|startedAt|finishedAt)$/;

/** Returns the latest time in an object, in whole seconds; 0 when it contains none. */
function latestIn(value: unknown): Millis {
  let latest: Millis = 0;
  const visit = (each: unknown, name: string): void => {
    if (typeof each === 'string') {
      if (MOMENT.test(name) && name !== 'deletionTimestamp') {
        latest = Math.max(latest, momentOf(each));
      }
    } else if (Array.isArray(each)) {
      for (const item of each) visit(item, name);
    } else if (isMap(each)) {
      for (const [field, inside] of Object.entries(each)) visit(inside, field);
    }
  };
  visit(value, '');
  return Math.max(latest, deletedAt(value));
}

function deletedAt(value: unknown): Millis {
  const metadata = isMap(value) ? value['metadata'] : undefined;
  if (!isMap(metadata) || typeof metadata['deletionTimestamp'] !== 'string') return 0;
  const grace = Number(metadata['deletionGracePeriodSeconds'] ?? 0) * 1000;
  return momentOf(metadata['deletionTimestamp']) - grace;
}

function momentOf(text: string): Millis {
  try {
    return Math.ceil(parseTime(text) / 1000) * 1000;
  } catch {
    return 0;
  }
}
