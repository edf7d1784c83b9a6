/** prometheus-adapter, installed by its chart, in front of a stand-in for Prometheus. */
import { chart } from '../charts.ts';
import { deployed } from '../deployed.ts';
import { goPrograms } from '../go-modules.ts';

const charts = 'https://github.com/prometheus-community/helm-charts/releases/download';
const account = 'default/adapter-prometheus-adapter';

/** It serves custom and external metrics by rules. */
export const prometheusAdapter = deployed({
  name: 'prometheus-adapter',
  version: '0.12',
  exact: 'v0.12.0',
  does: 'installed by its chart, asked by the autoscaler for metrics of pods and from outside, removed again',
  kubernetes: ['1.34', '1.37'],
  serveOptions: [
    ...['--nodes', '3', '--authorization', 'rbac', '--use-service-account-credentials'],
  ],
  files: 'files',
  async prepare(cache) {
    const packages = { 'prometheus-adapter': './cmd/adapter' };
    return {
      bins: [await goPrograms(cache, 'sigs.k8s.io/prometheus-adapter@v0.12.0', packages)],
      env: {
        CHART: await chart(
          cache,
          `${charts}/prometheus-adapter-5.3.0/prometheus-adapter-5.3.0.tgz`,
        ),
        PROMETHEUS_PORT: '20990',
      },
    };
  },
  programs: [
    { account, line: [process.execPath, 'prometheus.mjs'] },
    {
      account,
      deployment: 'adapter-prometheus-adapter',
      line: [
        'prometheus-adapter',
        '--secure-port=20644',
        '--cert-dir=adapter-certs',
        '--prometheus-url=http://127.0.0.1:20990',
        '--metrics-relist-interval=5s',
        '--config=/etc/adapter/config.yaml',
      ],
    },
  ],
});
