/** A cluster that is upgraded: what stays, what is read otherwise, what restarts. */
import { describe, expect, it } from 'vitest';
import { node, statefulSet } from '#kinds';
import { recordText } from '#record';
import type { Service } from '#types';
import { play, type Played } from '../support/play.ts';

const container = '[{ name: main, image: "example.com/main:1" }]';

/** A workload that has a template, applied at the start. */
function workload(kind: string, name: string, spec = ''): string {
  return `
- at: 0s
  apply:
    apiVersion: apps/v1
    kind: ${kind}
    metadata: { name: ${name} }
    spec:
      selector: { matchLabels: { app: ${name} } }
      template:
        metadata: { labels: { app: ${name} } }
        spec: { containers: ${container} }
      ${spec}`;
}

const numbered = (count: number, make: (number: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('');

/** When pods of a prefix were created, in seconds. */
const creations = ({ changes, run }: Played, prefix: string): readonly number[] =>
  changes
    .filter(({ type, value }) => type === 'created' && value.kind === 'Pod')
    .filter(({ value }) => value.metadata.name.startsWith(prefix))
    .map(({ time }) => (time - run.scenario.startMs) / 1000);

const near = `
  apply:
    apiVersion: v1
    kind: Service
    metadata: { name: web }
    spec: { ports: [{ port: 80 }], trafficDistribution: PreferClose }`;

describe('a cluster with twenty workloads, from 1.24 to 1.37 minor by minor', () => {
  const yaml = `
kubernetes: '1.24'
cluster: { nodes: 3 }
steps:
${numbered(8, (n) => workload('Deployment', `web-${n}`, 'replicas: 2'))}
${numbered(6, (n) => workload('StatefulSet', `db-${n}`, `serviceName: db-${n}`))}
${numbered(6, (n) => workload('DaemonSet', `agent-${n}`))}
- at: 1m
  upgrade: { to: '1.37', through: all, every: 2m, nodes: true }
until: 30m`;

  it('keeps all of its pods, on nodes that follow', async () => {
    const played = await play(yaml);
    expect(played.failures).toEqual([]);
    expect(creations(played, '').filter((seconds) => seconds > 60)).toEqual([]);
    const nodes = await played.list(node);
    expect(nodes.map(({ status }) => status.nodeInfo?.kubeletVersion)).toEqual(
      Array.from({ length: 3 }, () => 'v1.37.2'),
    );
    const releases = played.run.log.head.releases?.map(({ kubernetes }) => kubernetes);
    expect(releases).toEqual(Array.from({ length: 13 }, (_, index) => `1.${index + 25}`));
  });

  it('gives the same bytes twice', async () => {
    const bytes = async (): Promise<string> => {
      const { run } = await play(yaml, { keep: true });
      return [...recordText(run.log)].join('');
    };
    expect(await bytes()).toBe(await bytes());
  });
});

describe('the upgrade to 1.34', () => {
  const storm = (isCompared: boolean): Promise<Played> =>
    play(`
kubernetes: '1.33'
cluster: { nodes: 2 }
steps:
${workload('StatefulSet', 'db', 'serviceName: db\n      replicas: 2')}
- at: 1m
  upgrade: { to: '1.34', featureGates: { StatefulSetSemanticRevisionComparison: ${isCompared} } }
until: 3m`);

  it('restarts no StatefulSet where the meaning of revisions is compared', async () => {
    const played = await storm(true);
    expect(creations(played, 'db').filter((seconds) => seconds >= 60)).toEqual([]);
  });

  it('restarts every pod of every StatefulSet where their texts are compared', async () => {
    const played = await storm(false);
    expect(creations(played, 'db').filter((seconds) => seconds >= 60)).toHaveLength(2);
    const { status } = await played.get(statefulSet, 'db');
    expect([status.readyReplicas, status.updatedReplicas]).toEqual([2, 2]);
  });
});

describe('a field that came with a release', () => {
  it('is kept from the upgrade on, and not read any more by a release that does not know it', async () => {
    const played = await play(`
kubernetes: '1.29'
steps:
- at: 10s
  upgrade: { to: v1.31, through: all, every: 1s }
- at: 20s${near}
- at: 30s
  downgrade: { to: v1.29, force: true }
- at: 40s
  label: { kind: Service, name: web, set: { seen: by-1.29 } }
until: 1m`);
    expect(played.failures).toEqual([]);
    const distribution = played.evolution('Service', 'web', (object) => {
      const { trafficDistribution } = (object as Service).spec;
      return trafficDistribution ?? 'none';
    });
    expect(distribution).toEqual([
      [20, 'PreferClose'],
      [40, 'none'],
    ]);
  });
});

describe('nodes', () => {
  it('are drained, upgraded and uncordoned one after the other', async () => {
    const played = await play(`
kubernetes: '1.30'
cluster: { nodes: 2 }
steps:
${workload('Deployment', 'web', 'replicas: 2')}
- at: 1m
  upgrade: { to: '1.31', nodes: drained }
until: 5m`);
    expect(played.failures).toEqual([]);
    expect(creations(played, 'web').filter((seconds) => seconds >= 60).length).toBeGreaterThan(1);
    const nodes = await played.list(node);
    expect(
      nodes.map(({ spec, status }) => [spec.unschedulable, status.nodeInfo?.kubeletVersion]),
    ).toEqual([
      [undefined, 'v1.31.14'],
      [undefined, 'v1.31.14'],
    ]);
  });
});

describe('controllers that were stopped', () => {
  it('stay stopped over an outage and an upgrade', async () => {
    const played = await play(`
kubernetes: '1.30'
steps:
- { at: 10s, stopControllers: all }
- { at: 20s, upgrade: '1.31' }
${workload('Deployment', 'web').replace('at: 0s', 'at: 30s')}
until: 5m`);
    expect(played.failures).toEqual([]);
    expect(creations(played, 'web')).toEqual([]);
  });
});
