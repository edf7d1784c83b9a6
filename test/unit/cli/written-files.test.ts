/** Files that commands write for authors: imported clusters, first scenarios; and those that they read back. */
import { defaultProfile } from '#kinds';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CaseResult } from '#grade';
import { KindRegistry } from '#catalog';
import { checkScenario, parseScenario } from '#scenario';
import { baselineIn, worseThan } from '../../../src/cli/grade/baseline.ts';
import { recordFullText } from '../../../src/cli/history-size.ts';
import { importState } from '../../../src/cli/import/import.ts';
import { init } from '../../../src/cli/init/init.ts';
import { scenarioInput, scenarioPath } from '../../../src/cli/scenario-input.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';
import { captured } from '../../support/captured.ts';

const out = captured('written');
const registry = new KindRegistry(defaultProfile);
const read = (path: string): string => readFileSync(path, 'utf8');

const config = (name: string, data: object = {}): object => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap', data },
  metadata: { name, namespace: 'shop', uid: name, creationTimestamp: '2026-03-01T00:00:00Z' },
});
const node = (name: string, status: string): object => ({
  ...{ apiVersion: 'v1', kind: 'Node', spec: {} },
  metadata: { name, uid: name },
  status: { conditions: [{ type: 'Ready', status }] },
});
const listOf = (...items: readonly object[]): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'List', items });

describe('orrery import', () => {
  it('writes a scenario that begins with the state, and says what comes next', () => {
    const from = out.file('state.json', listOf(config('a'), config('b'), node('n', 'True')));
    const output = join(out.folder, 'mine.yaml');
    expect(importState(from, { output })).toBe(0);
    expect(out.printed).toBe(
      `${output} is written: 3 objects, 0 steps. Next: orrery run ${output}\n`,
    );
    const text = read(output);
    expect(text.split('\n', 1)).toEqual([
      `# Imported from ${from} by orrery import: 2 ConfigMap, 1 Node.`,
    ]);
    expect(text).toContain('\nname: mine\n');
    expect(text).toContain('\nuntil: 600s\n');
    expect(text).toContain('\n  - { at: 0s, note: The state as it was imported. }\n');
    const { objects, untilMs } = parseScenario(text, output, registry);
    expect(untilMs).toBe(600_000);
    expect(objects.map(({ metadata }) => metadata.name)).toEqual(
      expect.arrayContaining(['a', 'b', 'n']),
    );
  });

  it('prints the scenario without -o, by the name of its input', () => {
    importState(out.file('state.yaml', listOf(config('a'))), {});
    expect(out.printed).toContain('\nname: state\n');
    expect(parseScenario(out.printed, 'x.yaml', registry).objects).toHaveLength(1);
  });

  it('keeps what would be a variable as text', () => {
    importState(out.file('s.json', listOf(config('a', { k: 'x ${HOME} ${A}' }))), {});
    expect(out.printed).toContain('$${HOME} $${A}');
    const [object] = parseScenario(out.printed, 'x.yaml', registry).objects;
    expect(object).toMatchObject({ data: { k: 'x ${HOME} ${A}' } });
  });

  it('keeps machines silent that have stopped reporting', () => {
    importState(out.file('s.json', listOf(node('up', 'True'), node('gone', 'Unknown'))), {});
    const { objects } = parseScenario(out.printed, 'x.yaml', registry);
    const silent = objects.filter(({ metadata }) =>
      JSON.stringify(metadata).includes('"sim/silent":"true"'),
    );
    expect(silent.map(({ metadata }) => metadata.name)).toEqual(['gone']);
  });

  it('puts many objects into a file of their own', () => {
    const from = out.file('s.json', listOf(config('a', { k: 'x'.repeat(200_000) })));
    const output = join(out.folder, 'large.yaml');
    importState(from, { output });
    const objects = join(out.folder, 'large.objects.json');
    expect(out.printed).toContain(`1 objects, 0 steps, the objects in ${objects}. Next: `);
    expect(read(output)).toContain('\n  objects: large.objects.json\n');
    expect(JSON.parse(read(objects))).toMatchObject({
      ...{ apiVersion: 'v1', kind: 'List' },
      items: [{ kind: 'ConfigMap', metadata: { name: 'a' } }],
    });
    expect(checkScenario(output, registry, {}).problems).toEqual([]);
  });

  it('does not print what is too long for a scenario', () => {
    const from = out.file('s.json', listOf(config('a', { k: 'x'.repeat(1_000_000) })));
    expect(() => importState(from, {})).toThrow(/characters; write it with -o FILE/);
  });

  it('replaces a file only when it is asked to', () => {
    const from = out.file('s.json', listOf(config('a')));
    const output = out.file('there.yaml', 'old');
    expect(() => importState(from, { output })).toThrow(
      new UsageError(`${output} exists already; give another name, or --force to replace it`),
    );
    expect(read(output)).toBe('old');
    importState(from, { output, force: true });
    expect(read(output)).toContain('name: there');
  });

  it('says which file cannot be read or written', () => {
    const from = out.file('s.json', listOf(config('a')));
    const none = join(out.folder, 'none', 'x.yaml');
    expect(() => importState(none, {})).toThrow(`cannot read ${none}: `);
    expect(() => importState(from, { output: none })).toThrow(`cannot write ${none}: ENOENT`);
  });
});

describe('orrery init', () => {
  it('writes a scenario that is right, and says how to play it', async () => {
    const file = join(out.folder, 'first.yaml');
    expect(await init(file, {})).toBe(0);
    expect(read(file)).toMatch(/^# yaml-language-server: \$schema=file:\/\/.*schema\.json$/m);
    expect(read(file)).not.toContain('Play it with');
    expect(checkScenario(file, registry, {}).problems).toEqual([]);
    const [head, ...lines] = out.printed.trimEnd().split('\n');
    expect(head).toBe(`${file} is written. Next:`);
    expect(lines.map((line) => line.trim().split(/ {2,}/, 1)[0])).toEqual([
      `orrery run ${file}`,
      `orrery test ${file}`,
      `orrery why deploy/web readyReplicas --run ${file} --at 31s`,
    ]);
  });

  it('replaces a file only when it is asked to', async () => {
    const file = out.file('first.yaml', 'old');
    await expect(init(file, {})).rejects.toThrow(
      `${file} exists already; give another name, or --force`,
    );
    expect(read(file)).toBe('old');
    expect(await init(file, { force: true })).toBe(0);
    expect(read(file)).not.toBe('old');
    const none = join(out.folder, 'none', 'x.yaml');
    await expect(init(none, {})).rejects.toThrow(`cannot write ${none}: ENOENT`);
  });
});

describe('a report card from before', () => {
  const result = (id: string, verdict: string): CaseResult => ({ id, verdict }) as CaseResult;

  it('shows what got worse', () => {
    const results = [result('a', 'fail'), result('b', 'pass'), result('c', 'fail')];
    const before = baselineIn(out.file('b.json', JSON.stringify({ results })));
    expect([...before]).toEqual([
      ['a', 'fail'],
      ['b', 'pass'],
      ['c', 'fail'],
    ]);
    const now = ['a', 'b', 'd'].map((id) => result(id, 'fail')).concat(result('c', 'pass'));
    expect(worseThan(before, now).map(({ id }) => id)).toEqual(['b', 'd']);
  });

  it('is refused when it is something else', () => {
    const other = out.file('b.json', '{"results": 1}');
    for (const file of [other, out.file('c.json', 'no')])
      expect(() => baselineIn(file)).toThrow(
        new UsageError(`--baseline ${file}: expected what \`orrery grade -o json\` prints`),
      );
    const none = join(out.folder, 'none.json');
    expect(() => baselineIn(none)).toThrow(/^--baseline .*none\.json: there is no such file/);
  });
});

describe('the name of a scenario', () => {
  it('is a file, or one of the library', async () => {
    const file = out.file('a.yaml', '');
    expect(scenarioPath(file)).toBe(file);
    expect(scenarioPath('daemonset/pace')).toMatch(/scenarios\/daemonset\/pace\.yaml$/);
    expect(scenarioPath('daemonset')).toMatch(/scenarios\/daemonset$/);
    expect(scenarioPath('nothing')).toBe('nothing');
    expect(await scenarioInput(file)).toEqual({ file });
    await expect(scenarioInput('daemonset/pase')).rejects.toThrow(
      new UsageError(
        'there is no file "daemonset/pase", and no such scenario in the library (did you mean "daemonset/pace"?)',
      ),
    );
    await expect(scenarioInput('zzzzzzzz')).rejects.toThrow('(`orrery list` shows them)');
    expect(await scenarioInput('./Missing.yaml')).toEqual({ file: './Missing.yaml' });
  });
});

it('a record that is full says what can be done', () => {
  const full = {
    ...{ file: 'a.yaml', writes: 12, atMs: 65_000, bytes: 3.5 * 1024 * 1024 },
    change: { bucket: 'configmaps', value: config('a') },
  } as unknown as Parameters<typeof recordFullText>[0];
  expect(recordFullText(full)).toMatch(
    /^a\.yaml: its 12 writes until .* take more than the 3 MiB that may be kept \(the last: ConfigMap shop\/a\); end it earlier \(orrery run --until\), keep more/,
  );
  const bare = { bucket: 'nodes', value: { metadata: { name: 'n' } } };
  expect(recordFullText({ ...full, change: bare } as never)).toContain('(the last: nodes n);');
});
