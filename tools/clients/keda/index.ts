/** KEDA's chart, with a stand-in for its adapter: what autoscalers ask it for scales a Deployment. */
import { chart } from '../charts.ts';
import { deployed } from '../deployed.ts';

/** Its programs need the libraries of all clouds, so its adapter is a small one. */
export const keda = deployed({
  name: 'keda',
  version: '2.20',
  exact: 'chart 2.20.2',
  does: 'its chart installed by Helm with definitions, webhooks and APIService, a stand-in for its adapter that scales a Deployment, removed again',
  kubernetes: ['1.34', '1.37'],
  serveOptions: [
    ...['--nodes', '3', '--authorization', 'rbac', '--use-service-account-credentials'],
  ],
  files: 'files',
  async prepare(cache) {
    return {
      bins: [],
      env: { CHART: await chart(cache, 'https://kedacore.github.io/charts/keda-2.20.2.tgz') },
    };
  },
  programs: [
    {
      account: 'keda/keda-metrics-server',
      deployment: 'keda-operator-metrics-apiserver',
      line: [process.execPath, 'adapter.mjs', '20645'],
    },
  ],
});
