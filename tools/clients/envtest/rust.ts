/** A suite in Rust: the crate envtest, which has that of controller-runtime in it, starts what `orrery assets` has made. */
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { builtFrom, pythonPackages } from '../builds.ts';
import { read, runToEnd } from '../command.ts';
import { Unavailable, type Client, type Stage, type StepResult } from '../suite.ts';
import { makeAssets, releases, suiteDoes, suiteEnvironment, suites } from './assets.ts';

/** The newest. */
export const envtestRust: Client = {
  name: 'envtest-rust',
  version: '0.3',
  kubernetes: releases,
  does: `a suite of cargo test with the crate envtest and kube-rs: ${suiteDoes}`,
  async prepare(cache, log) {
    log('builds, in Rust and in Go, which takes minutes the first time');
    const built = await builtFrom(cache, 'envtest-rust', [join(suites, 'rust')], {
      ...{ file: 'cargo', args: ['test', '--no-run', '--locked', '--quiet'] },
      env: await bindgen(cache),
    });
    return { version: '0.3.0', run: (stage) => run(built, stage) };
  },
};

/** What makes bindings to Go needs libclang, and the headers of a compiler. */
async function bindgen(cache: string): Promise<Readonly<Record<string, string>>> {
  const clang = await pythonPackages(cache, 'libclang', ['libclang==18.1.1']);
  const headers = await read('gcc', ['-print-file-name=include']).catch((error: Error) => {
    throw new Unavailable(error.message);
  });
  return {
    LIBCLANG_PATH: join(clang, 'clang/native'),
    BINDGEN_EXTRA_CLANG_ARGS: `-I${headers.trim()}`,
  };
}

async function run(built: string, stage: Stage): Promise<StepResult[]> {
  const target = join(built, 'target/debug');
  const files = readdirSync(target, { recursive: true, encoding: 'utf8' });
  const found = (name: RegExp): string =>
    join(
      target,
      files.find((file) => name.test(file) && statSync(join(target, file)).isFile())!,
    );
  const env = {
    ...suiteEnvironment(stage),
    KUBEBUILDER_ASSETS: await makeAssets(stage),
    LD_LIBRARY_PATH: dirname(found(/^build\/envtest-\w+\/out\/libgo\.so$/)),
  };
  const suite = found(/^deps\/lamps-\w+$/);
  const { code, stdout, stderr } = await runToEnd(suite, ['--test-threads=2'], {
    ...{ env, cwd: stage.folder, withinMs: 300_000 },
  });
  const steps = [...stdout.matchAll(/^test (\w+) \.\.\. (ok|FAILED)$/gm)].map(
    ([, name = '', result]): StepResult => {
      const step = name.replaceAll('_', ' ');
      if (result === 'ok') return { step, outcome: 'passed' };
      const [why = 'it does not say why'] =
        new RegExp(`^---- ${name} stdout ----$.*?(?=^----|^failures:)`, 'ms').exec(stdout) ?? [];
      return { step, outcome: 'failed', why };
    },
  );
  const last = 'the suite ends well';
  if (code === 0 && steps.length > 0) return [...steps, { step: last, outcome: 'passed' }];
  return [...steps, { step: last, outcome: 'failed', why: `code ${code}\n${stderr.slice(-3000)}` }];
}
