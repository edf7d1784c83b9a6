/** A recording: the initial state, and the versions that followed, with their times. */
import type { Millis } from '#clock';
import type { ImportedVersion } from './clean.ts';
import type { ForeignObject } from './version.ts';

export interface Recording {
  /** The latest time in the initial state; 0 when it contains none. */
  readonly startMs: Millis;
  readonly state: readonly ImportedVersion[];
  readonly changes: readonly Change[];
}

/** A version that came later. */
export interface Change {
  readonly atMs: Millis;
  readonly kept: ImportedVersion;
  /** The version before it; undefined for a new object. */
  readonly before?: ForeignObject;
  readonly isGone: boolean;
}

/**
 * A watch begins with all existing objects; the first version of an object that is known already,
 * or a deletion, ends that. Each file is a watch, or several one after the other, of a type each: then revisions start from the
 * beginning again. What follows is put in order by revision, where all have one. Versions have no time of their own: each has
 * the latest time that it contains, but not an earlier one than the version before it.
 */
export function recordingOf(versions: readonly ImportedVersion[]): Recording {
  const known = new Map<string, ForeignObject>();
  const state: ImportedVersion[] = [];
  const later: { kept: ImportedVersion; before?: ForeignObject; isGone: boolean }[] = [];
  /** The last revision of what came later, by file, and by file and kind. */
  const reachedBy = new Map<string, number>();
  const isAtStart = (kept: ImportedVersion): boolean => {
    const last = reachedBy.get(kept.file);
    if (last === undefined) return true;
    return !reachedBy.has(watchOf(kept)) && kept.revision > 0 && kept.revision < last;
  };
  for (const kept of versions) {
    const key = keyOf(kept);
    const before = known.get(key);
    const isDeleted = kept.type === 'DELETED';
    if (before === undefined && !isDeleted && !kept.isChange && isAtStart(kept)) state.push(kept);
    else if (!isSame(before, kept.object) || isDeleted) {
      for (const place of [kept.file, watchOf(kept)]) reachedBy.set(place, kept.revision);
      later.push({ kept, isGone: isDeleted, ...(before !== undefined && { before }) });
    }
    if (isDeleted) known.delete(key);
    else known.set(key, kept.object);
  }
  if (later.every(({ kept }) => kept.revision > 0)) {
    later.sort((a, b) => a.kept.revision - b.kept.revision);
  }
  let startMs: Millis = 0;
  for (const { momentMs } of state) startMs = Math.max(startMs, momentMs);
  if (state.length === 0) startMs = later[0]?.kept.momentMs ?? 0;
  let reached = startMs;
  const changes = later.map((change) => {
    reached = Math.max(reached, change.kept.momentMs);
    return { ...change, atMs: reached };
  });
  return { startMs, state, changes };
}

function watchOf({ file, kind }: ImportedVersion): string {
  return `${file} ${kind.group}/${kind.kind}`;
}

function keyOf({ kind, object: { metadata } }: ImportedVersion): string {
  return `${kind.group}/${kind.kind} ${metadata.namespace ?? ''}/${metadata.name} ${String(metadata['uid'])}`;
}

function isSame(a: ForeignObject | undefined, b: ForeignObject): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b);
}
