/** RabbitMQ's cluster operator: its own suites, which start what `orrery assets` has made. */
import { join } from 'node:path';
import { makeAssets } from '../envtest/assets.ts';
import { givenFolder } from '../given.ts';
import { testsOf } from '../junit.ts';
import type { Client, Stage, StepResult } from '../suite.ts';

const exact = 'v2.22.3-29-g06cda8e8';
const suiteMs = 900_000;

/** Where its suites are; each as `go test -c -o suite.test` makes it there. */
const suites = ['api/v1beta1', 'internal/webhook/v1beta1', 'internal/controller'];

/** An operator of stateful services. */
export const rabbitMq: Client = {
  name: 'rabbitmq',
  version: '2.22',
  does: "the cluster operator's own suites, unmodified, on what `orrery assets` makes: rules of its definition, its webhooks, its controller",
  kubernetes: ['1.37'],
  prepare(cache) {
    const holds = ['config/crd/bases', ...suites.map((suite) => `${suite}/suite.test`)];
    const built = givenFolder(cache, `rabbitmq-cluster-operator-${exact}`, holds);
    return Promise.resolve({ version: exact, run: (stage) => run(built, stage) });
  },
};

async function run(built: string, stage: Stage): Promise<readonly StepResult[]> {
  const assets = await makeAssets(stage);
  const results: StepResult[] = [];
  for (const suite of suites) {
    const cwd = join(built, suite);
    const reports = join(stage.folder, suite);
    const report = `--ginkgo.junit-report=${join(reports, 'suite.xml')}`;
    const env = { ...stage.env, KUBEBUILDER_ASSETS: assets };
    const options = { cwd, env, withinMs: suiteMs };
    results.push(...(await testsOf(join(cwd, 'suite.test'), [report], options, reports)));
  }
  return results;
}
