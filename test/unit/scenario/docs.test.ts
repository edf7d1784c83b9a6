/** The examples of the language's description are scenarios that load. */
import { defaultProfile } from '#kinds';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { checkScenario, problemText } from '#scenario';

const page = readFileSync(
  join(import.meta.dirname, '../../../docs/reference/scenario-language.md'),
  'utf8',
);
const examples = [...page.matchAll(/^```yaml\n(.*?)^```/gms)]
  .map(([, text]) => text!)
  .filter((text) => !text.startsWith('#'));

/** What the examples need beside themselves. */
const around: readonly (readonly [field: string, text: string])[] = [
  ['steps', 'steps: []'],
  ['cluster', 'cluster: { nodes: 5 }'],
  ['until', 'until: 60d'],
];
const files = {
  '../common/cluster.yaml': 'steps: []',
  'rollout.yaml': 'steps: []',
  'web.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }',
};

it.each(examples)('is a scenario: %s', (example) => {
  const missing = around.filter(([field]) => !new RegExp(`^${field}:`, 'm').test(example));
  const text = [example, ...missing.map(([, line]) => line)].join('\n');
  const sources = Object.entries({ 'x.yaml': text, ...files }).map(([file, text]) => ({
    file,
    text,
  }));
  const { problems } = checkScenario('x.yaml', new KindRegistry(defaultProfile), { sources });
  const errors = problems.filter(({ isWarning }) => isWarning !== true);
  expect(errors.map(problemText)).toEqual([]);
});
