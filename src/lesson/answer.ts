/** The right answer of a question: it comes from the run. */
import { bucketOf, served, type KindRegistry } from '#kinds';
import { parsePath, valueAt, type RunLog } from '#record';
import type { LessonQuestion, OtherAnswer } from './lesson.ts';

/** As an answer to choose: a number, a text, `none`; of a list the number of its entries. */
export function answerOf(
  question: LessonQuestion,
  { past, head }: RunLog,
  kinds: KindRegistry,
): string {
  const { kind: name, key, field, atMs, answers } = question;
  const kind = kinds.byName(name);
  if (kind === undefined) return 'none';
  const revision = past.revisionAt(head.startMs + atMs);
  const object = past.get(bucketOf(kind), key, revision);
  if (object === undefined) return 'none';
  const value = valueAt(served(kind, object), parsePath(field));
  if (Array.isArray(value)) return String(value.length);
  // Zeros are left out of a status.
  if (value === undefined) return answers.some((answer) => /^\d+$/.test(answer)) ? '0' : 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The scenario under which another answer is right. */
export function changedBy(text: string, { changes }: OtherAnswer): string {
  return changes.reduce((made, { found, replaced }) => made.replaceAll(found, replaced), text);
}

/** The answers that are wrong, and that no change of the scenario makes right. */
export function unanswered({ answers, others }: LessonQuestion, right: string): readonly string[] {
  return answers.filter((each) => each !== right && !others.some(({ answer }) => answer === each));
}
