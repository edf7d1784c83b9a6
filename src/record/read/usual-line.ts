/**
 * Entries in the form in which most are written: their fields in order, at most one cause, no note. A line is cut into
 * who wrote and why, which object, and what changed. Many lines have such parts in common: each is read once.
 */
import type { Cause, Causes, KubeObject } from '#kinds';
import type { FieldChange } from '../diff.ts';
import type { RecordEntry } from '../entry.ts';
import { copyOf } from './shared.ts';

/** As in JSON, without escapes. */
const TEXT = String.raw`"([^"\\\u0000-\u001f]*)"`;
const NUMBER = String.raw`(0|[1-9]\d{0,14})`;
const RECONCILE = String.raw`\{"controller":${TEXT},"key":${TEXT},"number":${NUMBER}\}`;
const CAUSE = String.raw`\{(?:"revision":${NUMBER}|"timer":${TEXT})\}`;
const moment = new RegExp(String.raw`^\{"revision":${NUMBER},"atMs":${NUMBER},`);
const writer = new RegExp(
  String.raw`^"actor":${TEXT}(?:,"requester":${TEXT})?(?:,"reconcile":${RECONCILE})?` +
    String.raw`(?:,"causes":\{"first":\[${CAUSE}\],"last":\[\],"dropped":0\})?$`,
);
const named = new RegExp(`^"kind":${TEXT},"apiVersion":${TEXT},"key":${TEXT}$`);

const VERB = ',"verb":"';
/** Of each verb: what stands behind it, and what stands before what it wrote. */
const verbs = [
  { verb: 'updated', behind: 'updated",', before: ',"changes":' },
  { verb: 'created', behind: 'created",', before: ',"object":' },
  { verb: 'deleted', behind: 'deleted",', before: undefined },
] as const;

/** Longer texts are hardly the same twice. */
const LONGEST_SHARED = 200;
const MOST_SHARED = 20_000;

export type Writer = Pick<RecordEntry, 'actor' | 'requester' | 'reconcile' | 'causes'>;
export type Named = Pick<RecordEntry, 'kind' | 'apiVersion' | 'key'>;
export type Written = Pick<RecordEntry, 'object' | 'changes'>;

/** A part of a line, without the braces around it. */
export interface Part<T> {
  readonly text: string;
  readonly value: T;
  /** Other lines may have it, too: its texts keep no line in memory. */
  readonly isShared: boolean;
}

export interface UsualLine {
  readonly revision: number;
  readonly atMs: number;
  readonly verb: RecordEntry['verb'];
  readonly writer: Part<Writer>;
  readonly named: Part<Named>;
  readonly written: Part<Written>;
}

const nothing: Part<Written> = { text: '', value: {}, isShared: true };

export class UsualLines {
  readonly #writers = new Parts<Writer>(writerIn, isRepeated);
  readonly #named = new Parts<Named>(namedIn, () => true);
  readonly #written = new Parts<Written>(writtenIn, isShort);

  /** What is in a line, checked; undefined for one in another form, which may be wrong as well. */
  read(line: string): UsualLine | undefined {
    const when = moment.exec(line);
    if (when === null || !line.endsWith('}')) return undefined;
    const writerEnd = line.indexOf(VERB, when[0].length);
    const verbAt = writerEnd + VERB.length;
    const form = verbs.find(({ behind }) => line.startsWith(behind, verbAt));
    if (writerEnd < 0 || form === undefined) return undefined;
    const { verb, behind, before } = form;
    const end = line.length - 1;
    const namedEnd = before === undefined ? end : line.indexOf(before, verbAt);
    if (namedEnd < 0) return undefined;
    const by = this.#writers.of(line.slice(when[0].length, writerEnd));
    const about = by && this.#named.of(line.slice(verbAt + behind.length, namedEnd));
    if (about === undefined) return undefined;
    const written =
      before === undefined ? nothing : this.#written.of(line.slice(namedEnd + 1, end));
    if (written === undefined) return undefined;
    const [revision, atMs] = [Number(when[1]), Number(when[2])];
    return { revision, atMs, verb, writer: by!, named: about, written };
  }
}

/** Parts of one sort: those that may be repeated are kept as they were read. */
class Parts<T> {
  readonly #read: (text: string) => T | undefined;
  readonly #mayRepeat: (text: string) => boolean;
  readonly #known = new Map<string, Part<T>>();

  constructor(read: (text: string) => T | undefined, mayRepeat: (text: string) => boolean) {
    this.#read = read;
    this.#mayRepeat = mayRepeat;
  }

  of(text: string): Part<T> | undefined {
    return this.#known.get(text) ?? this.#readNew(text);
  }

  #readNew(text: string): Part<T> | undefined {
    const isShared = this.#mayRepeat(text);
    const own = isShared ? copyOf(text) : text;
    const value = this.#read(own);
    if (value === undefined) return undefined;
    const part = { text: own, value, isShared };
    if (!isShared) return part;
    if (this.#known.size >= MOST_SHARED) this.#known.clear();
    this.#known.set(own, part);
    return part;
  }
}

/** Numbers of reconciles and revisions are hardly the same twice. */
function isRepeated(writer: string): boolean {
  return !writer.includes('":{"controller":') && !writer.includes('{"revision":');
}

/** An object belongs to its first version alone. */
function isShort(written: string): boolean {
  return written.length <= LONGEST_SHARED && written.startsWith('"changes"');
}

/** While it is made. */
type Mutable<T> = { -readonly [Field in keyof T]: T[Field] };

function writerIn(text: string): Writer | undefined {
  const match = writer.exec(text);
  if (match === null) return undefined;
  const [, actor, requester, controller, key, number, cause, timer] = match;
  const found: Mutable<Writer> = { actor: actor! };
  if (requester !== undefined) found.requester = requester;
  if (controller !== undefined) {
    found.reconcile = { controller, key: key!, number: Number(number) };
  }
  if (cause !== undefined) found.causes = oneCause({ revision: Number(cause) });
  if (timer !== undefined) found.causes = oneCause({ timer });
  return found;
}

const none: readonly never[] = [];

function oneCause(cause: Cause): Causes {
  return { first: [cause], last: none, dropped: 0 };
}

function namedIn(text: string): Named | undefined {
  const match = named.exec(text);
  return match === null ? undefined : { kind: match[1]!, apiVersion: match[2]!, key: match[3]! };
}

/** The object, or the changes; undefined where something else stands, or more. */
function writtenIn(text: string): Written | undefined {
  const at = text.indexOf(':') + 1;
  let value: unknown;
  try {
    value = JSON.parse(text.slice(at));
  } catch {
    return undefined;
  }
  if (text.startsWith('"object"')) {
    return isMap(value) ? { object: value as unknown as KubeObject } : undefined;
  }
  return Array.isArray(value) && value.every(isChange) ? { changes: value } : undefined;
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isChange(value: unknown): value is FieldChange {
  return isMap(value) && Array.isArray(value['path']);
}
