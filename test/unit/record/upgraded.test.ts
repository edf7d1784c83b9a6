/** The record of a run that had several releases, read back. */
import { expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { bucketOf, defaultProfile, podSecurityPolicy, service } from '#kinds';
import { profileAt, readRecord, recordText } from '#record';
import { Run } from '#run';
import { parseScenario } from '#scenario';
import type { KubeObject } from '#values';

const registry = new KindRegistry(defaultProfile);
const yaml = `
kubernetes: '1.24'
steps:
- at: 1s
  apply:
    apiVersion: policy/v1beta1
    kind: PodSecurityPolicy
    metadata: { name: strict }
    spec:
      seLinux: { rule: RunAsAny }
      runAsUser: { rule: RunAsAny }
      supplementalGroups: { rule: RunAsAny }
      fsGroup: { rule: RunAsAny }
- at: 10s
  upgrade: { to: '1.31', force: true }
- at: 20s
  apply:
    apiVersion: v1
    kind: Service
    metadata: { name: web }
    spec: { ports: [{ port: 80 }], trafficDistribution: PreferClose }
- at: 30s
  downgrade: { to: '1.29', force: true }
- at: 40s
  label: { kind: Service, name: web, set: { seen: by-1.29 } }
until: 1m`;

const bare = ({ metadata, ...rest }: KubeObject): unknown => {
  const { managedFields, ...kept } = metadata;
  return managedFields === undefined ? { ...rest, metadata } : { ...rest, metadata: kept };
};

it('has each write as its release made it, and each state as its release reads it', async () => {
  const run = await Run.begin(parseScenario(yaml, 'upgraded.yaml', registry), { keep: true });
  await run.finish();
  await run.stop();
  const { log } = run;
  const read = readRecord([...recordText(log)].join(''), registry);
  expect(read.head).toEqual(log.head);
  expect([...read.past.changes()].map(({ value }) => value)).toEqual(
    [...log.past.changes()].map(({ value }) => bare(value)),
  );
  for (const past of [log.past, read.past]) {
    const [, upgraded, downgraded] = [0, ...log.head.releases!.map(({ behind }) => behind)];
    const trafficOf = (revision: number): unknown =>
      (past.get(bucketOf(service), 'default/web', revision) as { spec?: object } | undefined)?.spec;
    expect(trafficOf(downgraded!)).toHaveProperty('trafficDistribution');
    expect(trafficOf(downgraded! + 1)).not.toHaveProperty('trafficDistribution');
    expect(past.list(bucketOf(podSecurityPolicy), upgraded!)).toHaveLength(1);
  }
  const { revision } = read.past;
  expect([1, revision].map((at) => profileAt(read.head, at).minor)).toEqual([24, 29]);
});
