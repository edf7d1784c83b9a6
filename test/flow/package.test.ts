/** The package as npm packs it, installed elsewhere: what it holds, and that README's example works. */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkTypes,
  compile,
  exampleIn,
  install,
  nodeOf,
  installed,
  place,
  root,
  run,
  tryRun,
  withPackages,
} from '../support/packed.ts';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly files: readonly string[];
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
};

beforeAll(install, 300_000);
afterAll(() => rmSync(place, { recursive: true, force: true }));

describe('the package', () => {
  it('holds the command, the library, its types and the scenarios, and nothing else', () => {
    const all = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    expect(all.filter((path) => /\.map$|^src|^test|^controllers/.test(path))).toEqual([]);
    const entries = Object.values(manifest.exports).flatMap((entry) =>
      typeof entry === 'string' ? [entry] : Object.values(entry),
    );
    expect(entries).toHaveLength(13);
    expect(all).toEqual(
      expect.arrayContaining([
        ...['dist/orrery.js', 'dist/yaml-worker.js', 'LICENSE', 'README.md', 'CHANGELOG.md'],
        ...entries.map((path) => path.replace('./', '')),
      ]),
    );
    expect(manifest.files).not.toContain('dist');
    const tops = new Set(all.map((path) => path.split('/')[0]));
    expect([...tops].sort()).toEqual(
      ['CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md'].concat(
        ...[['cases', 'dist', 'docs', 'examples', 'lessons', 'package.json', 'scenarios']],
      ),
    );
  });

  it('has every page that its pages link to', () => {
    const pages = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.md'),
    );
    expect(pages.length).toBeGreaterThan(20);
    const broken = pages.flatMap((page) => {
      const text = readFileSync(join(installed, page), 'utf8').replace(/^```.*?^```/gms, '');
      return [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
        .map((match) => match[1]!)
        .filter((target) => !/^[a-z]+:/.test(target))
        .filter((target) => !existsSync(join(installed, dirname(page), target)))
        .map((target) => `${page}: ${target}`);
    });
    expect(broken).toEqual([]);
  });

  it('has pages on its exports that say what the types say, with a comment on each', () => {
    run(process.execPath, [join(root, 'tools/api-docs.js'), '--check'], root);
  });

  it('plays the example of the README, which has the types that it claims', () => {
    compile('example.ts', exampleIn('README.md', 'A cluster in your tests', 'ts'));
    const printed = run(process.execPath, ['built/example.js'], place);
    expect(printed).toMatch(/^3 DaemonSet default\/agent {2}status\.numberReady = 3\n/);
    expect(printed).toContain('test created DaemonSet default/agent');
    checkTypes('typescript', place);
  });

  it('plays the example of the README as it stands, without a compiler', () => {
    const source = exampleIn('README.md', 'A cluster in your tests', 'ts');
    writeFileSync(join(place, 'example.mjs'), source);
    const printed = run(process.execPath, ['example.mjs'], place);
    expect(printed).toMatch(/^3 DaemonSet default\/agent {2}status\.numberReady = 3\n/);
  });

  it('loads nothing of HTTP until a cluster listens', () => {
    const source = `
      import { createCluster } from 'kube-orrery';
      const isHttp = (name) => /^NativeModule (http|https|tls)$/.test(name);
      const loaded = () => process.moduleLoadList.filter(isHttp).length;
      const cluster = await createCluster({ nodes: 1 });
      await cluster.advance('1m');
      const before = loaded();
      await cluster.listen();
      console.log(before, loaded());
      await cluster.dispose();
    `;
    writeFileSync(join(place, 'listen.js'), source);
    expect(run(process.execPath, ['listen.js'], place)).toBe('0 3\n');
  });

  it('replaces envtest-js by another import', () => {
    compile('environment.ts', exampleIn('docs/reference/kit-envtest.md', 'A suite', 'ts'));
    expect(run(process.execPath, ['built/environment.js'], place)).toBe(
      '201 widgets.example.com\n',
    );
  });
});

/** What was played, by the program of Node. */
const played = new Map<string, string>();

/** What each version of Node plays: the example of the README, and a scenario by its name; once. */
function playedBy(node: string): string {
  const before = played.get(node);
  if (before !== undefined) return before;
  const example = run(node, ['built/example.js'], place);
  const command = [join(installed, 'dist/orrery.js'), 'run', 'daemonset/rolling-update'];
  const scenario = run(node, command, place);
  // The last line has the wall time that it took.
  const all = example + scenario.slice(0, scenario.lastIndexOf(' in '));
  played.set(node, all);
  return all;
}

describe.each([20, 22, 24])('on Node %i', (major) => {
  it('plays the same, byte for byte', (context) => {
    const node = nodeOf(major);
    if (node instanceof Error) return context.skip(node.message);
    expect(run(node, ['--version'], place)).toMatch(new RegExp(`^v${major}\\.`));
    compile('example.ts', exampleIn('README.md', 'A cluster in your tests', 'ts'));
    writeFileSync(
      join(place, 'example.mjs'),
      exampleIn('README.md', 'A cluster in your tests', 'ts'),
    );
    expect(run(node, ['example.mjs'], place)).toBe(run(node, ['built/example.js'], place));
    expect(playedBy(node)).toContain('7 of 7 checks held');
    expect(playedBy(node)).toBe(playedBy(process.execPath));
  }, 120_000);
});

describe('the operator of examples/operators/typescript', () => {
  it('has the types that it claims, and a test that finds its planted mistakes', () => {
    const cwd = join(place, 'operators/typescript');
    cpSync(join(root, 'examples/operators'), join(place, 'operators'), { recursive: true });
    checkTypes('typescript-7', cwd);
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const { status, output } = tryRun(process.execPath, [vitest, 'run', '--root', cwd], { cwd });
    expect(output).toMatch(/Tests.* 8 passed/);
    expect(status).toBe(0);
  });
});

/** One test for all runners: only the entry differs. The second test fails. */
function suite(entry: string): string {
  return `${exampleIn('docs/reference/kit-tests.md', 'One test, three runners', 'ts').replace(
    'kube-orrery/vitest',
    entry,
  )}
test("is ready on a node that isn't there", async ({ cluster, expect }) => {
  await cluster.apply(manifest);
  await expect(cluster).toReachStatus('ds/agent', { numberReady: 4 }, { within: '30s' });
});
`;
}

describe('the same test', () => {
  /** What every runner prints: one test passed, the other failed, with all that is needed. */
  function check({ status, output }: ReturnType<typeof tryRun>, replay: string): void {
    expect(status, output).toBe(1);
    expect(output).toContain('status.numberReady: expected 4, found 3');
    expect(output).toContain('test created DaemonSet default/agent');
    expect(output).toContain(`replay: ${replay}`);
  }
  const name = String.raw`'^is ready on a node that isn'\''t there$'`;
  const node = process.execPath;

  it('runs in Vitest', () => {
    compile('vitest.test.ts', suite('kube-orrery/vitest'));
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const args = [vitest, 'run', '--root', place, 'built/vitest.test.js'];
    const ran = tryRun(node, args, { cwd: place });
    check(ran, `npx vitest run built/vitest.test.js -t ${name}  (seed 1,`);
    expect(ran.output).toMatch(/1 failed \| 1 passed/);
  });

  it("runs in Node's own runner", () => {
    compile('node.test.ts', suite('kube-orrery/node-test'));
    const ran = tryRun(node, ['--test', '--test-reporter=tap', 'built/node.test.js'], {
      cwd: place,
    });
    check(ran, `node --test --test-name-pattern=${name} built/node.test.js  (seed 1,`);
    expect(ran.output).toMatch(/# pass 1\n# fail 1\n/);
  });

  it('runs in Jest', (context) => {
    const jest = withPackages('package-test-jest', 'jest@30');
    if (jest instanceof Error) return context.skip(jest.message);
    compile('jest.test.ts', suite('kube-orrery/jest'));
    const ran = tryRun(node, [join(jest, 'node_modules/jest/bin/jest.js'), '--rootDir', place], {
      cwd: place,
      env: { NODE_OPTIONS: '--experimental-vm-modules' },
    });
    check(
      ran,
      `NODE_OPTIONS=--experimental-vm-modules npx jest built/jest.test.js -t ${name}  (seed 1,`,
    );
    expect(ran.output).toMatch(/1 failed, 1 passed/);
  }, 300_000);
});
