/** How the kubelets of the pool account for the status of pods and nodes: only who asks why needs it. */
import { explains as explainsNodes } from './nodes.ts';
import { explains as explainsPods } from './pods.ts';

export const accountant = {
  controller: 'pool',
  actor: 'kubelet',
  explainers: [...explainsPods, ...explainsNodes],
};
