/** `orrery lint` as its users see it: which files it reads, in which order it reports, and how it ends. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lint, type LintOptions } from '../../../src/cli/lint/lint.ts';
import { captured } from '../../support/captured.ts';

const out = captured('lint');
const text: LintOptions = { output: 'text' };
const json: LintOptions = { output: 'json' };

const good = (name: string): string =>
  `name: ${name}\ncluster: { nodes: 1 }\nsteps: [{ at: 0s, cordon: node-1 }]\n`;
/** With an unknown node on its fifth line, before an unknown step on its seventh. */
const bad = `name: bad
cluster: { nodes: 1 }
steps:
  - at: 1s
    cordon: node-9
  - at: 2s
    cordom: node-1
`;

interface Report {
  readonly format: string;
  readonly errors: number;
  readonly warnings: number;
  readonly files: readonly {
    readonly file: string;
    readonly scenarios: readonly string[];
    readonly problems: readonly {
      readonly severity: string;
      readonly line: number;
      readonly column: number;
    }[];
  }[];
}

async function report(...paths: readonly string[]): Promise<Report> {
  await lint(paths, json);
  return JSON.parse(out.printed) as Report;
}

describe('lint', () => {
  it('of a file that is right says what can run', async () => {
    expect(await lint([out.file('a.yaml', good('one'))], text)).toBe(0);
    expect(out.printed).toBe('0 errors, 0 warnings in 1 file, 1 scenario that can run\n');
  });

  it('notes an autoscaler without load, once for all combinations of a matrix', async () => {
    const text = `matrix: { most: [2, 3] }
variables: { most: 2 }
cluster: { nodes: 1 }
steps:
  - at: 1s
    apply:
      apiVersion: autoscaling/v1
      kind: HorizontalPodAutoscaler
      metadata: { name: php }
      spec:
        maxReplicas: \${most}
        scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: php }
`;
    expect(await lint([out.file('a.yaml', text)], { output: 'text' })).toBe(0);
    expect(out.printed.match(/a\.yaml:12:25: note: autoscaler php gets no metrics/g)).toHaveLength(
      1,
    );
    expect(out.printed).toContain('0 errors, 0 warnings in 1 file, 2 scenarios that can run');
  });

  it('of a folder reads each file once, in their order', async () => {
    const first = out.file('set/a.yaml', good('one'));
    const second = out.file('set/b.yaml', good('two'));
    const { files, ...counts } = await report(second, join(out.folder, 'set'));
    expect(counts).toEqual({ format: 'orrery-lint/1', errors: 0, warnings: 0 });
    expect(files.map(({ file }) => file)).toEqual([second, first]);
    expect(files.map(({ scenarios }) => scenarios)).toEqual([['two'], ['one']]);
  });

  it('counts files and scenarios in words', async () => {
    out.file('a.yaml', good('one'));
    out.file('b.yaml', good('two'));
    await lint([out.folder], text);
    expect(out.printed).toContain(' in 2 files, 2 scenarios that can run\n');
  });

  it('reports problems by line, says how many, and fails', async () => {
    const file = out.file('bad.yaml', bad);
    expect(await lint([file], text)).toBe(2);
    const lines = out.printed.trimEnd().split('\n');
    const places = lines.flatMap((line) => {
      const found = /bad\.yaml:(\d+):/.exec(line)?.[1];
      return found === undefined ? [] : [Number(found)];
    });
    expect(places).toEqual([5, 7]);
    expect(lines.at(-1)).toBe('2 errors, 0 warnings in 1 file, 0 scenarios that can run');
  });

  it('reports them as JSON with how bad they are', async () => {
    const { errors, warnings, files } = await report(out.file('bad.yaml', bad));
    expect({ errors, warnings }).toEqual({ errors: 2, warnings: 0 });
    expect(files[0]!.scenarios).toEqual([]);
    expect(files[0]!.problems).toMatchObject([
      { severity: 'error', line: 5 },
      { severity: 'error', line: 7 },
    ]);
  });

  it('asks the API about objects, between what is wrong elsewhere', async () => {
    const file = out.file(
      'refused.yaml',
      `name: refused
variables: { unused: 1 }
steps:
  - at: 0s
    apply: { apiVersion: v1, kind: Service, metadata: { name: a }, spec: { ports: [{ port: 0 }] } }
  - at: 1s
    expect: { event: { reason: SuccesfulCreate } }
`,
    );
    const { errors, warnings, files } = await report(file);
    expect({ errors, warnings }).toEqual({ errors: 2, warnings: 2 });
    expect(files[0]!.scenarios).toEqual([]);
    const found = files[0]!.problems.map(({ severity, line }) => `${line} ${severity}`);
    expect(found).toEqual(['2 warning', '5 error', '5 error', '7 warning']);
  });

  it('of a folder without scenarios is wrong usage', async () => {
    out.file('empty/readme.txt', 'nothing');
    const folder = join(out.folder, 'empty');
    await expect(lint([folder], text)).rejects.toThrow(
      `there are no scenarios (.yaml) in ${folder}`,
    );
  });

  it('reports a file that is not there like one that cannot be read', async () => {
    expect(await lint([join(out.folder, 'none.yaml')], text)).toBe(2);
    expect(out.printed).toContain('1 error, 0 warnings in 1 file, 0 scenarios that can run');
  });
});
