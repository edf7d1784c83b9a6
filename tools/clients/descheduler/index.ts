/** The descheduler, by its own manifests, with a policy in the ConfigMap that its pod mounts. */
import { deployed } from '../deployed.ts';
import { goPrograms, moduleFolder } from '../go-modules.ts';

const module = 'sigs.k8s.io/descheduler@v0.36.0';

/** It evicts what others placed. */
export const descheduler = deployed({
  name: 'descheduler',
  version: '0.36',
  exact: 'v0.36.0',
  does: 'as the pod of its Deployment, with the rights of its account: evicts what doubles on a node and what is too old, not what a budget holds, and nothing without the right to',
  kubernetes: ['1.34', '1.37'],
  async prepare(cache) {
    return {
      bins: [await goPrograms(cache, module, { descheduler: './cmd/descheduler' })],
      env: { MANIFESTS: `${await moduleFolder(module)}/kubernetes` },
    };
  },
  programs: [
    {
      account: 'kube-system/descheduler-sa',
      deployment: 'descheduler',
      line: ['descheduler'],
    },
  ],
});
