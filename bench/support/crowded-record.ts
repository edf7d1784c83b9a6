/** A run record of a large cluster in which pods are replaced all the time, as far as a page reads of it. */

const start = '2026-01-01T00:00:00Z';
const created = 'created';
const DEPLOYMENTS = 20;
/** How long the run lasts, virtual s. */
const LASTS_S = 120;
/** How long a pod starts, virtual ms. */
const STARTS_MS = 500;
/** How many pods are replaced until a Deployment counts them. */
const COUNTS = 10;

export interface Crowd {
  readonly nodes: number;
  readonly pods: number;
  /** How many of the pods are replaced, evenly over the run. */
  readonly replaced: number;
}

interface Named {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly namespace?: string; readonly name: string };
}

interface Entry {
  readonly atMs: number;
  readonly actor: string;
  readonly verb: string;
  readonly of: Named;
  readonly more?: object;
}

export function crowdedRecord(crowd: Crowd): string {
  const entries = [...beginning(crowd), ...rollout(crowd)].sort((a, b) => a.atMs - b.atMs);
  const lines = entries.map(({ atMs, actor, verb, of, more }, at) => {
    const { kind, apiVersion, metadata } = of;
    const key = metadata.namespace === undefined ? metadata.name : `default/${metadata.name}`;
    const object = verb === created ? { object: of } : {};
    const entry = { revision: at + 1, atMs, actor, verb, kind, apiVersion, key };
    return JSON.stringify({ ...entry, ...object, ...more });
  });
  const head = { format: 'orrery-run/1', scenario: 'crowded', seed: 1, start, seconds: LASTS_S };
  const front = JSON.stringify({ ...head, passed: true, steps: [], checks: [] }).slice(0, -1);
  return `${front},\n"entries":[\n${lines.join(',\n')}\n]}\n`;
}

function* beginning({ nodes, pods }: Crowd): Generator<Entry> {
  const at = (actor: string, of: Named): Entry => ({ atMs: 0, actor, verb: created, of });
  for (let i = 0; i < nodes; i++) yield at('scenario', node(i));
  for (let i = 0; i < DEPLOYMENTS; i++) {
    yield at('scenario', deployment(i, pods / DEPLOYMENTS));
    for (const version of [1, 2]) yield at('deployment-controller', replicaSet(i, version));
  }
  for (let i = 0; i < pods; i++) yield at('replicaset-controller', pod(i, 1, nodes, 'Running'));
}

function* rollout({ nodes, pods, replaced }: Crowd): Generator<Entry> {
  const updated = 'updated';
  for (let i = 0; i < replaced; i++) {
    const atMs = Math.round((1000 * (LASTS_S - 1) * (i + 1)) / replaced);
    const number = (i * 7919) % pods;
    const next = pod(number, 2, nodes, 'Pending');
    const phase = { path: ['status', 'phase'], from: 'Pending', to: 'Running' };
    yield { atMs, actor: 'kubelet', verb: 'deleted', of: pod(number, 1, nodes, 'Running') };
    yield { atMs, actor: 'replicaset-controller', verb: created, of: next };
    const more = { changes: [phase] };
    yield { atMs: atMs + STARTS_MS, actor: 'kubelet', verb: updated, of: next, more };
    if (i % COUNTS > 0) continue;
    const of = deployment((i / COUNTS) % DEPLOYMENTS, 0);
    const round = Math.floor(i / COUNTS / DEPLOYMENTS);
    const path = ['status', 'updatedReplicas'];
    const change = { path, ...(round > 0 && { from: round * COUNTS }), to: (round + 1) * COUNTS };
    yield { atMs, actor: 'deployment-controller', verb: updated, of, more: { changes: [change] } };
  }
}

function metadata(name: string, uid: number) {
  return {
    ...{ name, namespace: 'default', creationTimestamp: start, generation: 1 },
    uid: `00000000-0000-4000-8000-${String(uid).padStart(12, '0')}`,
  };
}

function node(i: number): Named {
  const { uid, creationTimestamp } = metadata('', 1_000_000 + i);
  return {
    ...{ apiVersion: 'v1', kind: 'Node' },
    ...{ metadata: { name: `node-${i}`, uid, creationTimestamp }, spec: {} },
    status: { conditions: [{ type: 'Ready', status: 'True' }], allocatable: { cpu: '64' } },
  } as Named;
}

function deployment(i: number, replicas: number): Named {
  return {
    ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: metadata(`web-${i}`, i) },
    spec: { replicas, selector: { matchLabels: { app: `web-${i}` } }, template: template(i, 1) },
    status: { replicas, readyReplicas: replicas, availableReplicas: replicas },
  } as Named;
}

function replicaSet(i: number, version: number): Named {
  return {
    ...{ apiVersion: 'apps/v1', kind: 'ReplicaSet' },
    metadata: {
      ...metadata(`web-${i}-v${version}`, 100 * version + i),
      ownerReferences: [owner('Deployment', `web-${i}`, i)],
    },
    spec: {
      replicas: 0,
      selector: { matchLabels: { app: `web-${i}` } },
      template: template(i, version),
    },
    status: { replicas: 0 },
  } as Named;
}

function pod(i: number, version: number, nodes: number, phase: string): Named {
  const of = i % DEPLOYMENTS;
  const { metadata: labelled, spec } = template(of, version);
  return {
    ...{ apiVersion: 'v1', kind: 'Pod' },
    metadata: {
      ...metadata(`web-${of}-v${version}-${i}`, version * 10_000_000 + i),
      ...labelled,
      ownerReferences: [owner('ReplicaSet', `web-${of}-v${version}`, 100 * version + of)],
    },
    spec: { ...spec, nodeName: `node-${i % nodes}` },
    status: { phase, conditions: [{ type: 'Ready', status: 'True' }] },
  } as Named;
}

function template(i: number, version: number) {
  const containers = [{ name: 'main', image: `example.com/web:${version}` }];
  return { metadata: { labels: { app: `web-${i}` } }, spec: { containers } };
}

function owner(kind: string, name: string, uid: number) {
  return { apiVersion: 'apps/v1', kind, name, uid: metadata('', uid).uid, controller: true };
}
