/** kube-state-metrics, by its own manifests, asked through its Service. */
import { join } from 'node:path';
import { deployed } from '../deployed.ts';
import { givenFolder } from '../given.ts';

const exact = 'v2.20.0';

/** An exporter of what there is. */
export const kubeStateMetrics = deployed({
  name: 'kube-state-metrics',
  version: '2.20',
  exact,
  does: 'as the pod of its Deployment, with the rights of its account: metrics of objects through its Service, which follow them, and what it may not list',
  kubernetes: ['1.34', '1.37'],
  prepare(cache) {
    const folder = givenFolder(cache, `kube-state-metrics-${exact}`, [
      'kube-state-metrics',
      'manifests/kustomization.yaml',
    ]);
    return Promise.resolve({ bins: [folder], env: { MANIFESTS: join(folder, 'manifests') } });
  },
  programs: [
    {
      account: 'kube-system/kube-state-metrics',
      deployment: 'kube-state-metrics',
      line: ['kube-state-metrics', '--port=20260', '--telemetry-port=20261'],
    },
  ],
});
