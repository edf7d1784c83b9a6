/** How the ends of two runs differ, object by object. */
import { expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { defaultProfile } from '#kinds';
import { compareRuns, type RunLog } from '#record';
import { Run } from '#run';
import { parseScenario } from '#scenario';

const registry = new KindRegistry(defaultProfile);

/** A run in which config maps are made: each name with its only value. */
async function logOf(values: Readonly<Record<string, string>>): Promise<RunLog> {
  const maps = Object.entries(values).map(
    ([name, value]) =>
      `{ apiVersion: v1, kind: ConfigMap, metadata: { name: ${name} }, data: { a: '${value}' } }`,
  );
  const text = `cluster: { nodes: 0 }\nsteps:\n  - { at: 1s, apply: [${maps.join(', ')}] }\nuntil: 5s\n`;
  return Run.play(parseScenario(text, 'test.yaml', registry), { seed: 1 });
}

it.each<[what: string, left: object, right: object, ...end: string[]]>([
  ['nothing where they are the same', { x: '1' }, { x: '1' }],
  ['a single field', { x: '1' }, { x: '2' }, 'both default/x data.a'],
  ['an object of the first run', { x: '1', y: '1' }, { x: '1' }, 'left default/y'],
  ['an object of the second run', { x: '1' }, { x: '1', y: '1' }, 'right default/y'],
  [
    'all of them by their names',
    { x: '1', y: '1', z: '1' },
    { x: '2', w: '1', z: '2' },
    'right default/w',
    'both default/x data.a',
    'left default/y',
    'both default/z data.a',
  ],
])('tells %s', async (_, left, right, ...end) => {
  const logs = [left, right].map((values) => logOf(values as Readonly<Record<string, string>>));
  const [ours, theirs] = await Promise.all(logs);
  const found = compareRuns(ours!, theirs!).end.filter(({ kind }) => kind === 'ConfigMap');
  const told = found.map((each) =>
    [each.in, each.key, ...each.changes.map(({ path }) => path.join('.'))].join(' '),
  );
  expect(told).toEqual(end);
});
