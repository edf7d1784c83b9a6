/** The Prometheus operator, by its own manifests and definitions. */
import { join } from 'node:path';
import { deployed } from '../deployed.ts';
import { givenFolder } from '../given.ts';

const exact = 'v0.93.0';

/** It makes StatefulSets of its own kinds. */
export const prometheusOperator = deployed({
  name: 'prometheus-operator',
  version: '0.93',
  exact,
  does: 'as the pod of its Deployment, with the rights of its account: a Prometheus becomes a StatefulSet with its configuration, follows its monitors and its scale, has a status, goes; and what it may not do',
  kubernetes: ['1.34', '1.37'],
  prepare(cache) {
    const folder = givenFolder(cache, `prometheus-operator-${exact}`, [
      'prometheus-operator',
      'manifests/prometheus-operator-crd',
      'manifests/rbac/prometheus-operator',
    ]);
    return Promise.resolve({ bins: [folder], env: { MANIFESTS: join(folder, 'manifests') } });
  },
  programs: [
    {
      account: 'default/prometheus-operator',
      deployment: 'prometheus-operator',
      line: ['prometheus-operator'],
    },
  ],
});
