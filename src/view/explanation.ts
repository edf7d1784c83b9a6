/** Why a field has its value. A page loads this when the question is first asked. */
import { accountants } from '#accounts';
import type { KindRegistry } from '#catalog';
import {
  explain,
  explainNot,
  type Absence,
  type Explanation,
  type RunLog,
  type WhyNotQuestion,
  type Witness,
} from '#record';
import type { ObjectName } from './object.ts';

/** @throws {QuestionError} */
export function explanationOf(
  log: RunLog,
  kinds: KindRegistry,
  object: ObjectName,
  field: string,
  revision: number,
): Explanation {
  return explain({ ...subjectOf(object), field, at: `rev:${revision}` }, witnessOf(log, kinds));
}

/** A moment of a run: what was written until then, and virtual ms since the start. */
export interface Moment {
  readonly revision: number;
  readonly atMs: number;
}

/** What an object did not do: have a pod on a node, or another size; nothing: what it starts, or is. */
export type NotDone = Pick<WhyNotQuestion, 'on' | 'size'>;

/** @throws {QuestionError} */
export function absenceOf(
  log: RunLog,
  kinds: KindRegistry,
  object: ObjectName,
  notDone: NotDone,
  { revision, atMs }: Moment,
): Absence {
  const { past, head } = log;
  const time = Math.floor(atMs);
  // What is due has no write: the time counts, except at that of the last write.
  const isLater = head.startMs + time > (past.timeOf(revision) ?? head.startMs);
  const at = isLater ? `${time}ms` : `rev:${revision}`;
  return explainNot({ ...subjectOf(object), ...notDone, at }, witnessOf(log, kinds));
}

function subjectOf({ kind, key }: ObjectName) {
  const slash = key.indexOf('/');
  const namespace = slash < 0 ? 'default' : key.slice(0, slash);
  return { kind, name: key.slice(slash + 1), namespace };
}

function witnessOf({ past, head, faults }: RunLog, kinds: KindRegistry): Witness {
  return {
    ...{ past, kinds, accountants },
    span: head,
    releases: head,
    ...(faults && { faults }),
  };
}
