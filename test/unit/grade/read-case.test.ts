import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CaseError, readLibrary } from '#grade';
import { readCase, readFamilies } from '../../../src/grade/case/read.ts';
import { root } from '../../support/imports.ts';

const place = { file: 'a.yaml', name: 'a', family: 'start', familyNumber: 2 };
const head = 'number: 3\ntitle: T\nsource: https://example.com\nsays: S\n';
const rules = "rules: [{ never: { verb: list }, because: 'B' }]\n";

describe('a case', () => {
  it('has its place in its number and its name', () => {
    const { id, number, isQuick, objects } = readCase(`${head}steps: []\n${rules}`, place);
    expect({ id, number, isQuick, objects }).toEqual({
      ...{ id: 'start/a', number: '2.3', isQuick: false, objects: 2 },
    });
  });

  it('has each of its fields, or what stands for it', () => {
    expect(readCase(`${head}steps: []\n${rules}`, place)).toStrictEqual({
      ...{ id: 'start/a', number: '2.3', family: 'start', title: 'T', says: 'S' },
      ...{ source: 'https://example.com', audience: 'any', isQuick: false, startsLate: false },
      ...{ objects: 2, mayEnd: false, tokenFile: false, mutants: [], steps: [] },
      rules: [expect.objectContaining({ type: 'never', because: 'B' })],
    });
    const more =
      'for: writer\nsuite: quick\nstartsLate: true\nmayEnd: true\ntokenFile: true\nmutants: [m]\n';
    expect(readCase(`${head}${more}steps: [{ expect: {}, because: B }]`, place)).toMatchObject({
      ...{ audience: 'writer', isQuick: true, startsLate: true, objects: 0, mayEnd: true },
      ...{ tokenFile: true, mutants: ['m'], rules: [] },
    });
    expect(readCase(`${head}objects: 5\n${rules}`, place).objects).toBe(5);
    expect(readCase(`${head}since: '1.30'\n${rules}`, place).since).toBe(30);
  });

  it.each([
    [
      `${head}since: 1.99\n${rules}`,
      "a.yaml: since: expected a release of Kubernetes such as '1.30'",
    ],
    [`title: T\n${rules}`, 'a.yaml: number: expected a whole number, found nothing'],
    ['', 'a.yaml: the file is empty'],
    ['a: [', 'a.yaml:1:5: not valid YAML'],
    [`${head}steps: []`, 'a.yaml: expected a rule, or a step that expects something'],
    [`${head}step: []\n${rules}`, 'a.yaml: unknown field "step" (did you mean "steps"?)'],
    [
      `${head}rules: [{ never: { verb: lists }, because: B }]`,
      'a.yaml: rules[0]: never: verb: expected one of get, list',
    ],
    [`${head}rules: [{ newer: {} }]`, 'a.yaml: rules[0]: expected a rule: never'],
    [`${head}rules: [{ never: {}, after: m, because: B }]`, 'no step has the mark "m"'],
    [`${head}rules: [{ never: {} }]`, 'a.yaml: rules[0]: because: expected a text, found nothing'],
    [
      `${head}steps: [{ until: {}, within: soon }]`,
      'a.yaml: steps[0]: within: expected a span of time such as 10s, found "soon"',
    ],
    [`${head}steps: [{}]`, 'a.yaml: steps[0]: expected until, expect'],
  ])('is refused where it is wrong: %s', (text, message) => {
    expect(() => readCase(text, place)).toThrow(message);
  });
});

it('names all that is wrong in a case', () => {
  const text = `${head}objects: many\nrules: [{ never: { verb: lists }, why: B }]`;
  expect(() => readCase(text, place)).toThrow(
    [
      'a.yaml: objects: expected a whole number, found "many"',
      'a.yaml: rules[0]: never: verb: expected one of get, list, watch, create, update, patch, delete, deletecollection, read, write, found "lists"',
      'a.yaml: rules[0]: unknown field "why" (expected one of never, after, before, because)',
      'a.yaml: rules[0]: because: expected a text, found nothing',
    ].join('\n'),
  );
});

describe('the families of cases', () => {
  const text = (...lines: readonly string[]): string => ['families:', ...lines, ''].join('\n');

  it('have a name and a title, in order', () => {
    const found = readFamilies(text('- { name: b, title: B }', '- { name: a, title: A }'), 'f');
    expect(found).toEqual([
      { name: 'b', title: 'B' },
      { name: 'a', title: 'A' },
    ]);
  });

  it.each([
    [`${text()}other: 1`, 'f: unknown field "other" (expected one of families)'],
    [
      text('- { name: a, title: A, says: S }'),
      'f: families[0]: unknown field "says" (expected one of name, title)',
    ],
    [text('- { name: a }'), 'f: families[0]: title: expected a text, found nothing'],
    ['families: a', 'f: families: expected a list, found "a"'],
  ])('are refused where they are wrong: %s', (wrong, message) => {
    expect(() => readFamilies(wrong, 'f')).toThrow(new CaseError(message));
  });
});

describe('the library of cases', () => {
  const { families, cases } = readLibrary(join(root, 'cases'));

  it('has a mistake for each case, and a case for each family', () => {
    expect(cases.filter(({ mutants }) => mutants.length === 0)).toEqual([]);
    const used = new Set(cases.map(({ family }) => family));
    expect(families.filter(({ name }) => !used.has(name))).toEqual([]);
  });

  it('has as many as its page says', () => {
    const page = readFileSync(join(root, 'docs/reference/grade.md'), 'utf8');
    expect(page).toContain(`${cases.length} cases in ${families.length} families`);
  });

  it('names a public source for each', () => {
    expect(cases.filter(({ source }) => !/^https:\/\/\S+$/.test(source))).toEqual([]);
  });
});
