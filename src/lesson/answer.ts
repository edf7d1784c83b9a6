/** What a run says: the right answer of a question, and whether the prose of a lesson is true. */
import { bucketOf, served } from '#kinds';
import type { KindRegistry } from '#catalog';
import type { KubeObject } from '#values';
import { parsePath, valueAt, type RunLog } from '#record';
import type { LessonQuestion, OtherAnswer, SaidValue } from './lesson.ts';
import { says, saysWhen } from './says.ts';

/** As an answer to choose: a number, a text, `none`; of a list the number of its entries. */
export function answerOf(question: LessonQuestion, log: RunLog, kinds: KindRegistry): string {
  return valueIn({ ...question, log, kinds }) ?? leftOut(question);
}

/** Zeros are left out of a status. */
function leftOut({ answers }: LessonQuestion): string {
  return answers.some((answer) => /^\d+$/.test(answer)) ? '0' : 'none';
}

/** A value that is asked about, from a moment on. */
export interface AskedValue {
  /** Virtual ms since the start. */
  readonly atMs: number;
  /** As an answer says it. */
  readonly value: string;
}

/** Returns the value that is asked about over the whole run. */
export function answersOverTime(
  question: LessonQuestion,
  log: RunLog,
  kinds: KindRegistry,
): readonly AskedValue[] {
  const { past, head } = log;
  const query = { ...question, log, kinds };
  const bucket = bucketIn(query);
  const values = new Map([[0, 'none']]);
  for (const { time, type, value } of bucket === undefined
    ? []
    : past.changesOf(bucket, query.key)) {
    const is = type === 'deleted' ? 'none' : (fieldOf(value, query) ?? leftOut(question));
    values.set(time - head.startMs, is);
  }
  const all = [...values].map(([atMs, value]) => ({ atMs, value }));
  all.sort((a, b) => a.atMs - b.atMs);
  return all.filter(({ value }, at) => value !== all[at - 1]?.value);
}

/** Returns what the run says in place of what the prose says; undefined where both say the same. */
export function contradicted(
  claim: SaidValue,
  log: RunLog,
  kinds: KindRegistry,
): string | undefined {
  const { text, atMs, becomes } = claim;
  if (atMs !== undefined) {
    const found = valueIn({ ...claim, atMs, log, kinds });
    return says(text, found) ? undefined : (found ?? 'nothing, or 0');
  }
  const foundMs = firstTime({ ...claim, log, kinds }, becomes!);
  if (foundMs === undefined) return `that it never becomes ${becomes}`;
  return saysWhen(text, foundMs) ? undefined : `${foundMs / 1000} s`;
}

interface Field {
  readonly kind: string;
  readonly key: string;
  readonly field: string;
  readonly log: RunLog;
  readonly kinds: KindRegistry;
}

/** `none` without the object; undefined where the object does not have the field. */
function valueIn(query: Field & { readonly atMs: number }): string | undefined {
  const { key, log, atMs } = query;
  const { past, head } = log;
  const bucket = bucketIn(query);
  if (bucket === undefined) return 'none';
  const object = past.get(bucket, key, past.revisionAt(head.startMs + atMs));
  return object === undefined ? 'none' : fieldOf(object, query);
}

/** When a field has a value for the first time, virtual ms since the start. */
function firstTime(query: Field, value: string): number | undefined {
  const { past, head } = query.log;
  const bucket = bucketIn(query);
  if (bucket === undefined) return undefined;
  const times = [...past.changesOf(bucket, query.key)]
    .filter((change) => change.type !== 'deleted' && fieldOf(change.value, query) === value)
    .map(({ time }) => time - head.startMs);
  return times.length === 0 ? undefined : Math.min(...times);
}

function bucketIn({ kind: name, kinds }: Field): string | undefined {
  const kind = kinds.byName(name);
  return kind && bucketOf(kind);
}

function fieldOf(object: KubeObject, { kind, field, kinds }: Field): string | undefined {
  const value = valueAt(served(kinds.byName(kind)!, object), parsePath(field));
  if (Array.isArray(value)) return String(value.length);
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the scenario under which another answer is right. */
export function changedBy(text: string, { changes }: OtherAnswer): string {
  return changes.reduce((result, { found, replaced }) => result.replaceAll(found, replaced), text);
}

/** The answers that are wrong, and that no change of the scenario makes right. */
export function unanswered({ answers, others }: LessonQuestion, right: string): readonly string[] {
  return answers.filter((each) => each !== right && !others.some(({ answer }) => answer === each));
}
