/** Compares two runs: where they first differ, and how they end. */
import type { KubeObject } from '#values';
import type { Node } from '#types';
import type { Change } from '#store';
import { checksByPlace } from './checks-by-place.ts';
import { diff, type FieldChange } from './diff.ts';
import type { CheckMark, RunLog } from './run-log.ts';

/** The first instant at which the writes of two runs differ. */
export interface FirstDifference {
  /** Virtual ms since the start. */
  readonly atMs: number;
  /** What only the first, or only the second run wrote at that instant, in order. */
  readonly onlyLeft: readonly Change[];
  readonly onlyRight: readonly Change[];
  /** Among these, the writes that both made of one object, with what of it differs. */
  readonly apart: readonly WriteDifference[];
}

/** A write that both runs made, but not of the same content. */
export interface WriteDifference {
  readonly type: Change['type'];
  readonly kind: string;
  /** As in {@link EndDifference}. */
  readonly key: string;
  /** From what the first run wrote to what the second wrote. */
  readonly changes: readonly FieldChange[];
}

/** An object that the runs left in different states. */
export interface EndDifference {
  readonly kind: string;
  /** `namespace/name`; a generated name is replaced by a number: `default/web-#2`. */
  readonly key: string;
  /** The runs in which it exists. */
  readonly in: 'left' | 'right' | 'both';
  /** From the first run's state to that of the second; empty unless it is in both. */
  readonly changes: readonly FieldChange[];
}

export interface Comparison {
  /** Absent when the runs did the same. */
  readonly first?: FirstDifference;
  /** How many writes have no counterpart at the same instant in the other run. */
  readonly writes: { readonly left: number; readonly right: number };
  /** In the order of kinds and keys. */
  readonly end: readonly EndDifference[];
  /** Checks and steps that came out differently; those of both runs in the order of the first. */
  readonly checks: readonly CheckDifference[];
}

/** A check that one run passed and the other failed, or that only one of them has. */
export interface CheckDifference {
  readonly file: string;
  readonly line: number;
  readonly summary: string;
  /** Whether it passed, and what was found; absent in a run that does not have it. */
  readonly left?: Pick<CheckMark, 'passed' | 'actual'>;
  readonly right?: Pick<CheckMark, 'passed' | 'actual'>;
}

/** Periodic writes, and those that only repeat what other writes say. */
const LEFT_OUT = new Set(['Lease', 'Event']);

/** Uids also occur inside of other texts, such as the ids of containers. */
const UID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * Compares what two runs did. Times count from each run's start. Random values are replaced by
 * numbers in their order: two seeds that only differ in names and uids compare equal.
 */
export function compareRuns(left: RunLog, right: RunLog): Comparison {
  const sides = [new Side(left), new Side(right)] as const;
  const instants = [...new Set(sides.flatMap((side) => [...side.instants.keys()]))];
  let first: FirstDifference | undefined;
  const writes = { left: 0, right: 0 };
  for (const atMs of instants.sort((a, b) => a - b)) {
    const [onlyLeft, onlyRight] = unmatched(sides[0].at(atMs), sides[1].at(atMs));
    if (onlyLeft.length + onlyRight.length === 0) continue;
    first ??= { atMs, onlyLeft, onlyRight, apart: differences(sides, onlyLeft, onlyRight) };
    writes.left += onlyLeft.length;
    writes.right += onlyRight.length;
  }
  const end = endDifferences(sides[0].end, sides[1].end);
  const checks = checkDifferences(left.checks, right.checks);
  return { ...(first === undefined ? {} : { first }), writes, end, checks };
}

/** Checks correspond by their place in the file and their repetition. */
function checkDifferences(
  left: readonly CheckMark[],
  right: readonly CheckMark[],
): readonly CheckDifference[] {
  const [ours, theirs] = [checksByPlace(left), checksByPlace(right)];
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((place) => {
    const [a, b] = [ours.get(place), theirs.get(place)];
    if (a?.passed === b?.passed) return [];
    const { file, line, summary } = (a ?? b)!;
    return [{ file, line, summary, ...outcome('left', a), ...outcome('right', b) }];
  });
}

function outcome(side: 'left' | 'right', check: CheckMark | undefined): Partial<CheckDifference> {
  return check === undefined ? {} : { [side]: { passed: check.passed, actual: check.actual } };
}

/** A write, and the text that identifies it. */
interface Described {
  readonly change: Change;
  readonly text: string;
}

/** One run, with random values replaced by numbers. */
class Side {
  /** By ms since the start. */
  readonly instants = new Map<number, Described[]>();
  /** What exists at the end, by kind and key. */
  readonly end = new Map<string, KubeObject>();
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  constructor({ head, past }: RunLog) {
    for (const change of past.changes()) {
      const { value, type } = change;
      if (type === 'created') this.#learn(value);
      if (value.kind === 'Node') this.#learnMachine(value as Node);
      if (LEFT_OUT.has(value.kind)) continue;
      const atMs = change.time - head.startMs;
      const normalized = { change, text: this.#textOf(change) };
      const instant = this.instants.get(atMs);
      if (instant === undefined) this.instants.set(atMs, [normalized]);
      else instant.push(normalized);
      const name = `${value.kind} ${this.#normalized(change.key) as string}`;
      if (type === 'deleted') this.end.delete(name);
      else this.end.set(name, this.#normalized(value) as KubeObject);
    }
  }

  /** A key, and a state, with random values replaced. */
  normalized({ key, value }: Change): { readonly key: string; readonly value: unknown } {
    return { key: this.#normalized(key) as string, value: this.#normalized(value) };
  }

  at(atMs: number): readonly Described[] {
    return this.instants.get(atMs) ?? [];
  }

  /** A generated name becomes its prefix and a number. */
  #learn({ kind, metadata: { name, namespace, generateName, uid } }: KubeObject): void {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    this.#names.set(uid, `uid of ${kind} #${count}`);
    if (generateName === undefined || !name.startsWith(generateName)) return;
    const stem = `${namespace ?? ''}/${generateName}`;
    const number = (this.#counts.get(stem) ?? 0) + 1;
    this.#counts.set(stem, number);
    const normalized = `${generateName}#${number}`;
    this.#names.set(name, normalized);
    if (namespace !== undefined)
      this.#names.set(`${namespace}/${name}`, `${namespace}/${normalized}`);
  }

  /** The ids of machines come from the seed. */
  #learnMachine({ status }: Node): void {
    for (const field of ['machineID', 'systemUUID', 'bootID'] as const) {
      const id = status?.nodeInfo?.[field];
      if (!id || this.#names.has(id)) continue;
      const count = (this.#counts.get(field) ?? 0) + 1;
      this.#counts.set(field, count);
      this.#names.set(id, `${field} #${count}`);
    }
  }

  #textOf({ type, key, value, previous, origin }: Change): string {
    const what = type === 'updated' ? changesOf(previous, value) : type === 'created' ? value : [];
    return JSON.stringify([
      origin.actor,
      type,
      value.kind,
      this.#normalized(key),
      this.#normalized(what),
    ]);
  }

  #normalizedText(text: string): string {
    const name = this.#names.get(text);
    if (name !== undefined) return name;
    return text.replace(UID, (uid) => this.#names.get(uid) ?? uid);
  }

  /** A value with names and uids replaced, and without versions. */
  #normalized(value: unknown): unknown {
    if (typeof value === 'string') return this.#normalizedText(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.#normalized(item));
    const normalized: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value).sort()) {
      if (key !== 'resourceVersion' && key !== 'managedFields')
        normalized[key] = this.#normalized(item);
    }
    return normalized;
  }
}

/** In a fixed order: a record does not keep the order of fields. */
function changesOf(before: KubeObject | undefined, after: KubeObject): readonly FieldChange[] {
  return diff(before, after).toSorted(byPath);
}

function byPath(a: FieldChange, b: FieldChange): number {
  const [left, right] = [a.path.join('.'), b.path.join('.')];
  return left < right ? -1 : Number(left > right);
}

/** The writes of each side without a counterpart in the other, in any order. */
function unmatched(
  left: readonly Described[],
  right: readonly Described[],
): readonly [Change[], Change[]] {
  const waiting = new Map<string, number>();
  for (const { text } of right) waiting.set(text, (waiting.get(text) ?? 0) + 1);
  const onlyLeft: Change[] = [];
  for (const { text, change } of left) {
    const count = waiting.get(text) ?? 0;
    if (count === 0) onlyLeft.push(change);
    else waiting.set(text, count - 1);
  }
  const onlyRight: Change[] = [];
  for (const { text, change } of right.toReversed()) {
    const count = waiting.get(text) ?? 0;
    if (count === 0) continue;
    waiting.set(text, count - 1);
    onlyRight.push(change);
  }
  return [onlyLeft, onlyRight.reverse()];
}

/** The writes of one object on both sides, with what differs; the second of two such writes is not compared. */
function differences(
  [left, right]: readonly [Side, Side],
  onlyLeft: readonly Change[],
  onlyRight: readonly Change[],
): readonly WriteDifference[] {
  const theirs = new Map<string, unknown>();
  for (const change of onlyRight) {
    const { key, value } = right.normalized(change);
    const name = `${change.type} ${change.value.kind} ${key}`;
    if (!theirs.has(name)) theirs.set(name, value);
  }
  return onlyLeft.flatMap((change): WriteDifference[] => {
    const { key, value } = left.normalized(change);
    const name = `${change.type} ${change.value.kind} ${key}`;
    const other = theirs.get(name);
    theirs.delete(name);
    const changes = other === undefined ? [] : diff(value, other);
    return changes.length === 0
      ? []
      : [{ type: change.type, kind: change.value.kind, key, changes }];
  });
}

function endDifferences(
  left: ReadonlyMap<string, KubeObject>,
  right: ReadonlyMap<string, KubeObject>,
): readonly EndDifference[] {
  const found: EndDifference[] = [];
  for (const name of [...new Set([...left.keys(), ...right.keys()])].sort()) {
    const [kind, key] = name.split(' ') as [string, string];
    const [a, b] = [left.get(name), right.get(name)];
    if (a === undefined || b === undefined) {
      found.push({ kind, key, in: a === undefined ? 'right' : 'left', changes: [] });
      continue;
    }
    const changes = diff(a, b);
    if (changes.length > 0) found.push({ kind, key, in: 'both', changes });
  }
  return found;
}
