/** A lane for what a question asks about. Pure. */
import type { AskedValue, LessonQuestion } from '#lesson';
import type { StageNumber } from '#view';

/** As numbers, and questions about them, name a field: a condition, or a member of a list, by what it is in. */
export function askedField({ field }: Pick<LessonQuestion, 'field'>): string {
  return field.replace(/^status\./, '').replace(/\[(?!').*$/, '');
}

/**
 * The value that is asked about as a number, for a lane. Words stand at heights of their own, in the order of the
 * answers.
 */
export function askedNumber(question: LessonQuestion, all: readonly AskedValue[]): StageNumber {
  const { kind, key, field, answers } = question;
  const values = all.map(({ value }) => value);
  const words = answers.every(isNumber) ? undefined : [...new Set([...answers, ...values])];
  const valueOf = (text: string): number | undefined =>
    words === undefined ? (isNumber(text) ? Number(text) : undefined) : words.indexOf(text);
  const points = all.map(({ atMs, value: text }) => {
    const value = valueOf(text);
    return { atMs, revision: 0, ...(value !== undefined && { value }) };
  });
  const heights = points.map(({ value = 0 }) => value);
  return {
    ...{ object: { kind, key }, field: askedField(question), points },
    ...{ label: field.replace(/^status\./, ''), askedWord: '', isBad: false, unit: '' },
    most: Math.max(1, ...heights, ...(words === undefined ? [] : [words.length - 1])),
    ...(words && { words }),
  };
}

/** Where an answer stands in the lane of a question; undefined where it has no place. */
export function heightOf(answer: string, words: readonly string[] | undefined): number | undefined {
  if (words !== undefined) return words.includes(answer) ? words.indexOf(answer) : undefined;
  return isNumber(answer) ? Number(answer) : undefined;
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text);
}
