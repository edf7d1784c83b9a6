/** The JobSet controller, by its own manifests, with its own certificates and webhooks. */
import { deployed } from '../deployed.ts';
import { goPrograms, moduleFolder } from '../go-modules.ts';

const module = 'sigs.k8s.io/jobset@v0.11.1';

/** An operator of workloads. */
export const jobSet = deployed({
  name: 'jobset',
  version: '0.11',
  exact: 'v0.11.1',
  does: 'the controller as the pod of its Deployment, with the rights of its account: sets of Jobs to their end, in order, restarted, refused, suspended',
  kubernetes: ['1.34', '1.37'],
  async prepare(cache) {
    return {
      bins: [await goPrograms(cache, module, { jobset: '.' })],
      env: { CONFIG: `${await moduleFolder(module)}/config` },
    };
  },
  programs: [
    {
      account: 'jobset-system/jobset-controller-manager',
      deployment: 'jobset-controller-manager',
      line: ['jobset'],
    },
  ],
});
