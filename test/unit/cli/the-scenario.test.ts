/** Commands about one scenario, and files that define several. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { theScenario } from '../../../src/cli/the-scenario.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';

const registry = new KindRegistry(defaultProfile);

const chosenOf = async (matrix: string, set: Readonly<Record<string, string>> = {}) => {
  const text = `${matrix}\nsteps: []`;
  return (await theScenario({ file: 'x.yaml', text }, registry, { set })).chosen;
};

const two = 'matrix: { n: [1, 2] }';

describe('the one scenario of a file is', () => {
  it.each([
    ['all of it, without a matrix', '', {}, {}],
    ['its only combination', 'matrix: { n: [1], m: [a] }', {}, { n: 1, m: 'a' }],
    ['the one that is chosen', two, { n: '2' }, { n: 2 }],
  ])('%s', async (_, matrix, set, chosen) => {
    expect(await chosenOf(matrix, set)).toEqual(chosen);
  });
});

describe('of several scenarios, the choice is named', () => {
  const many = (count: number): string =>
    `matrix: { n: [${Array.from({ length: count }, (_, index) => index)}] }`;
  const settings = (count: number): string[] =>
    Array.from({ length: count }, (_, index) => `  --set n=${index}`);

  it.each([
    ['two', two, 2, ['  --set n=1', '  --set n=2']],
    ['twelve', many(12), 12, settings(12)],
    ['thirteen', many(13), 13, [...settings(12), '  or one of 1 more combinations']],
    [
      'some with texts for a shell',
      `matrix: { t: ['a-b', 'a b', "it's", ''], n: [1] }`,
      4,
      [
        '  --set t=a-b --set n=1',
        "  --set t='a b' --set n=1",
        String.raw`  --set t='it'\''s' --set n=1`,
        '  --set t= --set n=1',
      ],
    ],
  ])('%s', async (_, matrix, count, lines) => {
    const head = `x.yaml is ${count} scenarios (its matrix), and this is about one; choose it with`;
    await expect(chosenOf(matrix)).rejects.toThrow(new UsageError([head, ...lines].join('\n')));
  });
});
