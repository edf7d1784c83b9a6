import { defaultProfile } from '#kinds';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import type { Patch } from '#runtime';
import { loadScenario, loadScenarios, ScenarioError, type Scenario } from '#scenario';
import type { StepTools } from '../../../src/scenario/step.ts';

const kinds = new KindRegistry(defaultProfile);
let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'scenario-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const load = (files: Readonly<Record<string, string>>, name = 'x.yaml'): Promise<Scenario> => {
  write(files);
  return loadScenario(join(folder, name), kinds);
};

/** The problems of files, without the folder in front. */
async function problemsOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  try {
    await load(files);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.message.split('\n').map((line) => line.replace(`${folder}/`, ''));
  }
  return [];
}

const summaries = ({ steps }: Scenario): string[] => steps.map(({ summary }) => summary);
const config = (name: string, rest = ''): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\n${rest}`;

describe('apply', () => {
  it.each([
    ['a file', 'manifests/a.yaml', 'apply ConfigMap a'],
    ['a folder', 'manifests', 'apply ConfigMap a, ConfigMap b, ConfigMap c'],
    ['a pattern', "'manifests/*.yaml'", 'apply ConfigMap a, ConfigMap b, ConfigMap c'],
    ['a deep pattern', "'**/*.json'", 'apply ConfigMap d'],
    ['several', '[manifests/a.yaml, deep/er/d.json]', 'apply ConfigMap a, ConfigMap d'],
    ['files in a namespace', '{ files: [manifests/a.yaml], namespace: n }', 'apply ConfigMap n/a'],
    ['a List', 'list.yaml', 'apply ConfigMap a, ConfigMap b'],
    [
      'a List in a namespace',
      '{ files: [list.yaml], namespace: n }',
      'apply ConfigMap n/a, ConfigMap n/b',
    ],
    ['a List of Lists', 'lists.yaml', 'apply ConfigMap a, ConfigMap b'],
    ['an empty file beside others', 'empty', 'apply ConfigMap e'],
    [
      'objects beside files',
      '[manifests/a.yaml, { apiVersion: v1, kind: ConfigMap, metadata: { name: x } }]',
      'apply ConfigMap a, ConfigMap x',
    ],
  ])('takes %s', async (_, what, summary) => {
    const scenario = await load({
      'x.yaml': `steps:\n  - { at: 1s, apply: ${what} }`,
      'manifests/a.yaml': config('a'),
      'manifests/b.yaml': `---\n${config('b')}---\n# nothing\n---\n${config('c')}`,
      'manifests/README.md': 'not YAML: [',
      'deep/er/d.json': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"d"}}',
      'empty/e.yaml': config('e'),
      'empty/nothing.yaml': '# nothing\n',
      'lists.yaml': JSON.stringify({
        apiVersion: 'v1',
        kind: 'List',
        items: ['a', 'b'].map((name) => ({
          apiVersion: 'v1',
          kind: 'ConfigMapList',
          items: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } }],
        })),
      }),
      'list.yaml':
        'apiVersion: v1\nkind: List\nitems:\n' +
        ['a', 'b'].map((n) => `- ${config(n).replaceAll('\n', '\n  ')}\n`).join(''),
    });
    expect(summaries(scenario)).toEqual([summary]);
  });

  it('takes manifests unchanged: YAML 1.1, merge keys and text that looks like a variable', async () => {
    const text = config(
      'a',
      'data: { <<: &d { b: c }, script: "echo ${HOME}", at: 12:30 }\nbinaryData: *d\nimmutable: yes\n',
    );
    const scenario = await load({ 'x.yaml': 'steps: [{ at: 1s, apply: a.yaml }]', 'a.yaml': text });
    expect(summaries(scenario)).toEqual(['apply ConfigMap a']);
    const applied: unknown[] = [];
    const client = {
      patch: (_kind: unknown, _ref: unknown, { body }: Patch) =>
        Promise.resolve(applied.push(body)),
    };
    await scenario.steps[0]!.run({ client, kinds } as unknown as StepTools);
    expect(applied).toMatchObject([
      { data: { b: 'c', script: 'echo ${HOME}', at: '12:30' }, immutable: true },
    ]);
  });

  it.each([
    ['no file', 'apply: none.yaml', 'x.yaml:1:26: cannot read "none.yaml": there is no such file'],
    [
      'an object as a text of lines',
      'apply: "kind: ConfigMap\\napiVersion: v1"',
      'x.yaml:1:26: expected an API object (a map) or the name of a file, found a text that holds an object; ',
    ],
    [
      'an object as a text',
      "apply: '{ kind: ConfigMap }'",
      'found a text that holds an object; write the object itself, without "|" or quotes',
    ],
    ['no match', "apply: 'a/*.yml'", 'x.yaml:1:26: cannot read "a/*.yml": no file matches'],
    ['an empty folder', 'apply: bad/none', 'cannot read "bad/none": there is no such file'],
    ['a wrong field', 'apply: bad/field.yaml', 'bad/field.yaml:4:1: ConfigMap has no field "dat"'],
    ['broken YAML', 'apply: bad/broken.yaml', 'bad/broken.yaml:2:1: not valid YAML'],
    ['a wrong kind', 'apply: bad/kind.yaml', 'bad/kind.yaml:2:7: unknown kind Configmap in v1'],
    ['no object', 'apply: bad/text.yaml', 'expected an API object (a map), found text'],
    [
      'a number',
      'apply: [3]',
      'expected an API object (a map) or the name of a file, found the number 3',
    ],
    [
      'a wrong object in a List',
      'apply: bad/list.yaml',
      'bad/list.yaml:7:3: ConfigMap has no field "dat"',
    ],
    [
      'a wrong object behind a good one',
      'apply: [a/b.yaml, bad/field.yaml]',
      'bad/field.yaml:4:1: ConfigMap has no field "dat"',
    ],
    ['nothing', 'apply: bad/empty.yaml', 'x.yaml:1:26: there is no object in "bad/empty.yaml"'],
    [
      'another namespace',
      'apply: { files: [bad/other.yaml], namespace: n }',
      'bad/other.yaml:1:1: ConfigMap a is in namespace "m"; expected "n", or none',
    ],
  ])('refuses %s', async (_, what, problem) => {
    const problems = await problemsOf({
      'x.yaml': `steps: [{ at: 1s, ${what} }]`,
      'a/b.yaml': config('b'),
      'bad/field.yaml': config('a', 'dat: {}'),
      'bad/broken.yaml': 'a: [\n',
      'bad/kind.yaml': config('a').replace('ConfigMap', 'Configmap'),
      'bad/text.yaml': 'hello',
      'bad/list.yaml': `apiVersion: v1\nkind: List\nitems:\n- ${config('a', 'dat: {}').replaceAll('\n', '\n  ')}\n`,
      'bad/empty.yaml': '# nothing\n',
      'bad/other.yaml': config('a').replace('{ name: a', '{ namespace: m, name: a'),
    });
    expect(problems.join('\n')).toContain(problem);
    expect(problems).toHaveLength(1);
  });
});

describe('include', () => {
  it.each([
    ['cluster: { nodes: 1 }', 'rbac'],
    ['cluster: { authorization: none }', 'none'],
  ])('with %s takes the last mode of authorization: %s', async (own, authorization) => {
    const scenario = await load({
      'x.yaml': `include: [lib.yaml]\n${own}\nsteps: []`,
      'lib.yaml': 'cluster: { authorization: rbac }',
    });
    expect(scenario.authorization).toBe(authorization);
  });

  it.each([
    ['cluster: { nodes: 1 }', true],
    ['cluster: { kubeletEvents: false }', false],
  ])('with %s takes the setting of events of the files before it: %s', async (own, events) => {
    const { kubeletEvents } = await load({
      'x.yaml': `include: [lib.yaml]\n${own}\nsteps: []`,
      'lib.yaml': 'cluster: { kubeletEvents: true }',
    });
    expect(kubeletEvents).toBe(events);
  });

  it('puts the steps, variables, nodes and gates of other files in front', async () => {
    const scenario = await load({
      'x.yaml':
        'include: [lib/common.yaml]\nvariables: { image: b }\nfeatureGates: { HPAScaleToZero: true }\n' +
        "cluster: { nodes: 1 }\nsteps: [{ at: 5s, note: '${image} ${count}' }]",
      'lib/common.yaml':
        'variables: { image: a, count: 3 }\nfeatureGates: { CronJobTimeZone: true, HPAScaleToZero: false }\n' +
        "cluster: { nodes: [{ name: other }] }\nsteps: [{ at: 5s, note: 'first ${image}' }]",
    });
    expect(scenario.steps.map(({ note, file }) => [note, file])).toEqual([
      ['first b', 'lib/common.yaml'],
      ['b 3', 'x.yaml'],
    ]);
    expect(scenario.nodes.map(({ name }) => name)).toEqual(['other', 'node']);
    expect(scenario.featureGates).toEqual({ CronJobTimeZone: true, HPAScaleToZero: true });
    expect(scenario.variables).toEqual({ image: 'b', count: 3 });
  });

  it('as a step shifts the steps of a file, whose variables are defaults', async () => {
    const scenario = await load({
      'x.yaml':
        'variables: { who: x }\nsteps:\n' +
        '  - { at: 10s, every: 1m, times: 2, include: lib/rollout.yaml }\n  - { after: 1s, note: end }',
      'lib/rollout.yaml':
        "variables: { who: y, what: z }\nsteps:\n  - { at: 1s, note: '${who} ${what} ${i}' }\n" +
        '  - { after: 2s, include: inner.yaml }',
      'lib/inner.yaml': "steps: [{ at: 1s, note: 'in ${i}' }]",
    });
    expect(scenario.steps.map(({ atMs, note }) => [atMs, note])).toEqual([
      [11_000, 'x z 1'],
      [14_000, 'in 1'],
      [71_000, 'x z 2'],
      [74_000, 'in 2'],
      [75_000, 'end'],
    ]);
  });

  it.each([
    [
      'a file that is not there',
      { 'x.yaml': 'include: [y.yaml]\nsteps: []' },
      'x.yaml:1:11: cannot include "y.yaml": there is no such file',
    ],
    [
      'a circle',
      { 'x.yaml': 'include: [y.yaml]\nsteps: []', 'y.yaml': 'include: [x.yaml]' },
      'y.yaml:1:11: the file includes itself: x.yaml -> y.yaml -> x.yaml',
    ],
    [
      'a circle of steps',
      { 'x.yaml': 'steps: [{ at: 1s, include: x.yaml }]' },
      'x.yaml:1:28: the file includes itself: x.yaml -> x.yaml',
    ],
    [
      'a cluster in an included step file',
      {
        'x.yaml': 'steps: [{ at: 1s, include: y.yaml }]',
        'y.yaml': 'cluster: { nodes: 2 }\nsteps: []',
      },
      'y.yaml:1:1: "cluster" has no place in a file that a step includes',
    ],
    [
      'a problem in the other file',
      { 'x.yaml': 'include: [y.yaml]', 'y.yaml': 'steps: [{ at: 1s, aply: {} }]' },
      'y.yaml:1:19: unknown step "aply"',
    ],
  ])('refuses %s', async (_, files, problem) => {
    const problems = await problemsOf(files as Record<string, string>);
    expect(problems.join('\n')).toContain(problem);
    expect(problems).toHaveLength(1);
  });
});

describe('the texts of a scenario', () => {
  it('are enough to read it again', async () => {
    write({
      'sub/x.yaml':
        'include: [../common.yaml]\nmatrix: { n: [1, 2] }\n' +
        "steps:\n  - { at: 1s, apply: ['m/*.yaml', m] }\n  - { at: '${n}s', include: more.yaml }",
      'common.yaml': 'cluster: { nodes: 2 }',
      'sub/m/a.yaml': config('a'),
      'sub/m/b.yaml': config('b'),
      'sub/more.yaml': "steps: [{ at: 1s, note: 'n ${n}' }]",
    });
    const [, second] = await loadScenarios(join(folder, 'sub/x.yaml'), kinds, {
      allowOutside: true,
    });
    const { sources, variables, file } = second!;
    expect(sources.map((source) => source.file).sort()).toEqual([
      '../common.yaml',
      'm/a.yaml',
      'm/b.yaml',
      'more.yaml',
      'x.yaml',
    ]);
    rmSync(join(folder, 'sub'), { recursive: true });
    const again = await loadScenario('x.yaml', kinds, { sources, set: variables });
    expect(summaries(again)).toEqual(summaries(second!));
    expect(again.title).toBe('x [n=2]');
    expect(file).toBe(join(folder, 'sub/x.yaml'));
  });
});
