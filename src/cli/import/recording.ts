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
  readonly version: ImportedVersion;
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
  const later: { version: ImportedVersion; before?: ForeignObject; isGone: boolean }[] = [];
  /** The last revision of what came later, by file, and by file and kind. */
  const reachedBy = new Map<string, number>();
  const isAtStart = (version: ImportedVersion): boolean => {
    const last = reachedBy.get(version.file);
    if (last === undefined) return true;
    return !reachedBy.has(watchOf(version)) && version.revision > 0 && version.revision < last;
  };
  for (const version of versions) {
    const key = keyOf(version);
    const before = known.get(key);
    const isDeleted = version.type === 'DELETED';
    if (before === undefined && !isDeleted && !version.isChange && isAtStart(version))
      state.push(version);
    else if (!isSame(before, version.object) || isDeleted) {
      for (const place of [version.file, watchOf(version)]) reachedBy.set(place, version.revision);
      later.push({ version, isGone: isDeleted, ...(before !== undefined && { before }) });
    }
    if (isDeleted) known.delete(key);
    else known.set(key, version.object);
  }
  if (later.every(({ version }) => version.revision > 0)) {
    later.sort((a, b) => a.version.revision - b.version.revision);
  }
  let startMs: Millis = (state[0] ?? later[0]?.version)?.momentMs ?? 0;
  for (const { momentMs } of state) startMs = Math.max(startMs, momentMs);
  let reached = startMs;
  const changes = later.map((change) => {
    reached = Math.max(reached, change.version.momentMs);
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
