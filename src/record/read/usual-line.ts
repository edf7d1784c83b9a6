/**
 * Entries in the form in which most are written: their fields in order, at most one cause, no note. A line is cut into
 * who wrote and why, which object, and what changed. Many lines have such parts in common: each is read once.
 */
import type { Cause, Causes, KubeObject } from '#values';
import type { FieldChange } from '../diff.ts';
import type { RecordEntry } from '../entry.ts';
import { Latest, MOST_SHARED, SharedFragments, type LineFragment } from './fragments.ts';
import { copyOf } from './shared.ts';

/** As in JSON, without escapes. */
const TEXT = String.raw`"([^"\\\u0000-\u001f]*)"`;
const NUMBER = String.raw`(0|[1-9]\d{0,14})`;
const RECONCILE = String.raw`\{"controller":${TEXT},"key":${TEXT},"number":${NUMBER}\}`;
const CAUSE = String.raw`\{(?:"revision":${NUMBER}|"timer":${TEXT})\}`;
const writer = new RegExp(
  String.raw`^"actor":${TEXT}(?:,"requester":${TEXT})?(?:,"reconcile":${RECONCILE})?` +
    String.raw`(?:,"causes":\{"first":\[${CAUSE}\],"last":\[\],"dropped":0\})?$`,
);
const sort = new RegExp(`^"kind":${TEXT},"apiVersion":${TEXT}$`);
const plain = /^[^"\\\u0000-\u001f]*$/;
const moment = new RegExp(String.raw`^\{"revision":${NUMBER},"atMs":${NUMBER},`);

const VERB = ',"verb":"';
const KEY = ',"key":"';
const COMMA = ','.charCodeAt(0);
const BRACE = '}'.charCodeAt(0);
/** Of each verb: what stands behind it, and which field has what it wrote. */
const verbs = [
  { verb: 'updated', behind: 'updated",', field: 'changes' },
  { verb: 'created', behind: 'created",', field: 'object' },
  { verb: 'deleted', behind: 'deleted",', field: undefined },
] as const;

/** Longer texts are hardly the same twice. */
const LONGEST_SHARED = 200;

export type Writer = Pick<RecordEntry, 'actor' | 'requester' | 'reconcile' | 'causes'>;
export type Named = Pick<RecordEntry, 'kind' | 'apiVersion' | 'key'>;
export type Written = Pick<RecordEntry, 'object' | 'changes'>;

/** @template A what a line is about */
export interface UsualLine<A> {
  readonly revision: number;
  readonly atMs: number;
  readonly verb: RecordEntry['verb'];
  readonly writer: LineFragment<Writer>;
  readonly about: A;
  readonly written: LineFragment<Written>;
}

/** What stands in a line between its moment and the key of its object. */
interface Front<A> {
  readonly text: string;
  readonly writer: LineFragment<Writer>;
  readonly form: (typeof verbs)[number];
  readonly objects: ObjectsOfKind<A>;
}

const nothing: LineFragment<Written> = { text: '', value: {}, isShared: true };

/** Finds what is named in the line of a revision. */
type Find<A> = (named: Named, revision: number) => A;

export class UsualLines<A> {
  readonly #find: Find<A>;
  readonly #writers = new SharedFragments<Writer>(writerIn, isRepeated);
  #sorts: SharedFragments<ObjectsOfKind<A>>;
  readonly #written = new SharedFragments<Written>(writtenIn, isShort);
  /** Of parts that may come again. */
  #fronts = new Latest<Front<A>>();

  constructor(find: Find<A>) {
    this.#find = find;
    this.#sorts = this.#noSorts();
  }

  /** Names are about something else from now on. */
  forget(): void {
    this.#sorts = this.#noSorts();
    this.#fronts = new Latest<Front<A>>();
  }

  #noSorts(): SharedFragments<ObjectsOfKind<A>> {
    return new SharedFragments<ObjectsOfKind<A>>(
      (text) => objectsIn(text, this.#find),
      () => true,
    );
  }

  /** What is in a line, checked; undefined for one in another form, which may be wrong as well. */
  read(line: string): UsualLine<A> | undefined {
    const when = moment.exec(line);
    if (when === null) return undefined;
    const frontAt = when[0].length;
    const front = this.#fronts.at(frontAt, line) ?? this.#newFront(line, frontAt);
    if (front === undefined) return undefined;
    const keyAt = frontAt + front.text.length;
    const keyEnd = line.indexOf('"', keyAt);
    const { writer, form, objects } = front;
    const written = this.#writtenIn(line, keyEnd + 1, form.field);
    if (written === undefined) return undefined;
    const [revision, atMs] = [Number(when[1]), Number(when[2])];
    const about = objects.of(line.slice(keyAt, keyEnd), revision);
    return about && { revision, atMs, verb: form.verb, writer, about, written };
  }

  #newFront(line: string, from: number): Front<A> | undefined {
    const writerEnd = line.indexOf(VERB, from);
    const verbAt = writerEnd + VERB.length;
    const form = verbs.find(({ behind }) => line.startsWith(behind, verbAt));
    const sortEnd = line.indexOf(KEY, verbAt);
    if (writerEnd < 0 || form === undefined || sortEnd < 0) return undefined;
    const writer = this.#writers.of(line.slice(from, writerEnd));
    const objects = writer && this.#sorts.of(line.slice(verbAt + form.behind.length, sortEnd));
    if (objects === undefined) return undefined;
    const text = line.slice(from, sortEnd + KEY.length);
    const front = { text, writer: writer!, form, objects: objects.value };
    return writer!.isShared ? this.#fronts.found({ ...front, text: copyOf(text) }) : front;
  }

  /** @param field that of the verb */
  #writtenIn(
    line: string,
    from: number,
    field: keyof Written | undefined,
  ): LineFragment<Written> | undefined {
    const end = line.length - 1;
    if (line.charCodeAt(end) !== BRACE) return undefined;
    if (field === undefined) return from === end ? nothing : undefined;
    if (line.charCodeAt(from) !== COMMA) return undefined;
    const written = this.#written.of(line.slice(from + 1, end));
    return written?.value[field] === undefined ? undefined : written;
  }
}

/** What lines are about that name objects of a kind, by their keys. */
class ObjectsOfKind<A> {
  readonly #kind: Pick<Named, 'kind' | 'apiVersion'>;
  readonly #find: Find<A>;
  readonly #known = new Map<string, A>();

  constructor(kind: Pick<Named, 'kind' | 'apiVersion'>, find: Find<A>) {
    this.#kind = kind;
    this.#find = find;
  }

  of(written: string, revision: number): A | undefined {
    const known = this.#known.get(written);
    if (known !== undefined) return known;
    if (!plain.test(written)) return undefined;
    const key = copyOf(written);
    const about = this.#find({ ...this.#kind, key }, revision);
    if (this.#known.size >= MOST_SHARED) this.#known.clear();
    this.#known.set(key, about);
    return about;
  }
}

function objectsIn<A>(text: string, find: Find<A>): ObjectsOfKind<A> | undefined {
  const match = sort.exec(text);
  return match === null
    ? undefined
    : new ObjectsOfKind({ kind: match[1]!, apiVersion: match[2]! }, find);
}

/** Numbers of reconciles and revisions are hardly the same twice. */
function isRepeated(writer: string): boolean {
  return !writer.includes('":{"controller":') && !writer.includes('{"revision":');
}

/** An object belongs to its first version alone. */
function isShort(written: string): boolean {
  return written.length <= LONGEST_SHARED && written.startsWith(CHANGES);
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

/** The object, or the changes; undefined where something else stands, or more. */
function writtenIn(text: string): Written | undefined {
  const isObject = text.startsWith(OBJECT);
  if (!isObject && !text.startsWith(CHANGES)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text.slice((isObject ? OBJECT : CHANGES).length));
  } catch {
    return undefined;
  }
  if (isObject) return isMap(value) ? { object: value as unknown as KubeObject } : undefined;
  return Array.isArray(value) && value.every(isChange) ? { changes: value } : undefined;
}

const OBJECT = '"object":';
const CHANGES = '"changes":';

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isChange(value: unknown): value is FieldChange {
  return isMap(value) && Array.isArray(value['path']);
}
