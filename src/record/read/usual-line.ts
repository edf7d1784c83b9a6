/**
 * Entries in the form in which most are written: their fields in order, at most one cause, no note. One pattern takes
 * apart and checks what stands before the object, in half the time that JSON and the checks of its fields take.
 */
import type { Cause, Causes, KubeObject } from '#kinds';
import type { FieldChange } from '../diff.ts';
import type { RecordEntry } from '../entry.ts';

/** As in JSON, without escapes. */
const TEXT = String.raw`"([^"\\\u0000-\u001f]*)"`;
const NUMBER = String.raw`(0|[1-9]\d{0,14})`;
const RECONCILE = String.raw`\{"controller":${TEXT},"key":${TEXT},"number":${NUMBER}\}`;
const CAUSE = String.raw`\{(?:"revision":${NUMBER}|"timer":${TEXT})\}`;
const usual = new RegExp(
  String.raw`^\{"revision":${NUMBER},"atMs":${NUMBER},"actor":${TEXT}` +
    String.raw`(?:,"requester":${TEXT})?(?:,"reconcile":${RECONCILE})?` +
    String.raw`(?:,"causes":\{"first":\[${CAUSE}\],"last":\[\],"dropped":0\})?` +
    String.raw`,"verb":"(created|updated|deleted)"(,"kind":${TEXT},"apiVersion":${TEXT},"key":${TEXT})` +
    String.raw`(?:,"(?:(object)|changes)":|\}$)`,
);

/** While it is made. */
type Mutable<T> = { -readonly [Field in keyof T]: T[Field] };

export interface UsualLine {
  /** Its texts are parts of the line: who keeps them copies them (`SharedTexts`). */
  readonly entry: RecordEntry;
  /** The line without its revision and time, and without which object it is about. */
  readonly rest: string;
}

/** What is in a line, checked; undefined for one in another form, which may be wrong as well. */
export function usualLine(line: string): UsualLine | undefined {
  const match = usual.exec(line);
  if (match === null || !line.endsWith('}')) return undefined;
  const [before, revision, atMs, actor, requester, ...others] = match;
  const [controller, workKey, number, cause, timer, verb, about, ...object] = others;
  const [kind, apiVersion, key, isObject] = object;
  const written = before.endsWith('}') ? {} : writtenIn(line.slice(before.length, -1), isObject);
  if (written === undefined) return undefined;
  const entry: Mutable<RecordEntry> = {
    revision: Number(revision),
    atMs: Number(atMs),
    actor: actor!,
    verb: verb as RecordEntry['verb'],
    kind: kind!,
    apiVersion: apiVersion!,
    key: key!,
    ...written,
  };
  if (requester !== undefined) entry.requester = requester;
  if (controller !== undefined) {
    entry.reconcile = { controller, key: workKey!, number: Number(number) };
  }
  if (cause !== undefined) entry.causes = oneCause({ revision: Number(cause) });
  if (timer !== undefined) entry.causes = oneCause({ timer });
  const front = line.indexOf('"actor"');
  const aboutAt = line.indexOf(about!, front);
  const rest = `{${line.slice(front, aboutAt)}${line.slice(aboutAt + about!.length)}`;
  return { entry, rest };
}

const none: readonly never[] = [];

function oneCause(cause: Cause): Causes {
  return { first: [cause], last: none, dropped: 0 };
}

/** The object, or the changes, as JSON; undefined where something else stands, or more. */
function writtenIn(
  json: string,
  isObject: string | undefined,
): Pick<RecordEntry, 'object' | 'changes'> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (isObject !== undefined) {
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
