import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { Run } from '#run';
import { parseScenario } from '#scenario';

const objects = `
  - at: 0s
    apply:
      apiVersion: monitoring.example.com/v1
      kind: ServiceMonitor
      metadata: { name: web }
      spec: { endpoints: [{ port: http, odd: { deep: [1, two] } }] }
  - at: 1s
    apply: { apiVersion: monitoring.example.com/v1, kind: ClusterPolicy, metadata: { name: all } }
  - at: 2s
    apply: { apiVersion: monitoring.example.com/v1beta1, kind: ServiceMonitor, metadata: { name: old } }
  - at: 3s
    expect:
      kind: ServiceMonitor
      name: web
      spec: { endpoints: [{ port: http, odd: { deep: [1, two] } }] }
    within: 1s
`;

function scenario(cluster: string, steps: string) {
  return parseScenario(
    `cluster: ${cluster}\nsteps:${steps}`,
    'x.yaml',
    new KindRegistry(defaultProfile),
  );
}

describe('unknownKinds: keep', () => {
  it('stores custom resources that nothing defines as they are written', async () => {
    const run = await Run.begin(scenario('{ unknownKinds: keep }', objects), { keep: true });
    await run.finish();
    expect(run.checks.map(({ passed, actual }) => [passed, actual])).toEqual([[true, 'it is so']]);
    const client = run.simulator.clients.as({ actor: 'test' });
    const found = async (name: string) =>
      (await client.list(run.simulator.kinds.byName(name)!)).items.map(
        ({ metadata }) => `${metadata.namespace ?? '-'}/${metadata.name}`,
      );
    expect(await found('servicemonitors')).toEqual(['default/old', 'default/web']);
    expect(await found('clusterpolicies')).toEqual(['-/all']);
    await run.stop();
  });

  it('does so in other releases, too', () => {
    const cluster = '{ unknownKinds: keep }';
    expect(scenario(`${cluster}\nkubernetes: '1.34'`, objects).objects).toHaveLength(2);
  });

  it('is not the default, and the error says that it could be', () => {
    expect(() => scenario('{}', objects)).toThrow(
      'add its CustomResourceDefinition, or leave the object out, or keep it: cluster: { unknownKinds: keep }',
    );
  });

  it('does not keep kinds of Kubernetes in other versions, nor misspelt ones', () => {
    const cronJob = `
  - { at: 0s, apply: { apiVersion: batch/v2, kind: CronJob, metadata: { name: a } } }`;
    expect(() => scenario('{ unknownKinds: keep }', cronJob)).toThrow('use batch/v1');
    const misspelt = `
  - { at: 0s, apply: { apiVersion: apps/v1, kind: Deploymnt, metadata: { name: a } } }`;
    expect(() => scenario('{ unknownKinds: keep }', misspelt)).toThrow('unknown kind Deploymnt');
  });

  it('is one of two words', () => {
    expect(() => scenario('{ unknownKinds: yes }', ' []')).toThrow(/reject.*keep/);
  });
});
