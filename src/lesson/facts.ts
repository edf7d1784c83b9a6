/** Reads the lists of a lesson: lines such as `- Moment: 14s`. */
import { durationOf, type Millis } from '#clock';
import {
  fields,
  list,
  optional,
  PlainReader,
  scalar,
  type Entry,
  type Form,
  type FormProblem,
  type MapWords,
  type PlainValue,
  type ValueOf,
} from '#forms';
import type { OtherAnswer, TextChange } from './lesson.ts';
import type { Where } from './said.ts';

/** Lines that may be there several times. */
const repeated: readonly string[] = ['Set', 'Other'];

const text = scalar({
  schema: { type: 'string' },
  expected: 'a text',
  parse: (value) => (typeof value === 'string' ? value : undefined),
});

/** Returns a form of texts that a pattern or a parser takes apart. */
function parsed<T>(expected: string, parse: (value: string) => T | undefined): Form<T> {
  return scalar({
    schema: { type: 'string' },
    expected,
    parse: (value) => (typeof value === 'string' ? parse(value) : undefined),
  });
}

const setting = parsed('NAME=VALUE', (value): readonly [string, string | number] | undefined => {
  const [, name, rest = ''] = /^(\w+)=(.*)$/.exec(value) ?? [];
  return name === undefined ? undefined : [name, /^\d+$/.test(rest) ? Number(rest) : rest];
});

const moment: Form<Millis> = parsed('a span such as 14s', durationOf);

const valuePath = parsed('KIND NAME FIELD', (value) => {
  const [kind, key, field] = value.split(/\s+/);
  return kind === undefined || key === undefined || field === undefined
    ? undefined
    : { kind, key, field };
});

const answers = parsed('answers, such as 0, 1, 2', (value) =>
  value.split(',').map((each) => each.trim()),
);

/** `1 if "maxUnavailable: 30%" were "maxUnavailable: 1"`; several changes with `and` between them. */
const other = parsed('ANSWER if "TEXT" were "TEXT"', (value) => {
  const [, answer, rest] = /^(.+?) if (".*")$/.exec(value) ?? [];
  const changes = rest?.split(/ and (?=")/).map(changeOf);
  if (answer === undefined || changes === undefined) return undefined;
  return changes.every((change) => change !== undefined) ? { answer, changes, value } : undefined;
});

function changeOf(part: string): TextChange | undefined {
  const [, found, replaced] = /^"(.+?)" were "(.*?)"$/.exec(part) ?? [];
  return found === undefined || replaced === undefined ? undefined : { found, replaced };
}

/** The list at the head of a lesson. */
export const lessonFacts = fields({
  Topic: text,
  Scenario: text,
  Set: optional(list(setting, { doc: 'values of variables of the scenario' })),
});

/** The list of a question. */
export const questionFacts = fields({
  Moment: moment,
  Value: valuePath,
  Answers: answers,
  Other: optional(list(other, { doc: 'changes under which other answers are right' })),
});

/** Returns where each other answer stands in the file. */
export function withLine(
  { answer, changes, value }: NonNullable<ValueOf<typeof questionFacts>['Other']>[number],
  where: Where,
): OtherAnswer {
  return { answer, changes, line: where.lineOf(value) };
}

/**
 * Reads the list of a part of a lesson.
 * @throws {LessonError} for the first line that is wrong or missing
 */
export function readFacts<T>(form: Form<T>, part: string, where: Where): T {
  const lines = [...part.matchAll(/^- (\w+):(.+)$/gm)].map(
    ([, name, value]) => [name!, value!.trim()] as const,
  );
  // Without a prototype: any word may be the name of a line.
  const facts = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of lines) {
    const present = facts[name];
    if (Array.isArray(present)) present.push(value);
    else if (repeated.includes(name)) facts[name] = [value];
    else if (present === undefined) facts[name] = value;
    else throw where.error(`${name}: there are two of these lines, expected one`, `- ${name}:`);
  }
  const reader = new FactReader();
  const value = form.check({ value: facts, path: [] }, reader);
  const [problem] = reader.problems;
  if (problem !== undefined || value === undefined) throw errorOf(problem!, facts, where);
  return value;
}

function errorOf({ path, message }: FormProblem, facts: object, where: Where): Error {
  const [name, index] = path;
  if (name === undefined) return where.error(message);
  const value: unknown = facts[name as keyof typeof facts];
  const found = Array.isArray(value) ? String(value[Number(index)]) : `- ${name}:`;
  return where.error(`${name}: ${message}`, found);
}

/** Speaks of lines instead of fields. */
class FactReader extends PlainReader {
  override absent(map: PlainValue, name: string): undefined {
    return this.problem(map, `expected a line: - ${name}: ...`);
  }

  override unknownField({ name, key }: Entry<PlainValue>, { names }: MapWords): undefined {
    return this.problem(key, `unknown line; known are ${names.join(', ')}`, {
      word: name,
      known: names,
    });
  }
}
