import { describe, expect, test } from 'vitest';
import { pod, type Kind } from '#kinds';
import type { KubeObject } from '#values';
import { MemoryStore, type PutOptions } from '#store';
import { changesAfter, context, dryRun, kindOf, refusal } from '../../../support/api.ts';
import { admissionRig, container, inDefault, type AdmissionRig } from './rig.ts';

type Used = Readonly<Record<string, string>>;

const quotas = 'resourcequotas';
const service = kindOf<KubeObject & { readonly spec: object }>({
  kind: 'Service',
  plural: 'services',
});
const secret = kindOf<KubeObject>({ kind: 'Secret', plural: 'secrets' });
const deployment = kindOf<KubeObject>({
  group: 'apps',
  kind: 'Deployment',
  plural: 'deployments',
});

/** As the quota controller leaves it. */
async function rigWith(hard: Used, used: Used = {}, spec: object = {}): Promise<AdmissionRig> {
  const rig = await admissionRig();
  await putQuota(rig, 'compute', hard, used, spec);
  return rig;
}

async function putQuota(
  rig: AdmissionRig,
  name: string,
  hard: Used,
  used: Used = {},
  spec: object = {},
): Promise<void> {
  const nothing = Object.fromEntries(Object.keys(hard).map((key) => [key, '0']));
  const status = { hard, used: { ...nothing, ...used } };
  await rig.put(quotas, { metadata: inDefault(name), spec: { hard, ...spec }, status });
}

async function usedOf(rig: AdmissionRig, name = 'compute'): Promise<Used> {
  const { status } = await rig.read<{ status: { used: Used } }>(quotas, `default/${name}`);
  return status.used;
}

const create = <T extends KubeObject>(
  rig: AdmissionRig,
  kind: Kind<T>,
  name: string,
  spec?: object,
) => rig.api.create(context, kind, { metadata: { name }, spec } as never, 'default');

const compute = {
  'requests.cpu': '1',
  'limits.memory': '1Gi',
  pods: '3',
  'count/pods': '10',
  services: '2',
  'services.nodeports': '1',
  'count/deployments.apps': '1',
};

/** Examples Q1 to Q12 of the policy reference. */
describe('worked examples', () => {
  test('Q1: every container says what it needs', async () => {
    const rig = await rigWith(compute);
    const a = container({ requests: { cpu: '250m' }, limits: { memory: '128Mi' } }, 'a');
    const error = await refusal(
      rig.createPod({ containers: [a, container({}, 'b')] }, { name: 'p1' }),
    );
    expect(error.status).toMatchObject({
      code: 403,
      reason: 'Forbidden',
      message:
        'pods "p1" is forbidden: failed quota: compute: must specify limits.memory for: b; requests.cpu for: b',
      details: { name: 'p1', kind: 'pods' },
    });
  });

  test('Q2, Q3: init containers count where they are larger; then it is too much', async () => {
    const rig = await rigWith(compute);
    const part = { requests: { cpu: '250m' }, limits: { memory: '128Mi' } };
    await rig.createPod({
      containers: [container(part, 'a'), container(part, 'b')],
      initContainers: [
        container({ requests: { cpu: '600m' }, limits: { memory: '64Mi' } }, 'init'),
      ],
    });
    const used = {
      'requests.cpu': '600m',
      'limits.memory': '256Mi',
      pods: '1',
      'count/pods': '1',
      services: '0',
      'services.nodeports': '0',
      'count/deployments.apps': '0',
    };
    expect(await usedOf(rig)).toEqual(used);
    const large = container({ requests: { cpu: '500m' }, limits: { memory: '1Gi' } });
    const error = await refusal(rig.createPod({ containers: [large] }, { name: 'q' }));
    expect(error.message).toBe(
      'pods "q" is forbidden: exceeded quota: compute, requested: limits.memory=1Gi,requests.cpu=500m, ' +
        'used: limits.memory=256Mi,requests.cpu=600m, limited: limits.memory=1Gi,requests.cpu=1',
    );
    expect(await usedOf(rig)).toEqual(used);
  });

  test('Q4, Q5: node ports, also those that an update asks for', async () => {
    const rig = await rigWith(compute);
    const nodePort = { type: 'NodePort', ports: [{ port: 1 }] };
    const two = await refusal(
      create(rig, service, 's', { type: 'NodePort', ports: [{ port: 1 }, { port: 2 }] }),
    );
    expect(two.message).toBe(
      'services "s" is forbidden: exceeded quota: compute, requested: services.nodeports=2, used: services.nodeports=0, limited: services.nodeports=1',
    );
    await create(rig, service, 's1', nodePort);
    const s2 = await create(rig, service, 's2', { type: 'ClusterIP', ports: [{ port: 1 }] });
    const patch = { type: 'merge', body: { spec: { type: 'NodePort' } } } as const;
    const error = await refusal(rig.api.patch(context, service, s2.metadata, patch));
    expect(error.message).toBe(
      'services "s2" is forbidden: exceeded quota: compute, requested: services.nodeports=1, used: services.nodeports=1, limited: services.nodeports=1',
    );
    expect(await usedOf(rig)).toMatchObject({ services: '2', 'services.nodeports': '1' });
  });

  test('Q6: any kind can be counted', async () => {
    const rig = await rigWith(compute);
    await create(rig, deployment, 'd1');
    const error = await refusal(create(rig, deployment, 'd2'));
    expect(error.status).toMatchObject({
      message:
        'deployments.apps "d2" is forbidden: exceeded quota: compute, requested: count/deployments.apps=1, used: count/deployments.apps=1, limited: count/deployments.apps=1',
      details: { name: 'd2', group: 'apps', kind: 'deployments' },
    });
  });

  test('Q8: only pods in the scope count', async () => {
    const rig = await rigWith({ pods: '1' }, {}, { scopes: ['BestEffort'] });
    await rig.createPod({}, { name: 'one' });
    await rig.createPod({ containers: [container({ requests: { cpu: '1' } })] }, { name: 'two' });
    const error = await refusal(rig.createPod({}, { name: 'three' }));
    expect(error.message).toBe(
      'pods "three" is forbidden: exceeded quota: compute, requested: pods=1, used: pods=1, limited: pods=1',
    );
  });

  test('Q9: pods with a deadline', async () => {
    const hard = { pods: '5', 'requests.cpu': '500m' };
    const rig = await rigWith(hard, {}, { scopes: ['Terminating'] });
    const spec = {
      activeDeadlineSeconds: 60,
      containers: [container({ requests: { cpu: '300m' } })],
    };
    await rig.createPod(spec, { name: 'one' });
    const error = await refusal(rig.createPod(spec, { name: 'two' }));
    expect(error.message).toContain(
      'requested: requests.cpu=300m, used: requests.cpu=300m, limited: requests.cpu=500m',
    );
  });

  test('Q10: what is charged for an object that cannot be stored stays', async () => {
    const rig = await rigWith({ secrets: '5' });
    await create(rig, secret, 'x');
    expect((await refusal(create(rig, secret, 'x'))).reason).toBe('AlreadyExists');
    expect(await usedOf(rig)).toEqual({ secrets: '2' });
  });

  test('Q11: updates give nothing back', async () => {
    const rig = await rigWith({ 'services.nodeports': '5', 'services.loadbalancers': '1' });
    const balancer = await create(rig, service, 's', {
      type: 'LoadBalancer',
      ports: [{ port: 1 }, { port: 2 }],
    });
    const charged = { 'services.nodeports': '2', 'services.loadbalancers': '1' };
    expect(await usedOf(rig)).toEqual(charged);
    const fewer = { ...balancer, spec: { type: 'LoadBalancer', ports: [{ port: 1 }] } };
    await rig.api.update(context, service, balancer.metadata, fewer);
    expect(await usedOf(rig)).toEqual(charged);
  });

  test('Q12: a plain scope of priority classes charges pods that name one', async () => {
    const rig = await rigWith({ pods: '5' }, {}, { scopes: ['PriorityClass'] });
    await rig.createPod({ priorityClassName: 'system-node-critical' }, { name: 'one' });
    await rig.createPod({}, { name: 'two' });
    expect(await usedOf(rig)).toEqual({ pods: '1' });
  });
});

describe('a quota', () => {
  test('that no controller has looked at refuses nothing', async () => {
    const rig = await admissionRig();
    await rig.put(quotas, { metadata: inDefault('q'), spec: { hard: { pods: '0' } }, status: {} });
    const before = rig.store.revision();
    await rig.createPod();
    expect(rig.store.revision()).toBe(before + 1);
  });

  test('is checked, and not charged, by a dry run', async () => {
    const rig = await rigWith({ pods: '1' });
    const wanted = { metadata: { name: 'p' }, spec: { containers: [container()] } };
    await rig.api.create(dryRun, pod, wanted, 'default');
    expect(await usedOf(rig)).toEqual({ pods: '0' });
    await rig.createPod();
    expect((await refusal(rig.api.create(dryRun, pod, wanted, 'default'))).code).toBe(403);
  });

  test('is one of several that all have to agree; none is charged when one refuses', async () => {
    const rig = await rigWith({ pods: '5' });
    await putQuota(rig, 'narrow', { pods: '1' });
    await rig.createPod({}, { name: 'one' });
    const error = await refusal(rig.createPod({}, { name: 'two' }));
    expect(error.message).toContain('exceeded quota: narrow');
    expect(await usedOf(rig)).toEqual({ pods: '1' });
  });

  test('is charged by a write of its own, before that of the object', async () => {
    const rig = await rigWith({ pods: '5' });
    const before = rig.store.revision();
    const origin = { actor: 'user:jane', note: 'POST' };
    const wanted = { metadata: { generateName: 'p-' }, spec: { containers: [container()] } };
    await rig.api.create({ origin }, pod, wanted, 'default');
    const changes = await changesAfter(rig.store, before);
    const { name } = changes[1]!.value.metadata;
    const evidence = { object: `Pod default/${name}`, taken: { pods: '1' } };
    expect(changes.map((change) => [change.bucket, change.origin])).toEqual([
      [quotas, { ...origin, actor: 'admission', requester: 'user:jane', evidence }],
      ['pods', origin],
    ]);
  });

  test('refuses under the generated name', async () => {
    const rig = await rigWith({ pods: '0' });
    const wanted = { metadata: { generateName: 'p-' }, spec: { containers: [container()] } };
    const error = await refusal(rig.api.create(context, pod, wanted, 'default'));
    expect(error.message).toMatch(/^pods "p-\w{5}" is forbidden: exceeded quota/);
  });

  test('of another namespace has no say', async () => {
    const rig = await admissionRig();
    const hard = { pods: '0' };
    const metadata = { name: 'q', namespace: 'default-other' };
    await rig.put(quotas, { metadata, spec: { hard }, status: { hard, used: { pods: '0' } } });
    await rig.createPod();
  });

  test('whose scopes make no sense is an error of the server', async () => {
    const scope = { scopeName: 'PriorityClass', operator: 'In', values: ['no good'] };
    const rig = await rigWith({ pods: '1' }, {}, { scopeSelector: { matchExpressions: [scope] } });
    const error = await refusal(rig.createPod());
    expect(error).toMatchObject({ code: 500, reason: undefined });
    expect(error.message).toMatch(/^error matching scopes of quota compute, err: /);
  });
});

describe('when others write the quota at the same time', () => {
  /** Somebody else takes a pod from the quota `name` just before each of the first `times` charges. */
  function interfere(rig: AdmissionRig, name: string, times: number): void {
    const { store } = rig;
    const put = store.put.bind(store);
    let left = times;
    store.put = async (bucket, key, value, options: PutOptions) => {
      if (key === `default/${name}` && options.origin.actor === 'admission' && left-- > 0) {
        const current = (await store.get(bucket, key)) as KubeObject & { status: { used: Used } };
        const used = { pods: String(Number(current.status.used['pods']) + 1) };
        const taken = {
          ...current,
          metadata: { ...current.metadata },
          status: { ...current.status, used },
        };
        await put(bucket, key, taken, { origin: { actor: 'other' } });
      }
      return put(bucket, key, value, options);
    };
    expect(store).toBeInstanceOf(MemoryStore);
  }

  test('charging is tried again, three times', async () => {
    const rig = await rigWith({ pods: '9' });
    interfere(rig, 'compute', 3);
    await rig.createPod();
    expect(await usedOf(rig)).toEqual({ pods: '4' });
  });

  test('and then given up', async () => {
    const rig = await rigWith({ pods: '9' });
    interfere(rig, 'compute', 4);
    const error = await refusal(rig.createPod());
    expect(error.status).toMatchObject({
      code: 409,
      message:
        'Operation cannot be fulfilled on resourcequotas "compute": the object has been modified; please apply your changes to the latest version and try again',
    });
    expect(await rig.store.get('pods', 'default/p')).toBeUndefined();
  });

  test('what they took counts', async () => {
    const rig = await rigWith({ pods: '1' });
    interfere(rig, 'compute', 1);
    const error = await refusal(rig.createPod());
    expect(error.message).toContain('requested: pods=1, used: pods=1, limited: pods=1');
  });

  test('the other quotas are charged once', async () => {
    const rig = await rigWith({ pods: '9' });
    await putQuota(rig, 'zz', { pods: '9' });
    interfere(rig, 'zz', 2);
    await rig.createPod();
    expect([await usedOf(rig), await usedOf(rig, 'zz')]).toEqual([{ pods: '1' }, { pods: '3' }]);
  });
});
