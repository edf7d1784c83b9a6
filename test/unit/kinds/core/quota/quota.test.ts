/** What the recorded vectors leave out: updates, odd scopes, names from anybody. */
import { describe, expect, test } from 'vitest';
import {
  defaultProfile,
  judgeQuotas,
  namespaceUsage,
  quantitiesOf,
  quotaEvaluatorOf,
  trackedBy,
  type QuotaState,
} from '#kinds';
import { parseTime, type KubeObject } from '#values';

const pods = quotaEvaluatorOf({ group: '', plural: 'pods' }, defaultProfile)!;
const services = quotaEvaluatorOf({ group: '', plural: 'services' }, defaultProfile)!;
const claims = quotaEvaluatorOf({ group: '', plural: 'persistentvolumeclaims' }, defaultProfile)!;

function objectOf(spec: object, metadata: object = {}): KubeObject {
  return { metadata: { name: 'x', namespace: 'default', ...metadata }, spec } as never;
}

const podOf = (resources: object = {}, spec: object = {}): KubeObject =>
  objectOf({ containers: [{ name: 'c', image: 'i', resources }], ...spec });

function quotaOf(hard: Record<string, string>, used: Record<string, string>): QuotaState {
  return { metadata: { name: 'q' }, spec: { hard }, status: { hard, used } };
}

describe('names that quotas track', () => {
  test.each([
    ['pods', 'pods count/pods cpu memory ephemeral-storage requests.cpu requests.memory'],
    ['pods', 'requests.ephemeral-storage limits.cpu limits.memory limits.ephemeral-storage'],
    ['pods', 'hugepages-2Mi requests.hugepages-2Mi requests.example.com/gpu'],
    ['services', 'services count/services services.nodeports services.loadbalancers'],
    ['persistentvolumeclaims', 'persistentvolumeclaims count/persistentvolumeclaims'],
    [
      'persistentvolumeclaims',
      'requests.storage gold.storageclass.storage.k8s.io/requests.storage',
    ],
    ['configmaps', 'configmaps count/configmaps'],
    ['endpoints', 'count/endpoints'],
  ])('of %s: %s', (plural, names) => {
    const evaluator = quotaEvaluatorOf({ group: '', plural }, defaultProfile)!;
    for (const name of names.split(' ')) expect(evaluator.tracks(name), name).toBe(true);
  });

  test.each([
    ['pods', 'services hugepages x.hugepages-2Mi example.com/gpu limits.example.com/gpu storage'],
    ['pods', 'requests.storage count/pods.example.com'],
    ['services', 'pods requests.services services.clusterips'],
    ['persistentvolumeclaims', 'storage requests.cpu gold.storageclass.storage.k8s.io/x'],
    ['endpoints', 'endpoints count/endpoints.x'],
  ])('not of %s: %s', (plural, names) => {
    const evaluator = quotaEvaluatorOf({ group: '', plural }, defaultProfile)!;
    for (const name of names.split(' ')) expect(evaluator.tracks(name), name).toBe(false);
  });
});

describe('what is counted', () => {
  test.each([
    [{ group: '', plural: 'events' }, undefined],
    [{ group: 'events.k8s.io', plural: 'events' }, undefined],
    [{ group: 'batch', plural: 'jobs' }, { 'count/jobs.batch': '1' }],
    [
      { group: '', plural: 'replicationcontrollers' },
      expect.objectContaining({ replicationcontrollers: '1' }),
    ],
    [{ group: '', plural: 'serviceaccounts' }, { 'count/serviceaccounts': '1' }],
    [{ group: 'example.com', plural: 'pods' }, { 'count/pods.example.com': '1' }],
  ])('%j', (resource, usage) => {
    const evaluator = quotaEvaluatorOf(resource, defaultProfile);
    expect(evaluator && quantitiesOf(evaluator.usage(objectOf({}), 0))).toEqual(usage);
  });

  test.each<[spec: object, nodePorts: string, loadBalancers: string]>([
    [{ type: 'ClusterIP', ports: [{ port: 1, nodePort: 30000 }] }, '0', '0'],
    [{ type: 'NodePort', ports: [{ port: 1 }, { port: 2 }] }, '2', '0'],
    [{ type: 'LoadBalancer', ports: [{ port: 1 }] }, '1', '1'],
    [{ type: 'LoadBalancer', ports: [{ port: 1 }], allocateLoadBalancerNodePorts: true }, '1', '1'],
    [{ type: 'LoadBalancer' }, '0', '1'],
  ])('of the service %j', (spec, nodePorts, loadBalancers) => {
    expect(quantitiesOf(services.usage(objectOf(spec), 0))).toEqual({
      ...{ services: '1', 'count/services': '1' },
      'services.nodeports': nodePorts,
      'services.loadbalancers': loadBalancers,
    });
  });

  test('a load balancer without automatic node ports takes those it names', () => {
    const ports = [{ port: 1 }, { port: 2, nodePort: 30000 }];
    const spec = { type: 'LoadBalancer', ports, allocateLoadBalancerNodePorts: false };
    expect(quantitiesOf(services.usage(objectOf(spec), 0))).toMatchObject({
      'services.nodeports': '1',
    });
  });

  test('the size of a claim is rounded up to whole bytes', () => {
    const spec = { resources: { requests: { storage: '1.5' } } };
    expect(quantitiesOf(claims.usage(objectOf(spec), 0))['requests.storage']).toBe('2');
  });

  test('the old annotation for the class wins, even when it is empty', () => {
    const annotations = { 'volume.beta.kubernetes.io/storage-class': '' };
    const usage = claims.usage(objectOf({ storageClassName: 'gold' }, { annotations }), 0);
    expect([...usage.keys()]).toEqual(['persistentvolumeclaims', 'count/persistentvolumeclaims']);
  });
});

describe('an update', () => {
  const hard = { 'services.nodeports': '2', services: '1' };
  const nodePort = (count: number): KubeObject =>
    objectOf({ type: 'NodePort', ports: Array.from({ length: count }, (_, n) => ({ port: n })) });
  const judge = (used: Record<string, string>, old: KubeObject, object: KubeObject) =>
    judgeQuotas([quotaOf(hard, used)], services, { object, old, now: 0 });

  test('pays for what it takes more', () => {
    const verdict = judge({ services: '1', 'services.nodeports': '1' }, nodePort(1), nodePort(2));
    expect(verdict).toMatchObject({
      allowed: true,
      charges: [{ used: { services: '1', 'services.nodeports': '2' } }],
    });
  });

  test('gets nothing back', () => {
    const verdict = judge({ services: '1', 'services.nodeports': '2' }, nodePort(2), nodePort(1));
    expect(verdict).toEqual({ allowed: true, charges: [] });
  });

  test('is not held against it that the quota is exceeded already', () => {
    const verdict = judge({ services: '9', 'services.nodeports': '9' }, nodePort(1), nodePort(1));
    expect(verdict).toEqual({ allowed: true, charges: [] });
  });
});

describe('a verdict', () => {
  test('names negative amounts', () => {
    const object = podOf({ requests: { cpu: '-1' } });
    const verdict = judgeQuotas([quotaOf({ pods: '1' }, { pods: '0' })], pods, { object, now: 0 });
    const why = 'quota usage is negative for resource(s): cpu,requests.cpu';
    expect(verdict).toEqual({ allowed: false, why });
  });

  test('names negative amounts even where no quota is about them', () => {
    const object = podOf({ requests: { 'example.com/gpu': '-1' } });
    const quota = quotaOf({ services: '1' }, { services: '0' });
    const why = 'quota usage is negative for resource(s): requests.example.com/gpu';
    const verdict = judgeQuotas([quota], pods, { object, now: 0 });
    expect(verdict).toEqual({ allowed: false, why });
  });

  test('names the scope that makes no sense', () => {
    const scope = { scopeName: 'PriorityClass', operator: 'In', values: ['no good'] } as const;
    const quota: QuotaState = {
      metadata: { name: 'odd' },
      spec: { scopeSelector: { matchExpressions: [scope] } },
    };
    expect(() => judgeQuotas([quota], pods, { object: podOf(), now: 0 })).toThrow(
      'error matching scopes of quota odd, err: error on matching scope {PriorityClass In [no good]}: ' +
        'failed to parse and convert selector: values[0][PriorityClass]: Invalid value: "no good": ',
    );
  });

  test('leaves quotas alone that have not been looked at', () => {
    const quota: QuotaState = { metadata: { name: 'new' }, spec: { hard: { pods: '0' } } };
    const verdict = judgeQuotas([quota], pods, { object: podOf(), now: 0 });
    expect(verdict).toEqual({ allowed: true, charges: [] });
  });

  test('is not confused by names that every object has', () => {
    const spec = { storageClassName: 'constructor', resources: { requests: { storage: '1Gi' } } };
    const name = 'constructor.storageclass.storage.k8s.io/requests.storage';
    const quotas = [quotaOf({ [name]: '2Gi' }, { [name]: '1Gi' })];
    const verdict = judgeQuotas(quotas, claims, { object: objectOf(spec), now: 0 });
    expect(verdict).toMatchObject({ allowed: true, charges: [{ used: { [name]: '2Gi' } }] });
  });
});

describe('what every container has to specify', () => {
  const container = (name: string, resources: object): object => ({ name, image: 'i', resources });
  const pod = objectOf({
    containers: [
      container('b', { requests: { cpu: '1' } }),
      container('a', { limits: { cpu: '1', memory: '1' } }),
      container('d', {}),
    ],
    initContainers: [container('c', {}), container('a', {})],
  });

  test.each<[names: string, missing: string | undefined]>([
    ['', undefined],
    ['pods', undefined],
    ['cpu', 'must specify cpu for: a,c,d'],
    ['requests.cpu', 'must specify requests.cpu for: a,c,d'],
    ['limits.memory', 'must specify limits.memory for: a,b,c,d'],
    ['ephemeral-storage', undefined],
    [
      'requests.memory memory cpu',
      'must specify cpu for: a,c,d; memory for: a,b,c,d; requests.memory for: a,b,c,d',
    ],
  ])('for a quota on %j', (names, missing) => {
    const required = names.split(' ');
    expect(pods.missing!(pod, (name) => required.includes(name))).toBe(missing);
  });

  test('is nothing more once it does', () => {
    const both = { cpu: '1', memory: '1' };
    expect(pods.missing!(podOf({ requests: both, limits: both }), () => true)).toBeUndefined();
  });
});

describe('a pod under deletion', () => {
  const deletionTimestamp = '2026-01-01T00:00:00Z';
  const endMs = parseTime('2026-01-01T00:00:30Z');
  const over = 'it is being deleted, and its grace period is over';

  test.each<[metadata: object, status: object, now: number, why: string | undefined]>([
    [{}, {}, endMs, undefined],
    [{ deletionTimestamp }, {}, endMs + 1, undefined],
    [{ deletionGracePeriodSeconds: 30 }, {}, endMs + 1, undefined],
    [{ deletionTimestamp, deletionGracePeriodSeconds: 30 }, {}, endMs, undefined],
    [{ deletionTimestamp, deletionGracePeriodSeconds: 30 }, {}, endMs + 1, over],
    [{}, { phase: 'Succeeded' }, 0, 'it has finished'],
    [{}, { phase: 'Failed' }, 0, 'it has finished'],
    [{}, { phase: 'Running' }, 0, undefined],
  ])('%j with %j', (metadata, status, now, why) => {
    const pod = { ...objectOf({ containers: [] }, metadata), status };
    expect(pods.whyUncounted!(pod, now)).toBe(why);
  });
});

describe('the sum over a namespace', () => {
  test('of pods with a priority class, for the plain scope', () => {
    const spec = { hard: { pods: '5', 'requests.cpu': '1' }, scopes: ['PriorityClass'] };
    const requests = { cpu: '1' };
    const there = [podOf({ requests }, { priorityClassName: 'high' }), podOf({ requests })];
    const usage = namespaceUsage(spec, [pods], () => there, 0);
    expect(quantitiesOf(usage)).toEqual({ pods: '1', 'requests.cpu': '1' });
  });

  test('asks only for objects that the quota is about', () => {
    const spec = { hard: { services: '1', 'count/deployments.apps': '1' } };
    const deployments = quotaEvaluatorOf({ group: 'apps', plural: 'deployments' }, defaultProfile)!;
    expect(trackedBy(spec, [pods, services, deployments])).toEqual([services, deployments]);
  });
});
