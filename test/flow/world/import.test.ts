/** A cluster taken over from another: by `cluster.objects`, and by `orrery import`. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatTime, type KubeObject } from '#values';
import { KindRegistry } from '#catalog';
import { node, pod, defaultProfile } from '#kinds';
import type { Node, Pod } from '#types';
import { Run } from '#run';
import { checkScenario, loadScenario } from '#scenario';
import { importedFrom, importState } from '../../../src/cli/import/import.ts';
import { scenarioText } from '../../../src/cli/import/write.ts';
import { play, type Played } from '../../support/play.ts';

const CLUSTER = `
start: 2026-03-01T12:00:00Z
cluster: { nodes: 3 }
until: 5m
steps:
  - at: 0s
    apply:
      - apiVersion: apps/v1
        kind: Deployment
        metadata: { name: web, annotations: { note: 'costs $\${5}' } }
        spec:
          replicas: 3
          selector: { matchLabels: { app: web } }
          template:
            metadata: { labels: { app: web } }
            spec: { containers: [{ name: web, image: 'example.com/web:1' }] }
      - { apiVersion: v1, kind: Service, metadata: { name: web }, spec: { selector: { app: web }, ports: [{ port: 80 }] } }
      - { apiVersion: v1, kind: Secret, metadata: { name: key }, data: { token: czNjcjN0 } }
      - apiVersion: batch/v1
        kind: CronJob
        metadata: { name: tick }
        spec:
          schedule: '*/2 * * * *'
          jobTemplate: { spec: { template: { metadata: { annotations: { sim/run-seconds: '5' } }, spec: { restartPolicy: Never, containers: [{ name: c, image: a }] } } } }
`;

/** As `kubectl get -o json` of all kinds would print it. */
async function dumpOf(played: Played): Promise<string> {
  const items: KubeObject[] = [];
  for (const kind of new KindRegistry(defaultProfile).stored) {
    if (kind.wire.readOnly !== true) items.push(...(await played.list(kind)));
  }
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}

let dump = '';
let before: readonly Pod[] = [];
const folder = mkdtempSync(join(tmpdir(), 'orrery-import-'));

beforeAll(async () => {
  const played = await play(CLUSTER);
  dump = await dumpOf(played);
  before = await played.list(pod);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

function scenarioOf(text: string): string {
  return scenarioText(importedFrom(text, 'state.json', 'state'));
}

const uidsOf = (objects: readonly KubeObject[]): readonly string[] =>
  objects.map(({ metadata }) => metadata.uid).sort();

describe('the state of a cluster', () => {
  it('continues in another one: the same pods on the same nodes, none restarted, none added', async () => {
    const played = await play(scenarioOf(dump).replace(/^until: .*$/m, 'until: 50s'));
    const pods = await played.list(pod);
    const web = (all: readonly Pod[]) =>
      all.filter(({ metadata }) => metadata.labels?.['app'] === 'web');
    expect(uidsOf(web(pods))).toEqual(uidsOf(web(before)));
    for (const each of web(pods)) {
      const old = before.find(({ metadata }) => metadata.uid === each.metadata.uid)!;
      expect(each.spec.nodeName).toBe(old.spec.nodeName);
      expect(each.status.podIP).toBe(old.status.podIP);
      expect(each.status.containerStatuses).toEqual(old.status.containerStatuses);
    }
    const created = played.changes.filter(
      ({ type, value, origin }) =>
        type === 'created' && value.kind === 'Pod' && origin.actor !== 'restore',
    );
    expect(created).toEqual([]);
  });

  it('keeps its schedule: a CronJob starts its next run when that is due', async () => {
    const played = await play(scenarioOf(dump).replace(/^until: .*$/m, 'until: 90s'));
    const jobs = played.changes.filter(
      ({ type, value, origin }) =>
        type === 'created' && value.kind === 'Job' && origin.actor !== 'restore',
    );
    expect(jobs.map(({ time }) => formatTime(time).slice(0, 16))).toEqual(['2026-03-01T12:06']);
  });

  it('is written with what was left out, without secrets, and with variables escaped', () => {
    const text = scenarioOf(dump);
    expect(text).toMatch(/^# Imported from state.json by orrery import: .*3 Node/);
    expect(text).toContain('# - what is in secrets: only the keys are kept');
    expect(text).toContain('# - leases: recreated (3)');
    expect(text).not.toContain('czNjcjN0');
    expect(text).toContain('costs $${5}');
    expect(text).toContain("start: '2026-03-01T12:0");
    expect(text).not.toContain('managedFields');
    expect(text).not.toContain('kube-root-ca.crt\n');
  });

  it('is accepted by lint, inline and with the objects in a file of their own', async () => {
    const state = join(folder, 'state.json');
    writeFileSync(state, dump);
    const registry = new KindRegistry(defaultProfile);
    const small = join(folder, 'small.yaml');
    importState(state, { output: small });
    expect(checkScenario(small, registry).problems).toEqual([]);
    expect(() => importState(state, { output: small })).toThrow(/exists already/);

    const large = JSON.parse(dump) as { items: unknown[] };
    const filler = { apiVersion: 'v1', kind: 'ConfigMap', data: { text: 'x'.repeat(300_000) } };
    large.items.push({ ...filler, metadata: { name: 'filler', namespace: 'other' } });
    writeFileSync(state, JSON.stringify(large));
    importState(state, { output: small, force: true });
    expect(readFileSync(small, 'utf8')).toContain('objects: small.objects.json');
    expect(checkScenario(small, registry).problems).toEqual([]);
    const run = await Run.begin(await loadScenario(small, registry));
    const names = await run.simulator.clients.as({ actor: 'test' }).list(node);
    await run.stop();
    expect(names.items).toHaveLength(3);
  }, 60_000);

  it('without owners keeps their pods', async () => {
    const { items } = JSON.parse(dump) as { items: readonly KubeObject[] };
    const some = items.filter(({ kind }) => kind === 'Pod' || kind === 'Node');
    const played = await play(scenarioOf(some.map((each) => JSON.stringify(each)).join('\n')));
    const web = before.filter(({ metadata }) => metadata.labels?.['app'] === 'web');
    const left = await played.list(pod);
    expect(uidsOf(left)).toEqual(expect.arrayContaining([...uidsOf(web)]));
  });
});

describe('a recording', () => {
  it('becomes a state and what people did: scaled, labelled, applied, deleted, cut off', async () => {
    const versions: unknown[] = [];
    const recorded = await play(
      `${CLUSTER.replace('until: 5m', 'until: 10m')}
  - { at: 100s, scale: { kind: Deployment, name: web, replicas: 5 } }
  - { at: 200s, partitionNode: node-2 }
  - { at: 300s, recoverNode: node-2 }
  - { at: 320s, label: { kind: Node, name: node-1, set: { disk: ssd } } }
  - { at: 330s, apply: { apiVersion: v1, kind: ConfigMap, metadata: { name: later }, data: { a: b } } }
  - { at: 400s, delete: { kind: Secret, name: key } }
`,
    );
    const at = (ms: number): number => (ms - recorded.run.scenario.startMs) / 1000;
    const owners = ['Deployment', 'ReplicaSet', 'CronJob', 'Job'];
    const wanted = [...owners, 'Pod', 'Node', 'Secret', 'ConfigMap'];
    const state = new Map<string, KubeObject>();
    for (const { value, time, type, key } of recorded.changes) {
      if (!wanted.includes(value.kind)) continue;
      // A real cluster does not say why a node does not report.
      if (value.kind === 'Node') delete (value.metadata as { annotations?: unknown }).annotations;
      const event = { created: 'ADDED', updated: 'MODIFIED', deleted: 'DELETED' }[type];
      if (at(time) <= 50) state.set(`${value.kind} ${key}`, value);
      else versions.push({ type: event, object: value });
    }
    const watch = [...state.values()].map((object) => ({ type: 'ADDED', object }));
    const stream = [...watch, ...versions].map((each) => JSON.stringify(each, null, 4)).join('\n');
    const { steps, startMs } = importedFrom(stream, 'recording.json', 'recording');
    const offset = at(startMs);
    expect(offset).toBeLessThanOrEqual(50);
    expect(steps).toMatchObject([
      { patch: { kind: 'Deployment', name: 'web', body: { spec: { replicas: 5 } } } },
      { partitionNode: 'node-2' },
      { recoverNode: 'node-2' },
      { patch: { kind: 'Node', name: 'node-1', body: { metadata: { labels: { disk: 'ssd' } } } } },
      { apply: { kind: 'ConfigMap', metadata: { name: 'later' } } },
      { delete: { kind: 'Secret', name: 'key', namespace: 'default' } },
    ]);
    const replayed = await play(scenarioOf(stream));
    expect(replayed.failures).toEqual([]);
    const web = (await replayed.list(pod)).filter(
      ({ metadata, status }) => metadata.labels?.['app'] === 'web' && status.phase === 'Running',
    );
    expect(web).toHaveLength(5);
  }, 60_000);
});

describe('a node that never reported', () => {
  it('stays so', async () => {
    const lost = {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'lost', creationTimestamp: '2026-01-01T00:00:00Z' },
      status: { conditions: [{ type: 'Ready', status: 'Unknown' }] },
    };
    const played = await play(scenarioOf(JSON.stringify(lost)));
    const conditions = (await played.get<Node>(node, 'lost')).status.conditions!;
    expect(conditions.find(({ type }) => type === 'Ready')!.status).toBe('Unknown');
  });
});
