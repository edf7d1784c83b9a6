/**
 * The examples in other languages, as their users run them: by the toolchain, against the built
 * command. Without the toolchain, or its packages (they are not fetched here), a test is skipped
 * with the reason.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const minutes = 60_000;

interface Example {
  readonly folder: string;
  /** Fails quickly where the toolchain or its packages are missing. */
  readonly probe: readonly string[];
  readonly test: readonly string[];
  /** What the output of a test that has passed contains. */
  readonly passed: RegExp;
  /** What its output contains where a package is missing after all, with the package. */
  readonly lacks?: RegExp;
  readonly env?: Readonly<Record<string, string>>;
  /** Other folders that it uses. */
  readonly beside?: readonly string[];
}

const pytest = ['python3', '-B', '-m', 'pytest', '-p', 'no:cacheprovider'];
const maven = ['mvn', '-B', '--offline'];

const examples: readonly Example[] = [
  {
    folder: 'python',
    probe: [...pytest, '--version'],
    test: [...pytest, '-v'],
    passed: /4 passed/,
  },
  {
    folder: 'go',
    probe: ['go', 'list', '-deps', '-test', './...'],
    test: ['go', 'test', '-v', './...'],
    passed: /--- PASS: TestRollout/,
    env: { GOPROXY: 'off', GOFLAGS: '-mod=readonly' },
  },
  {
    folder: 'java',
    probe: [...maven, '-q', 'test-compile'],
    // What runs the tests is looked for only when there are some.
    lacks: /artifact (\S+) has not been downloaded/,
    test: [...maven, 'test'],
    passed: /Tests run: 3, Failures: 0, Errors: 0/,
  },
  {
    folder: 'rust',
    probe: ['cargo', 'tree', '--offline', '--locked'],
    test: ['cargo', 'test', '--offline', '--locked'],
    passed: /test a_daemon_set_reaches_every_node ... ok/,
    env: { CARGO_TARGET_DIR: join(homedir(), '.cache/orrery-examples/rust') },
  },
  {
    folder: 'operators/go',
    beside: ['go', 'operators/site.json'],
    probe: ['go', 'list', '-deps', '-test', './...'],
    test: ['go', 'test', '-v', './...'],
    passed: /--- PASS: TestOperator/,
    env: { GOPROXY: 'off', GOFLAGS: '-mod=readonly' },
  },
];

let work: string;
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'orrery-examples-'));
  mkdirSync(join(work, 'bin'));
  symlinkSync(join(root, 'dist/orrery.js'), join(work, 'bin/orrery'));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

function environment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${join(work, 'bin')}:${process.env['PATH'] ?? ''}`, ...more };
}

/** Why an example cannot be run here; undefined when it can. */
function missing({ probe: [command, ...args], env }: Example, cwd: string): string | undefined {
  try {
    execFileSync(command!, args, {
      ...{ cwd, stdio: 'pipe', encoding: 'utf8', timeout: 2 * minutes },
      env: { ...process.env, ...env },
    });
    return undefined;
  } catch (error) {
    const { code, stderr, stdout } = error as NodeJS.ErrnoException & Record<string, string>;
    if (code === 'ENOENT') return `${command!} is not on this machine`;
    return `its packages are not on this machine: ${`${stderr}${stdout}`.trim().split('\n').at(-1)!}`;
  }
}

/** The output, however the command ends. */
function run([command, ...args]: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
  return new Promise<{ code: number | null; text: string }>((done, fail) => {
    const child = spawn(command!, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => void (text += chunk.toString()));
    }
    child.on('error', fail).on('close', (code) => done({ code, text }));
  });
}

it('all examples have files of less than 150 lines', () => {
  const files = readdirSync(join(root, 'examples'), { recursive: true, withFileTypes: true });
  for (const file of files) {
    if (!/\.(py|go|java|rs|mjs)$/.test(file.name)) continue;
    const text = readFileSync(join(file.parentPath, file.name), 'utf8');
    expect(text.split('\n').length, file.name).toBeLessThan(151);
  }
});

describe.each(examples)('the example in $folder', (example) => {
  const { folder, beside = [] } = example;

  it(
    'passes',
    async (context) => {
      const cwd = join(work, folder);
      for (const each of [folder, ...beside]) {
        cpSync(join(root, 'examples', each), join(work, each), { recursive: true });
      }
      const why = missing(example, cwd);
      if (why !== undefined) context.skip(why);
      const { code, text } = await run(example.test, cwd, environment(example.env));
      const lacking = example.lacks?.exec(text)?.[1];
      if (lacking !== undefined) context.skip(`${lacking} is not on this machine`);
      expect(text).toMatch(example.passed);
      expect(code, text).toBe(0);
    },
    8 * minutes,
  );
});
