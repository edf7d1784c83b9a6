import { defaultProfile } from '#kinds';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { KindRegistry } from '#catalog';
import { loadScenario, loadScenarios, parseScenario, type Settings } from '#scenario';

const kinds = new KindRegistry(defaultProfile);
const notes = (text: string): (string | undefined)[] =>
  parseScenario(text, 'x.yaml', kinds).steps.map(({ note }) => note);

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'scenario-'))));
afterAll(() => rmSync(folder, { recursive: true }));
const saved = (text: string): string => {
  const file = join(folder, 'x.yaml');
  writeFileSync(file, text);
  return file;
};

describe('a variable', () => {
  it.each([
    ['inside text', 'variables: { v: 1.5 }', "'v${v}'", 'v1.5'],
    ['as text alone', 'variables: { v: abc }', "'${v}'", 'abc'],
    ['as a number where text is expected', 'variables: { v: 5 }', "'${v}'", '5'],
    ['more than once', 'variables: { a: 1, b: true }', "'${a} ${b} ${ a }'", '1 true 1'],
    ['in arithmetic', 'variables: { n: 5 }', "'${(n - 1) * 2 % 5}'", '3'],
    ['in a comparison', 'variables: { n: 5 }', "'${n >= 5 && n != 6}'", 'true'],
    ['in a choice', 'variables: { n: 5 }', "\"${n > 3 ? '{many}' : 'few'}\"", '{many}'],
    ['in a list', 'variables: { l: [a, b] }', "'${l[1]} ${l.size()}'", 'b 2'],
    ['in a duration', 'variables: { n: 5 }', '"${duration(\'30s\') * n}"', '2m30s'],
    ['written for itself', 'variables: { v: 1 }', "'$${v}'", '${v}'],
    ['by another one', "variables: { a: 2, b: 'x${a}' }", "'${b}'", 'x2'],
    ['through an alias', "definitions: &d '${v}'\nvariables: { v: 7 }", '*d', '7'],
  ])('is filled in %s', (_, head, note, expected) => {
    expect(notes(`${head}\nsteps: [{ at: 1s, note: ${note} }]`)).toEqual([expected]);
  });

  it('keeps its type, and may be a map or a list', () => {
    const scenario = parseScenario(
      `variables: { count: 3, labels: { zone: a }, seconds: 5, from: 9 }
seed: \${from}
cluster: { nodes: [{ name: n, count: '\${count}', labels: '\${labels}' }] }
steps: [{ at: '\${seconds}', cordon: 'n-\${count}' }]`,
      'x.yaml',
      kinds,
    );
    expect(scenario).toMatchObject({
      seed: 9,
      nodes: [{ name: 'n', count: 3, labels: { zone: 'a' } }],
      steps: [{ atMs: 5000, summary: 'cordon n-3' }],
    });
  });

  it('that is a number becomes text where an object has text', () => {
    const scenario = parseScenario(
      `steps: [{ every: 1s, times: 2, apply: { apiVersion: v1, kind: ConfigMap, metadata: { name: a, labels: { run: '\${i}' } } } }]`,
      'x.yaml',
      kinds,
    );
    expect(scenario.steps).toHaveLength(2);
  });

  it.each<[string, Settings, unknown[]]>([
    ['text for a number', { nodes: '4' }, [4, '1.0']],
    ['text for text, which stays text', { version: '1.10' }, [5, '1.10']],
    ['values that are none of text', { nodes: 2, version: 3 }, [2, 3]],
  ])('takes from outside %s', async (_, set, expected) => {
    const file = saved("variables: { nodes: 5, version: '1.0' }\nsteps: []");
    const { variables } = await loadScenario(file, kinds, { set });
    expect([variables['nodes'], variables['version']]).toEqual(expected);
  });

  it('that is not declared cannot be set', async () => {
    const file = saved('variables: { nodes: 5 }\nsteps: []');
    await expect(loadScenario(file, kinds, { set: { node: '1' } })).rejects.toThrow(
      'x.yaml: there is no variable "node" to set; it has nodes (did you mean "nodes"?)',
    );
  });
});

describe('a matrix', () => {
  const text =
    'name: roll\nmatrix: { nodes: [3, 10], kind: [a, b] }\ncluster: { nodes: "${nodes}" }\nsteps: [{ at: 1s, note: "${kind}" }]';

  it('makes a scenario of every combination', async () => {
    const scenarios = await loadScenarios(saved(text), kinds);
    expect(
      scenarios.map(({ title, nodes, steps }) => [title, nodes[0]!.count, steps[0]!.note]),
    ).toEqual([
      ['roll [nodes=3, kind=a]', 3, 'a'],
      ['roll [nodes=3, kind=b]', 3, 'b'],
      ['roll [nodes=10, kind=a]', 10, 'a'],
      ['roll [nodes=10, kind=b]', 10, 'b'],
    ]);
  });

  it('leaves no choice for what is set', async () => {
    const scenarios = await loadScenarios(saved(text), kinds, { set: { nodes: '7' } });
    expect(scenarios.map(({ title }) => title)).toEqual([
      'roll [nodes=7, kind=a]',
      'roll [nodes=7, kind=b]',
    ]);
  });

  it('is refused where one scenario is wanted', async () => {
    await expect(loadScenario(saved(text), kinds)).rejects.toThrow(
      'its matrix makes 4 scenarios of it; expected one',
    );
  });
});

describe('what the expressions of a file may cost', () => {
  it('is bounded for all together, with the place', () => {
    const nested = Array.from({ length: 9 }, (_, i) => `l.all(a${i}, `).join('');
    const text = `variables: { l: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] }
steps: [{ at: 1s, note: '\${${nested}true${')'.repeat(9)}}' }]`;
    expect(() => parseScenario(text, 'x.yaml', kinds)).toThrow(
      /2:\d+.*takes more than 10000000 steps/,
    );
  });

  it('looks no further than the first use that has no end', () => {
    const looks = vi.spyOn(RegExp.prototype, 'exec');
    const text = `steps: [{ at: 1s, note: '${'${'.repeat(2_000)}' }]`;
    expect(() => parseScenario(text, 'x.yaml', kinds)).toThrow('has no "}" behind it');
    const uses = looks.mock.contexts.filter((regex) => (regex as RegExp).source.includes('\\$\\$'));
    looks.mockRestore();
    expect(uses.length).toBeLessThan(5);
  });
});
