/** Explanations of where pods are: node by node, and who had to go for whom. */
import { beforeAll, describe, expect, it } from 'vitest';
import { node, pod } from '#kinds';
import { pastOf, pastOfText, plain, termsOf, type PlayedPast } from '../support/past.ts';

const scene = `
name: places
until: 1m
cluster:
  nodes:
    - { name: big, capacity: { cpu: 4, memory: 8Gi, pods: 10 }, labels: { disk: ssd } }
    - { name: small, capacity: { cpu: 2, memory: 8Gi, pods: 10 } }
    - { name: tainted, capacity: { cpu: 8, memory: 8Gi, pods: 10 }, taints: ['gpu=yes:NoSchedule'] }
    - { name: full, capacity: { cpu: 8, memory: 8Gi, pods: 0 } }
steps:
  - at: 0s
    apply:
      - apiVersion: v1
        kind: Pod
        metadata: { name: first }
        spec: { containers: [{ name: c, image: 'i:1', resources: { requests: { cpu: 500m } } }] }
  - at: 10s
    apply:
      - apiVersion: v1
        kind: Pod
        metadata: { name: wide }
        spec: { containers: [{ name: c, image: 'i:1', resources: { requests: { cpu: 3800m } } }] }
      - apiVersion: v1
        kind: Pod
        metadata: { name: choosy }
        spec:
          nodeSelector: { disk: hdd }
          containers: [{ name: c, image: 'i:1' }]
      - apiVersion: v1
        kind: Pod
        metadata: { name: foreign }
        spec: { schedulerName: other, containers: [{ name: c, image: 'i:1' }] }
`;

describe('a pod that waits for a node', () => {
  let past: PlayedPast;
  beforeAll(async () => {
    past = await pastOfText(scene);
  });

  it('is Pending for what each node has against it, with amounts', () => {
    const told = past.ask(pod, 'wide', 'status.phase', 20);
    expect(told).toMatchObject({ value: 'Pending', account: { value: 'Pending' } });
    expect(termsOf(told)).toEqual([
      '- Node big: NodeResourcesFit: 3500m of 4 cpu is free, the pod requests 3800m',
      '- Node full: NodeResourcesFit: it has 0 of at most 0 pods',
      '- Node small: NodeResourcesFit: 2 of 2 cpu is free, the pod requests 3800m',
      '- Node tainted: TaintToleration: the pod does not tolerate its taint gpu=yes:NoSchedule',
    ]);
  });

  it('has the same in its condition, by what the scheduler saw', () => {
    const told = past.ask(pod, 'choosy', 'status.conditions.PodScheduled', 20);
    expect(told).toMatchObject({ exact: true, value: { status: 'False' } });
    expect(termsOf(told)[0]).toBe(
      '- Node big: NodeAffinity: it lacks the label disk=hdd of the node selector',
    );
  });

  it('may be for another scheduler', () => {
    expect(termsOf(past.ask(pod, 'foreign', 'status.phase', 20))).toEqual([
      '- Pod default/foreign: its schedulerName is other, not default-scheduler',
    ]);
  });

  it('got the node with the best score, whose parts are listed', () => {
    const told = past.ask(pod, 'first', 'spec.nodeName', 20);
    expect(told).toMatchObject({ value: 'big', exact: true, account: { value: 'big' } });
    // 4 cpu and 8 GiB: 87 % and 97 % stay free (200 MiB count where nothing is asked for).
    expect(termsOf(told).slice(0, 2)).toEqual([
      '+ Node big 485: NodeResourcesBalancedAllocation 93 + NodeResourcesFit 92 + TaintToleration 100 x 3',
      '- Node small 473: NodeResourcesBalancedAllocation 87 + NodeResourcesFit 86 + TaintToleration 100 x 3',
    ]);
    expect(termsOf(told)).toHaveLength(4);
  });

  it('stays out of what is said about pods that have a node', () => {
    expect(past.ask(pod, 'first', 'status.phase', 20).account?.rule ?? '').not.toMatch(/filters/);
  });
});

describe('preemption', () => {
  let past: PlayedPast;
  beforeAll(async () => {
    past = await pastOf('nodes/preemption.yaml');
  });
  const victim = (): string => {
    const [deleted] = [...past.past.changes()].filter(
      ({ value, origin }) =>
        value.kind === 'Pod' &&
        value.metadata.deletionTimestamp !== undefined &&
        origin.actor === 'default-scheduler',
    );
    return deleted!.value.metadata.name;
  };

  it('names the node that is cleared, and the victims', () => {
    const told = past.ask(pod, 'urgent', 'status.nominatedNodeName', 95);
    expect(told).toMatchObject({ value: 'node', exact: true });
    expect(plain(termsOf(told))).toEqual([
      '+ preemption on node: it is cleared of Pod default/batch-65d954b59f-* (priority 0)',
    ]);
  });

  it('says for whom a victim had to go', () => {
    const told = past.ask(pod, victim(), 'metadata.deletionTimestamp', 95);
    expect(told).toMatchObject({ value: '2026-01-01T00:02:00Z', exact: true });
    expect(plain(termsOf(told)).slice(0, 2)).toEqual([
      '+ Pod default/urgent 1000: its priority; no node passes all filters for it',
      '+ Pod default/batch-65d954b59f-* 0: its priority is lower, and its place is needed',
    ]);
  });

  it('is not tried for a pod that must not preempt', () => {
    expect(termsOf(past.ask(pod, 'polite', 'status.phase', 40))).toContain(
      '- preemption: its preemptionPolicy is Never',
    );
  });

  it('gives the pod the node that was cleared for it', () => {
    const told = past.ask(pod, 'urgent', 'spec.nodeName', 120);
    expect(told).toMatchObject({ value: 'node', exact: true });
    expect(told.account?.rule).toMatch(/^is the node that was cleared for the pod/);
  });

  it('gives no account of a pod that was not deleted', () => {
    const told = past.ask(pod, 'polite', 'metadata.deletionTimestamp', 40);
    expect(told.unset).toMatchObject({ setters: [] });
    expect(told.account).toBeUndefined();
  });
});

describe('a pod that was deleted', () => {
  const deletedBy = (past: PlayedPast, actor: string): string =>
    [...past.past.changes()].find(
      ({ value, origin }) =>
        value.kind === 'Pod' &&
        value.metadata.deletionTimestamp !== undefined &&
        origin.actor === actor,
    )!.value.metadata.name;

  it('was the first to go of those that were too many', async () => {
    const past = await pastOfText(`
name: shrinking
until: 40s
cluster: { nodes: 2 }
steps:
  - at: 0s
    apply:
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: web }
      spec:
        replicas: 3
        selector: { matchLabels: { app: web } }
        template:
          metadata: { labels: { app: web } }
          spec: { containers: [{ name: c, image: 'i:1' }] }
  - at: 20s
    scale: { kind: Deployment, name: web, replicas: 2 }
`);
    const name = deletedBy(past, 'replicaset-controller');
    const told = past.ask(pod, name, 'metadata.deletionTimestamp', 20.5);
    expect(told).toMatchObject({ exact: true, value: '2026-01-01T00:00:50Z' });
    expect(plain(termsOf(told)).slice(0, 3)).toEqual([
      expect.stringMatching(/^\+ ReplicaSet default\/web-\w+ 2: the pods that it asks for$/),
      '+ active pods 3: when the pass began',
      '+ Pod default/web-5f47fb68b7-*: it goes: pods on nodes with more pods of the same owner go first; any of equals may go',
    ]);
  });

  it('did not tolerate a taint any longer', async () => {
    const past = await pastOf('nodes/taints.yaml');
    const told = past.ask(pod, 'patient', 'metadata.deletionTimestamp', 240.5);
    expect(told).toMatchObject({ exact: true });
    expect(termsOf(told)).toEqual([
      '+ taint upkeep=yes:NoExecute of node-1: the pod tolerates it for 60 s',
      '+ eviction 2026-01-01T00:04:00Z: it was seen at 2026-01-01T00:03:00Z, and its time was up',
    ]);
  });
});

describe('a node that falls silent', () => {
  let past: PlayedPast;
  beforeAll(async () => {
    past = await pastOfText(`
name: silent
until: 2m
cluster: { nodes: 2 }
steps:
  - at: 30s
    failNode: node-1
`);
  });

  it('is Unknown once it has been silent for 40 s', () => {
    const told = past.ask(node, 'node-1', 'status.conditions.Ready.status', 110);
    expect(told).toMatchObject({ value: 'Unknown', exact: true });
    expect(termsOf(told).at(-1)).toMatch(/^\+ silence 4\ds: a node is given 40 s/);
  });

  it('is tainted for its condition', () => {
    const told = past.ask(node, 'node-1', 'spec.taints', 110);
    expect(told).toMatchObject({ exact: true });
    expect(termsOf(told)).toEqual(
      expect.arrayContaining([
        '+ condition Ready Unknown: NodeStatusUnknown',
        '+ taint node.kubernetes.io/unreachable:NoExecute: it is added',
      ]),
    );
  });
});
