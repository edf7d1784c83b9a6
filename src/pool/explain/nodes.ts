/** Explains the conditions that kubelets report of their nodes. */
import { durationText } from '#clock';
import { getCondition, kubeletConditions, node as nodeKind, type KubeletCondition } from '#kinds';
import type { Node } from '#types';
import { explainer, type Account, type Pass, type Term } from '#runtime';
import { RENEW_MS } from '../node/leases.ts';
import { HEARTBEAT_MS } from '../node/node-machine.ts';
import { nodeConditions } from '../node/node-status.ts';

const rules: Readonly<Record<KubeletCondition, string>> = {
  Ready:
    'is True while the kubelet runs and reports; a machine that is off reports nothing, and the node lifecycle controller then makes it Unknown',
  MemoryPressure: 'is False: a simulated machine has memory enough, whatever its pods use',
  DiskPressure: 'is False: a simulated machine has disk enough',
  PIDPressure: 'is False: a simulated machine has process ids enough',
};

const condition =
  (type: KubeletCondition) =>
  ({ object, past }: Pass<Node>): Account => {
    const before = object.status.conditions ?? [];
    const reported = nodeConditions(before, { now: past.now, heartbeat: true });
    return {
      value: getCondition(reported, type),
      rule: rules[type],
      terms: type === 'Ready' ? readyTerms(getCondition(before, type)?.status) : [],
    };
  };

/** What the kubelet does as long as it runs. */
function readyTerms(before: string | undefined): readonly Term[] {
  return [
    {
      subject: 'kubelet',
      counts: true,
      because:
        before === 'Unknown'
          ? 'it reports again after the machine was off'
          : 'it has registered the node, and reports',
    },
    {
      subject: 'status',
      amount: `every ${durationText(HEARTBEAT_MS)}`,
      counts: true,
      because: 'or at once, when something of it changes',
    },
    {
      subject: 'Lease in kube-node-lease',
      amount: `every ${durationText(RENEW_MS)}`,
      counts: true,
      because: 'the sign of life that the node lifecycle controller looks at',
    },
  ];
}

export const explains = kubeletConditions.map((type) =>
  explainer<Node>(nodeKind, { [`status.conditions.${type}`]: condition(type) }),
);
