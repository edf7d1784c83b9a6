/** Reads a case from its file. docs/reference/grade.md describes the form. */
import type { GradeCase } from './case.ts';
import { CaseError, Fields } from './fields.ts';
import { readRule } from './read-rule.ts';
import { readValue } from './read-text.ts';
import { readStep } from './read-step.ts';

/** A family of cases, in the order in which they are numbered. */
export interface Family {
  readonly name: string;
  readonly title: string;
}

/** Steps without which a case needs a rule. */
const expecting: ReadonlySet<string> = new Set(['expect', 'holds', 'madeHas', 'ownersExist']);

/** @param where the file, for errors @throws {CaseError} */
export function readFamilies(text: string, where: string): readonly Family[] {
  const root = new Fields(readValue(text, where), where);
  root.only('families');
  return root.list('families').map(({ value, where: place }) => {
    const fields = new Fields(value, place);
    fields.only('name', 'title');
    return { name: fields.text('name'), title: fields.text('title') };
  });
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

/** @throws {CaseError} */
export function readCase(text: string, { file, name, family, familyNumber }: CasePlace): GradeCase {
  const fields = new Fields(readValue(text, file), file);
  fields.only(
    ...['number', 'title', 'source', 'says', 'for', 'suite', 'startsLate', 'objects', 'mayEnd'],
    ...['tokenFile', 'mutants', 'steps', 'rules'],
  );
  const steps = fields.list('steps').map(({ value, where }) => readStep(value, where));
  const rules = fields.list('rules').map(({ value, where }) => readRule(value, where));
  const marks = new Set(steps.flatMap(({ mark }) => mark ?? []));
  for (const mark of rules.flatMap(({ after, before }) => [after, before])) {
    if (mark === undefined || marks.has(mark)) continue;
    throw new CaseError(`${fields.at('rules')}: no step has the mark "${mark}"`);
  }
  if (rules.length === 0 && steps.every(({ type }) => !expecting.has(type))) {
    throw new CaseError(`${file}: expected a rule, or a step that expects something`);
  }
  const audience = fields.choice('for', ['any', 'writer', 'applier', 'leader'], 'any');
  return {
    id: `${family}/${name}`,
    number: `${familyNumber}.${fields.number('number')}`,
    family,
    title: fields.text('title'),
    source: fields.text('source'),
    says: fields.text('says'),
    audience,
    isQuick: fields.choice('suite', ['quick', 'full'], 'full') === 'quick',
    startsLate: fields.flag('startsLate'),
    objects: fields.number('objects', audience === 'any' ? 2 : 0),
    mayEnd: fields.flag('mayEnd'),
    tokenFile: fields.flag('tokenFile'),
    mutants: fields.texts('mutants') ?? [],
    ...{ steps, rules },
  };
}
