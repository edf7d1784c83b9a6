/** What messages about a file say that they found there. */
import { expect, it } from 'vitest';
import { describe } from '../../../src/scenario/shape/checker.ts';
import { parseText } from '../../../src/scenario/source/parse.ts';

it.each([
  ['{}', 'a map', 'a map'],
  ['[1]', 'a list', 'a list'],
  ['~', 'nothing', 'nothing'],
  ['5', 'the number 5', 'a number'],
  ['true', 'the boolean true', 'a boolean'],
  ['five', 'the text "five"', 'text'],
  ['x'.repeat(40), `the text "${'x'.repeat(40)}"`, 'text'],
  [`${'x'.repeat(30)}${'y'.repeat(11)}`, `the text "${'x'.repeat(30)}yyyyyyy..."`, 'text'],
])('%s: %s', (text, quoted, unquoted) => {
  const root = parseText(text, 'scenario').roots[0]!;
  expect(describe(root)).toBe(quoted);
  expect(describe(root, false)).toBe(unquoted);
});
