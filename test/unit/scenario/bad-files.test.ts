import { defaultProfile } from '#kinds';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { loadScenario, parseScenario, ScenarioError } from '#scenario';

const kinds = new KindRegistry(defaultProfile);

/** The problems of a scenario's text, each as `LINE:COLUMN message (hint)`. */
function problemsOf(text: string): string[] {
  try {
    parseScenario(text, 'x.yaml', kinds);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.message.split('\n').map((line) => line.replace(/^x\.yaml:/, ''));
  }
  return [];
}

const step = (fields: string): string =>
  `cluster: { nodes: 2 }\nsteps:\n  - { at: 1s, ${fields} }\n`;
const daemonSet = (fields: string): string =>
  step(`apply: { apiVersion: apps/v1, kind: DaemonSet, metadata: { name: a }, ${fields} }`);

const cases: readonly (readonly [what: string, text: string, problem: string])[] = [
  ['nothing', '', '1:1: the file is empty; expected a scenario with "steps"'],
  ['no map', '- a', '1:1: expected a map (a scenario), found a list'],
  ['no steps', 'name: x', '1:1: field "steps" is missing (a scenario)'],
  ['steps that are not a list', 'steps: 3', '1:8: expected a list of steps'],
  ['a step that is not a map', 'steps: [3]', '1:9: expected a step (a map), found the number 3'],
  ['broken YAML', 'steps: [\n', '2:1: not valid YAML: '],
  [
    'a step after the end of the list of steps',
    'steps:\n  - { at: 1s, note: x }\nuntil: 9m\n\n  # More.\n  - at: 2s\n    note: y\n',
    '6:3: not valid YAML: this line is a list item, but "until" above is not a list: it ended the list before it',
  ],
  [
    'the same without indentation',
    'steps:\n- { at: 1s, note: x }\nuntil: 9m\n- at: 2s\n  note: y\n',
    '4:1: not valid YAML: this line is a list item, but "until" above',
  ],
  [
    'a manifest',
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: {}\n',
    '1:1: this is a manifest; put it into a step: "steps: [{ at: 0s, apply: ... }]"',
  ],
  [
    'a wait',
    step('wait: 10s'),
    '3:15: unknown step "wait"; time passes by itself: give the next step "after: 10s"',
  ],
  [
    'a command',
    step("kubectl: 'get pods'"),
    '3:15: unknown step "kubectl"; a step is a verb of its own: apply, patch',
  ],
  ['a field twice', 'steps: []\nsteps: []', '2:1: not valid YAML: Map keys must be unique'],
  ['an unknown alias', 'steps: *a', '1:8: alias "a" has no anchor in front of it'],
  ['an unknown field', 'steps: []\nuntl: 5s', '2:1: unknown field "untl"'],
  ['a near miss of a field', 'steps: []\nuntl: 5s', '(did you mean "until"?)'],
  ['an end that is not a time', 'steps: []\nuntil: soon', '2:8: expected a duration such as'],
  [
    'an end before the start',
    'steps: []\nuntil: 2025-12-31T23:59:59Z',
    '2:8: 2025-12-31T23:59:59Z lies before the start of the scenario, 2026-01-01T00:00:00Z',
  ],
  [
    'a seed that is not a number',
    'steps: []\nseed: x',
    '2:7: expected a whole number of at least 0',
  ],
  [
    'a bad start',
    'steps: []\nstart: tomorrow',
    '2:8: expected a time such as 2026-01-01T00:00:00Z',
  ],
  ['an unknown step', step('aply: {}'), '3:15: unknown step "aply"; known are apply, patch'],
  ['a near miss of a step', step('aply: {}'), '(did you mean "apply"?)'],
  [
    'two verbs',
    step('cordon: node-1, drain: node-1'),
    'a step does one thing; it has "cordon" and "drain"',
  ],
  ['no verb', 'steps:\n  - at: 1s', '2:5: the step does nothing; expected one of apply'],
  ['no time', 'steps:\n  - note: x', '2:5: the step does not say when; expected "at"'],
  ['two times', 'steps:\n  - { at: 1s, after: 1s, note: x }', '2:5: a step has one time'],
  [
    'a negative time',
    'steps:\n  - { at: -3s, note: x }',
    '2:11: expected a time that is not negative, found -3s',
  ],
  [
    'a negative number as time',
    'steps:\n  - { at: -3, note: x }',
    'expected a time that is not negative',
  ],
  [
    'a bad duration',
    'steps:\n  - { at: soon, note: x }',
    '2:11: expected a duration such as 90s, 1m30s or 500ms',
  ],
  [
    'within where nothing waits',
    step('cordon: node-1, within: 3s'),
    '"within" goes with "expect", "holds", "inOrder" only',
  ],
  [
    'an unknown node',
    step('cordon: node-9'),
    'there is no node "node-9" at this point of the scenario; there are node-1, node-2',
  ],
  ['a near miss of a node', step('cordon: nod-1'), '(did you mean "node-1"?)'],
  [
    'a node that is there already',
    step('addNodes: { name: node-1 }'),
    'node "node-1" exists already',
  ],
  [
    'a node after its removal',
    'cluster: { nodes: 1 }\nsteps:\n  - { at: 1s, removeNode: node-1 }\n  - { at: 2s, cordon: node-1 }',
    '4:23: there is no node "node-1" at this point of the scenario; there are none',
  ],
  ['a number for a name', step('cordon: 7'), "found the number 7; quote it: '7'"],
  [
    'a bad taint',
    step("taint: { node: node-1, add: ['a:Never'] }"),
    'expected a taint such as key=value:NoExecute',
  ],
  [
    'a taint that does nothing',
    step('taint: { node: node-1 }'),
    'taint changes nothing; expected "add" or "remove"',
  ],
  [
    'an unknown kind',
    step('apply: { apiVersion: apps/v1, kind: DaemonSt, metadata: { name: a } }'),
    'unknown kind DaemonSt in apps/v1 (did you mean "DaemonSet"?)',
  ],
  [
    'a version that is gone',
    step('apply: { apiVersion: extensions/v1beta1, kind: Ingress, metadata: { name: a } }'),
    'v1.24 no longer serves Ingress in extensions/v1beta1; use networking.k8s.io/v1',
  ],
  ['no kind', step('apply: { metadata: { name: a } }'), 'an API object needs apiVersion and kind'],
  [
    'no name',
    step('apply: { apiVersion: v1, kind: Pod, metadata: {} }'),
    'Pod has no name; expected metadata.name',
  ],
  [
    'an unknown field of an object',
    daemonSet('spec: { templat: {} }'),
    'DaemonSet.spec has no field "templat" (did you mean "template"?)',
  ],
  [
    'a wrong type in an object',
    daemonSet("spec: { minReadySeconds: '3' }"),
    'DaemonSet.spec.minReadySeconds: expected a whole number, found the text "3"',
  ],
  [
    'a number for text in an object',
    daemonSet('spec: { template: { metadata: { labels: { a: 1 } } } }'),
    "labels.a: expected text, found the number 1; quote it: '1'",
  ],
  ['a list for a map', daemonSet('spec: []'), 'DaemonSet.spec: expected a map, found a list'],
  [
    'a bad quantity',
    step('addNodes: { name: n, capacity: { cpu: [] } }'),
    'expected text (a quantity), found a list',
  ],
  [
    'a patch without body',
    step('patch: { kind: DaemonSet, name: a }'),
    'field "body" is missing (a patch of one object)',
  ],
  [
    'a bad patch type',
    step('patch: { kind: DaemonSet, name: a, type: jsn, body: [] }'),
    'expected one of strategic, merge, json, found "jsn" (did you mean "json"?)',
  ],
  [
    'a bad propagation',
    step('delete: { kind: Pod, name: a, propagation: orphan }'),
    '(did you mean "Orphan"?)',
  ],
  [
    'an unknown status field',
    step('expect: { kind: DaemonSet, name: a, status: { ready: 1 } }'),
    'status has no field "ready"',
  ],
  [
    'too many nodes',
    'steps: []\ncluster: { nodes: 100000 }',
    'expected a whole number of at least 0, at most 10000',
  ],
];

describe('a bad scenario', () => {
  it.each(cases)('with %s is refused', (_, text, problem) => {
    expect(problemsOf(text).join('\n')).toContain(problem);
  });

  it('gets all its problems told, in the order of the file', () => {
    const text = 'steps:\n  - { at: -1s, cordon: a }\n  - { at: 1s, aply: {} }\nuntl: 3';
    expect(problemsOf(text).map((line) => line.split(':')[0])).toEqual(['2', '3', '4']);
  });

  it('with an alias bomb is refused without unfolding it', () => {
    let text = 'definitions:\n  a: &a [x, x, x, x, x, x, x, x, x, x]\n';
    for (const [name, previous] of ['ba', 'cb', 'dc', 'ed', 'fe', 'gf', 'hg', 'ih'] as const) {
      text += `  ${name!}: &${name!} [${Array<string>(10).fill(`*${previous!}`).join(', ')}]\n`;
    }
    expect(problemsOf(`${text}steps: []`)).toEqual([
      '1:1: its aliases unfold to more than 200000 values; expected fewer',
    ]);
  });

  it('with an alias inside its own anchor is refused', () => {
    expect(problemsOf('steps: &a [*a]')).toHaveLength(1);
  });
});

describe('a file', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'scenario-'))));
  afterEach(() => rmSync(folder, { recursive: true }));
  const load = (name: string): Promise<unknown> => loadScenario(join(folder, name), kinds);

  it('that is missing is named', async () => {
    await expect(load('none.yaml')).rejects.toThrow(/none\.yaml: there is no such file/);
  });

  it('that is a folder is refused', async () => {
    await expect(load('.')).rejects.toThrow(/it is a directory; expected a scenario file/);
  });

  it('that is too large is refused unread', async () => {
    writeFileSync(join(folder, 'big.yaml'), 'x'.repeat(10_000_000));
    await expect(load('big.yaml')).rejects.toThrow(
      /has 10000000 bytes; a scenario has at most 1048576/,
    );
  });
});
