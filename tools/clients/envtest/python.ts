/** A suite in Python: fixtures of kubernetes_lite start what `orrery assets` has made, here with controllers and a node. */
import { join } from 'node:path';
import { pythonPackages } from '../builds.ts';
import { testsOf } from '../junit.ts';
import type { Client } from '../suite.ts';
import { makeAssets, releases, suiteDoes, suiteEnvironment, suites } from './assets.ts';

const version = '0.1.0';
const requirements = [
  ...[`kubernetes_lite==${version}`, 'kubernetes==37.0.2', 'kopf==1.45.2', 'pytest==9.2.0'],
];
const controllers = ['--controllers', 'all', '--nodes', '1'];

/** The newest. */
export const envtestPython: Client = {
  name: 'envtest-python',
  version: '0.1',
  kubernetes: releases,
  does: `a suite of pytest with kubernetes_lite: ${suiteDoes}, an operator of kopf, controllers`,
  async prepare(cache) {
    const packages = await pythonPackages(cache, 'envtest-python', requirements);
    return {
      version,
      async run(stage) {
        const assets = await makeAssets(stage, ...controllers);
        const reports = join(stage.folder, 'reports');
        const env = {
          ...suiteEnvironment(stage),
          ...{ PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: '1' },
          // Its fixtures run setup-envtest, which then takes the folder instead of a download.
          ...{ ENVTEST_USE_ENV: 'true', KUBEBUILDER_ASSETS: assets, SUITE_CONTROLLERS: 'yes' },
        };
        const pytest = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'];
        const args = [...pytest, `--junitxml=${join(reports, 'pytest.xml')}`, '.'];
        const cwd = join(suites, 'python');
        return testsOf('python3', args, { cwd, env, withinMs: 200_000 }, reports);
      },
    };
  },
};
