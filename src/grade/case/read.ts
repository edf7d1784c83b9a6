/** Reads a case from its file. docs/reference/grade.md describes the form. */
import type { GradeCase } from './case.ts';
import { fields, list, optional, word } from '#forms';
import { CaseError } from './fields.ts';
import { count, flag, readAs, release, some, text } from './forms.ts';
import { ruleForm } from './read-rule.ts';
import { readValue } from './read-text.ts';
import { stepForm } from './read-step.ts';

/** A family of cases, in the order in which they are numbered. */
export interface Family {
  readonly name: string;
  readonly title: string;
}

/** Steps without which a case needs a rule. */
const expecting: ReadonlySet<string> = new Set([
  'expect',
  'holds',
  'madeHas',
  'ownersExist',
  'changedGone',
]);

const families = fields({
  families: list(fields({ name: text, title: text }), { doc: 'The families, in their order.' }),
});

/** @param where the file, for errors @throws {CaseError} */
export function readFamilies(written: string, where: string): readonly Family[] {
  return readAs(families, readValue(written, where), where).families;
}

/** Where a case stands. */
export interface CasePlace {
  /** The file, for errors. */
  readonly file: string;
  /** Without the folder and the ending. */
  readonly name: string;
  readonly family: string;
  /** From 1. */
  readonly familyNumber: number;
}

const written = fields({
  number: count,
  title: text,
  source: text,
  says: text,
  for: optional(word(['any', 'writer', 'applier', 'leader'], { doc: 'Which clients it is for.' })),
  suite: optional(word(['quick', 'full'], { doc: 'In which suite it is.' })),
  startsLate: optional(flag),
  objects: optional(count),
  mayEnd: optional(flag),
  tokenFile: optional(flag),
  since: optional(release),
  mutants: optional(some(text)),
  steps: optional(list(stepForm, { doc: 'What happens.' })),
  rules: optional(list(ruleForm, { doc: 'What the requests have to be like.' })),
});

/** @throws {CaseError} */
export function readCase(from: string, { file, name, family, familyNumber }: CasePlace): GradeCase {
  const read = readAs(written, readValue(from, file), file);
  const { steps = [], rules = [], for: audience = 'any' } = read;
  const marks = new Set(steps.flatMap(({ mark }) => mark ?? []));
  for (const mark of rules.flatMap(({ after, before }) => [after, before])) {
    if (mark === undefined || marks.has(mark)) continue;
    throw new CaseError(`${file}: rules: no step has the mark "${mark}"`);
  }
  if (rules.length === 0 && steps.every(({ type }) => !expecting.has(type))) {
    throw new CaseError(`${file}: expected a rule, or a step that expects something`);
  }
  return {
    id: `${family}/${name}`,
    number: `${familyNumber}.${read.number}`,
    family,
    title: read.title,
    source: read.source,
    says: read.says,
    audience,
    isQuick: read.suite === 'quick',
    startsLate: read.startsLate ?? false,
    objects: read.objects ?? (audience === 'any' ? 2 : 0),
    mayEnd: read.mayEnd ?? false,
    tokenFile: read.tokenFile ?? false,
    ...(read.since !== undefined && { since: read.since }),
    mutants: read.mutants ?? [],
    ...{ steps, rules },
  };
}
