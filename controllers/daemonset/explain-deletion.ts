/** Explains why a DaemonSet deleted a pod: its node does not match, it had failed, or it is replaced. */
import { daemonSet } from '#kinds';
import { splitKey } from '#values';
import type { Pod } from '#types';
import { deletionBecause, type Deletion, type Term } from '#runtime';
import { viewAt } from './past.ts';
import { isUpdated, targetNodeOf } from './pods.ts';
import type { DaemonSetView } from './view.ts';

export const deletion: Deletion = (pass) => {
  const { past, key = '' } = pass;
  const set = past.get(daemonSet, splitKey(key));
  const terms = set === undefined ? [] : [reasonOf(pass.object as Pod, viewAt(set, past))];
  return deletionBecause(pass, 'its DaemonSet deleted it', terms);
};

function reasonOf(pod: Pod, view: DaemonSetView): Term {
  const name = targetNodeOf(pod);
  const subject = `Node ${name ?? ''}`;
  const on = view.nodes.find(({ node }) => node.metadata.name === name);
  if (on === undefined) return { subject, counts: true, because: 'it is gone' };
  const { shouldContinue, because = 'it should not run a pod' } = on.eligibility;
  if (!shouldContinue) return { subject, counts: true, because };
  const { phase } = pod.status;
  const isReplaced = phase === 'Succeeded' && view.profile.enabled('SucceededDaemonsReplaced');
  if (phase === 'Failed' || isReplaced) {
    return {
      subject,
      counts: true,
      because: `the pod has ${phase.toLowerCase()}, and another one takes its place`,
    };
  }
  if (!isUpdated(pod, view.hash, view.generation)) {
    const { maxUnavailable = 1, maxSurge = 0 } = view.set.spec.updateStrategy?.rollingUpdate ?? {};
    const because = `the pod has an older one: the rolling update replaces it, with maxUnavailable ${maxUnavailable} and maxSurge ${maxSurge}`;
    return { subject: 'template', counts: true, because };
  }
  return { subject, counts: true, because: 'it has an older pod of the set, which stays' };
}
