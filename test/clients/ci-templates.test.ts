/** The templates for CI services, played as these services play them: there is none in tests. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runToEnd } from './support/command.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'orrery-templates-'));
/** The built command stands for an installed executable. */
const executable = join(root, 'dist/orrery.js');
const env = { PATH: process.env['PATH']!, HOME: folder };
const read = <T>(file: string): T =>
  parse(readFileSync(join(root, 'packaging', file), 'utf8')) as T;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Step {
  readonly name: string;
  readonly id?: string;
  readonly if?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run: string;
}

interface Action {
  readonly name: string;
  readonly description: string;
  readonly inputs: Readonly<Record<string, { description: string; default: string }>>;
  readonly outputs: Readonly<Record<string, { description: string; value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

describe('the action for GitHub', () => {
  const action = read<Action>('github/action.yml');
  const { steps } = action.runs;

  /** Plays the steps. @returns what they leave for the rest of the job, and the outputs */
  async function play(inputs: Readonly<Record<string, string>>) {
    const all = { ...defaults(action), ...inputs };
    const files = { GITHUB_ENV: join(folder, 'env'), GITHUB_OUTPUT: join(folder, 'output') };
    for (const file of Object.values(files)) writeFileSync(file, '');
    for (const step of steps) {
      if (step.if !== undefined && !holds(step.if, all)) continue;
      const own = Object.entries(step.env ?? {}).map(([name, text]) => [name, filled(text, all)]);
      const command = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run];
      const outcome = await runToEnd('bash', command, {
        env: { ...env, ...files, ...(Object.fromEntries(own) as Record<string, string>) },
      });
      expect(outcome, step.name).toMatchObject({ code: 0, stderr: '' });
    }
    return {
      env: readFileSync(files.GITHUB_ENV, 'utf8'),
      output: readFileSync(files.GITHUB_OUTPUT, 'utf8'),
    };
  }

  it('has steps of a composite action, each with a shell, whose text no input can change', () => {
    expect(action.runs.using).toBe('composite');
    for (const { name, shell, run } of steps) {
      expect({ name, shell, run }).toMatchObject({
        name: expect.stringMatching(/\w/),
        shell: 'bash',
      });
      expect(run).not.toContain('${{');
    }
  });

  it('names only inputs and steps that there are', () => {
    const text = readFileSync(join(root, 'packaging/github/action.yml'), 'utf8');
    const named = [...text.matchAll(/inputs\.([\w-]+)/g)].map((match) => match[1]!);
    expect(new Set(named)).toEqual(new Set(Object.keys(action.inputs)));
    const ids = [...text.matchAll(/steps\.([\w-]+)\.outputs/g)].map((match) => match[1]!);
    expect(ids).toEqual(steps.flatMap(({ id }) => id ?? []));
  });

  it('sets KUBEBUILDER_ASSETS for the steps that follow, to the folder of that release', async () => {
    const left = await play({ executable, kubernetes: '1.30' });
    const path = /^KUBEBUILDER_ASSETS=(.+)\n$/.exec(left.env)![1]!;
    expect(left.output).toBe(`path=${path}\n`);
    expect(await versionIn(path)).toBe('Kubernetes v1.30.14\n');
  });

  it('gives the API server what the flags ask for', async () => {
    const left = await play({ executable, flags: '--controllers all --nodes 3' });
    const path = /=(.+)\n$/.exec(left.env)![1]!;
    const script = readFileSync(join(path, 'kube-apiserver'), 'utf8');
    expect(script).toContain("'--serve=--controllers' '--serve=all' '--serve=--nodes' '--serve=3'");
  });
});

describe('the template for GitLab', () => {
  interface Job {
    readonly variables: Readonly<Record<string, string>>;
    readonly before_script: readonly string[];
  }
  const { '.orrery': job } = read<{ readonly '.orrery': Job }>('gitlab/orrery.yml');

  it('has a hidden job that others extend, and variables of its own name', () => {
    expect(Object.keys(read('gitlab/orrery.yml'))).toEqual(['.orrery']);
    for (const name of Object.keys(job.variables)) expect(name).toMatch(/^ORRERY_/);
  });

  it.each(['bash', 'sh'])('sets KUBEBUILDER_ASSETS for the script, in %s', async (shell) => {
    const script = [...job.before_script, '"$KUBEBUILDER_ASSETS/kube-apiserver" --version'];
    const variables = {
      ...job.variables,
      ...{ ORRERY_EXECUTABLE: executable, ORRERY_KUBERNETES: '1.31', ORRERY_ASSETS: '--nodes 2' },
    };
    const outcome = await runToEnd(shell, ['-ec', script.join('\n')], {
      env: { ...env, ...variables },
    });
    expect(outcome).toEqual({ code: 0, stdout: 'Kubernetes v1.31.14\n', stderr: '' });
  });
});

function defaults({ inputs }: Action): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.default]));
}

/** Says whether a condition holds; there is one form of them. */
function holds(condition: string, inputs: Readonly<Record<string, string>>): boolean {
  const [, name, text] = /^inputs\.(\w+) == '(.*)'$/.exec(condition)!;
  return inputs[name!] === text;
}

function filled(text: string, inputs: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{\{ inputs\.(\w+) \}\}/g, (_, name: string) => inputs[name]!);
}

async function versionIn(assets: string): Promise<string> {
  const { stdout } = await runToEnd(join(assets, 'kube-apiserver'), ['--version'], { env });
  return stdout;
}
