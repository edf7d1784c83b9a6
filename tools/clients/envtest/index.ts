/**
 * envtest: the suites of controller-runtime itself, which start what `orrery assets` has made instead of an API server
 * and its etcd.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { read, runToEnd } from '../command.ts';
import { folderOf } from '../obtain.ts';
import type { Client, Stage, StepResult } from '../suite.ts';
import { makeAssets } from './assets.ts';

const buildMs = 1_500_000;
const suiteMs = 600_000;
const module = 'sigs.k8s.io/controller-runtime';

/** The suites that need nothing but an API server. */
const suites = ['envtest', 'client'];

const versions = [
  { version: '0.12', exact: 'v0.12.3', kubernetes: '1.24' },
  { version: '0.25', exact: 'v0.25.2', kubernetes: '1.37' },
];

/** The one of the server's time, and the newest. */
export const envtests: readonly Client[] = versions.map(({ version, exact, kubernetes }) => ({
  name: 'envtest',
  version,
  does: "controller-runtime's own suites `pkg/envtest` and `pkg/client`, unmodified, on what `orrery assets` makes",
  kubernetes: [kubernetes],
  async prepare(cache, log) {
    log('builds, which takes minutes the first time');
    const built = await folderOf(cache, `envtest-${exact}`, (draft) => build(exact, draft));
    return { version: exact, run: (stage) => run(built, stage) };
  },
}));

async function build(exact: string, draft: string): Promise<void> {
  const download = ['mod', 'download', '-json', `${module}@${exact}`];
  const said = await read('go', download, { cwd: draft, withinMs: buildMs });
  const { Dir: sources } = JSON.parse(said) as { readonly Dir: string };
  cpSync(sources, draft, { recursive: true });
  await read('chmod', ['-R', 'u+w', draft], { withinMs: buildMs });
  for (const suite of suites) {
    const compile = ['test', '-c', '-o', `${suite}.test`, `./pkg/${suite}`];
    await read('go', compile, { cwd: draft, withinMs: buildMs });
  }
}

async function run(built: string, stage: Stage): Promise<StepResult[]> {
  const assets = await makeAssets(stage);
  const results: StepResult[] = [];
  for (const suite of suites) {
    const { code, stdout } = await runToEnd(join(built, `${suite}.test`), [], {
      cwd: join(built, 'pkg', suite),
      env: { ...stage.env, KUBEBUILDER_ASSETS: assets },
      withinMs: suiteMs,
    });
    const step = `pkg/${suite}: ${/Ran \d+ of \d+ Specs/.exec(stdout)?.[0] ?? 'nothing ran'}`;
    const failed = stdout.match(/^.*\[FAIL\].*$/gim) ?? [`code ${code}`];
    const outcome = code === 0 ? ('passed' as const) : ('failed' as const);
    results.push({ step, outcome, ...(code !== 0 && { why: failed.join('\n') }) });
  }
  return results;
}
