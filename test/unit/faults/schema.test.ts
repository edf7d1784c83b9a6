/** What editors know of faults, and how problems are put into words. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { faultForm } from '#faults';
import { problemText } from '#forms';

interface Published {
  readonly properties: { readonly steps: { readonly items: { readonly properties: Fields } } };
}
type Fields = Readonly<Record<string, unknown>>;

/** Without the variables that may stand in a scenario in place of numbers and the like. */
function withoutVariables(_: string, value: unknown): unknown {
  const { anyOf, ...rest } = (value ?? {}) as { anyOf?: readonly Fields[] };
  return anyOf?.[1]?.['$ref'] === '#/definitions/variable' ? { ...anyOf[0], ...rest } : value;
}

it('are those of the published schema (npm run generate)', () => {
  const file = join(import.meta.dirname, '../../../docs/reference/scenario.schema.json');
  const published = JSON.parse(readFileSync(file, 'utf8'), withoutVariables) as Published;
  expect(faultForm.schema).toEqual(published.properties.steps.items.properties['fault']);
});

it.each([
  [[], 'expected a map'],
  [['error'], 'error: expected a map'],
  [['match', 'verb', 0], 'match.verb.0: expected a map'],
])('a problem at %j', (path, text) => {
  expect(problemText({ path, message: 'expected a map' })).toBe(text);
});
