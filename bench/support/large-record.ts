/** A run record of any length: Deployments and pods that change their status over and over. */

const start = '2026-01-01T00:00:00Z';
const deployments = 20;
const nodes = 50;
/** Virtual ms between two writes. */
const pace = 20;

export function largeRecord(entries: number): string {
  const pods = Math.max(20, Math.min(2_000, Math.floor(entries / 50)));
  const lines: string[] = [];
  const add = (entry: object): void => {
    lines.push(JSON.stringify({ revision: lines.length + 1, ...entry }));
  };
  for (let i = 0; i < deployments; i++)
    add({ atMs: 0, actor: 'scenario', ...created(deployment(i)) });
  for (let i = 0; i < nodes; i++) add({ atMs: 0, actor: 'scenario', ...created(node(i)) });
  for (let i = 0; i < pods; i++) {
    const causes = { first: [{ revision: 1 + (i % deployments) }], last: [], dropped: 0 };
    add({ atMs: 0, actor: 'replicaset-controller', causes, ...created(pod(i)) });
  }
  const ready = new Map<number, number>();
  const phases = new Map<number, string>();
  while (lines.length < entries) {
    const number = lines.length;
    const atMs = number * pace;
    if (number % 5 === 0) {
      const i = (number / 5) % deployments;
      const from = ready.get(i);
      const to = ((from ?? 0) % 3) + 1;
      ready.set(i, to);
      const causes = { first: [{ revision: number }], last: [], dropped: 0 };
      const reconcile = { controller: 'deployment', key: `default/web-${i}`, number };
      const change = { path: ['status', 'readyReplicas'], ...(from !== undefined && { from }), to };
      add({
        atMs,
        actor: 'deployment-controller',
        reconcile,
        causes,
        ...updated(deployment(i), change),
      });
    } else {
      const i = (number * 7919) % pods;
      const from = phases.get(i) ?? 'Pending';
      const to = from === 'Running' ? 'Pending' : 'Running';
      phases.set(i, to);
      const causes = { first: [{ timer: 'after starting run' }], last: [], dropped: 0 };
      const change = { path: ['status', 'phase'], from, to };
      add({ atMs, actor: 'kubelet', causes, ...updated(pod(i), change) });
    }
  }
  const seconds = (entries * pace) / 1000;
  const head = { format: 'orrery-run/1', scenario: 'large', seed: 1, start, seconds, passed: true };
  const front = JSON.stringify({ ...head, steps: [], checks: [] }).slice(0, -1);
  return `${front},\n"entries":[\n${lines.join(',\n')}\n]}\n`;
}

interface Named {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly namespace?: string; readonly name: string };
}

function about({ apiVersion, kind, metadata: { namespace, name } }: Named): object {
  return { kind, apiVersion, key: namespace === undefined ? name : `${namespace}/${name}` };
}

function created(object: Named): object {
  return { verb: 'created', ...about(object), object };
}

function updated(object: Named, change: object): object {
  return { verb: 'updated', ...about(object), changes: [change] };
}

function metadata(name: string, number: number) {
  const uid = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  return { name, namespace: 'default', uid, creationTimestamp: start, generation: 1 };
}

function node(i: number): Named {
  const { uid, creationTimestamp } = metadata('', 1_000_000 + i);
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: `node-${i}`, uid, creationTimestamp },
    spec: {},
    status: { conditions: [{ type: 'Ready', status: 'True' }] },
  } as Named;
}

const containers = [{ name: 'main', image: 'example.com/web:1.0' }];
const labels = { app: 'web' };

function deployment(i: number): Named {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadata(`web-${i}`, i),
    spec: {
      replicas: 3,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers } },
    },
    status: {},
  } as Named;
}

function pod(i: number): Named {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...metadata(`pod-${i}`, 1_000 + i), labels },
    spec: { nodeName: `node-${i % nodes}`, containers },
    status: { phase: 'Pending' },
  } as Named;
}
