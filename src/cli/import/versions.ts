/** Reads what `kubectl get` prints: lists, documents, and streams of `-w`, as JSON or YAML; and audit logs. */
import { parseText, plainOf } from '#scenario';
import { UsageError } from '../usage-error.ts';
import { AuditReader, isAuditEvent } from './audit.ts';
import { isForeignObject, itemsOf, type ForeignObject, type Version } from './version.ts';
import { isMap, type JsonMap } from './maps.ts';

const WHAT = 'the output of "kubectl get ... -o yaml" or "-o json", also with -w, or an audit log';

/**
 * All versions in a text.
 * @throws {UsageError} with the position of a value that is not an API object, and what it should be
 */
export function readVersions(text: string, file: string): readonly Version[] {
  const isJson = /^\s*[[{]/.test(text);
  const values = isJson ? [...jsonValues(text, file)] : yamlValues(text, file);
  const audit = new AuditReader();
  const versions = values.flatMap(({ value, line }) => {
    const place = `${file}:${line}`;
    return isAuditEvent(value) ? audit.versionsOf(value, place) : versionsIn(value, place);
  });
  if (versions.length > 0) return versions;
  if (audit.changes === 0) throw new UsageError(`${file}: no object is in it; expected ${WHAT}`);
  throw new UsageError(
    `${file}: ${audit.changes} writes, and no object is in it: the audit policy needs the level RequestResponse`,
  );
}

interface Placed {
  readonly value: unknown;
  readonly line: number;
}

function yamlValues(text: string, file: string): readonly Placed[] {
  const { lines, roots, problems } = parseText(text, 'manifest');
  const [problem] = problems;
  if (problem !== undefined) {
    const { line, col } = lines.linePos(problem.offset);
    throw new UsageError(`${file}:${line}:${col}: ${problem.message}; expected ${WHAT}`);
  }
  const values = roots.map((root) => ({
    value: plainOf(root),
    line: lines.linePos(root.place.start).line,
  }));
  return values.filter(({ value }) => value !== null); // empty documents
}

/** Concatenated JSON values, as a watch prints them. */
function* jsonValues(text: string, file: string): Generator<Placed> {
  let line = 1;
  let at = 0;
  while (at < text.length) {
    const end = endOfValue(text, at);
    const part = text.slice(at, end);
    line += newlinesIn(/^\s*/.exec(part)![0]);
    if (part.trim() !== '') yield { value: parsed(part, file, line), line };
    line += newlinesIn(part.trimStart());
    at = end;
  }
}

function parsed(part: string, file: string, line: number): unknown {
  try {
    return JSON.parse(part);
  } catch (error) {
    const { message } = error as Error;
    throw new UsageError(`${file}:${line}: not valid JSON: ${message}; expected ${WHAT}`, {
      cause: error,
    });
  }
}

/** Returns the end of the value that begins at `from`; the end of the text if it is incomplete. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at);
    else if (char === '{' || char === '[') depth += 1;
    else if ((char === '}' || char === ']') && --depth <= 0) return at + 1;
  }
  return text.length;
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

function newlinesIn(text: string): number {
  return text.split('\n').length - 1;
}

/** Returns the object itself, those in a list, or the one of a watch event. */
function versionsIn(value: unknown, place: string): readonly Version[] {
  if (Array.isArray(value)) return value.flatMap((each) => versionsIn(each, place));
  if (!isMap(value)) throw new UsageError(`${place}: this is not an API object; expected ${WHAT}`);
  const { type, object, kind } = value;
  if (typeof type === 'string' && isMap(object) && kind === undefined) {
    return eventVersions(type, object, place);
  }
  if (kind === 'Status') {
    throw new UsageError(`${place}: it is an answer of failure: ${String(value['message'])}`);
  }
  const items = itemsOf(value);
  if (items !== undefined) return items.flatMap((item) => versionsIn(item, place));
  return [{ object: objectIn(value, place), place }];
}

function eventVersions(type: string, object: JsonMap, place: string): readonly Version[] {
  if (type === 'BOOKMARK') return [];
  if (type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED') {
    return [{ type, object: objectIn(object, place), place }];
  }
  const message = isMap(object) ? String(object['message'] ?? '') : '';
  throw new UsageError(`${place}: the watch ended with ${type}: ${message}`);
}

function objectIn(value: JsonMap, place: string): ForeignObject {
  if (isForeignObject(value)) return value;
  throw new UsageError(
    `${place}: an API object needs apiVersion, kind and metadata.name; expected ${WHAT}`,
  );
}
