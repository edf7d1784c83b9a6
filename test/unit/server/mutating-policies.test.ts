/** Policies that change what is written, and match conditions of webhooks, over HTTP. */
import { afterEach, describe, expect, it } from 'vitest';
import { adminToken, serverRig } from '../../support/server.ts';

type Rig = Awaited<ReturnType<typeof serverRig>>;

let rig: Rig;
afterEach(() => rig.close());

const group = '/apis/admissionregistration.k8s.io/v1';
const rules = [
  {
    apiGroups: [''],
    apiVersions: ['v1'],
    operations: ['CREATE'],
    resources: ['configmaps', 'pods'],
  },
];

interface Answer {
  readonly status: number;
  readonly message?: string;
  readonly metadata?: { readonly labels?: Readonly<Record<string, string>> };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: { readonly initContainers?: readonly { readonly name: string }[] };
}

async function post(path: string, body: object): Promise<Answer> {
  const response = await fetch(`${rig.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { ...((await response.json()) as object), status: response.status };
}

async function policy(mutation: object, more: object = {}): Promise<Answer> {
  const made = await post(`${group}/mutatingadmissionpolicies`, {
    metadata: { name: 'p' },
    spec: {
      matchConstraints: { resourceRules: rules },
      reinvocationPolicy: 'Never',
      mutations: [mutation],
      ...more,
    },
  });
  await post(`${group}/mutatingadmissionpolicybindings`, {
    metadata: { name: 'b' },
    spec: { policyName: 'p' },
  });
  return made;
}

const apply = (expression: string): object => ({
  patchType: 'ApplyConfiguration',
  applyConfiguration: { expression },
});
const patch = (expression: string): object => ({
  patchType: 'JSONPatch',
  jsonPatch: { expression },
});

const write = (name: string, data?: object): Promise<Answer> =>
  post('/api/v1/namespaces/default/configmaps', { metadata: { name }, data });

describe('a policy that mutates', () => {
  it('applies fields to what is written', async () => {
    rig = await serverRig({ minor: 36 });
    const expression = `Object{metadata: Object.metadata{labels: {'added': object.metadata.name}}}`;
    expect((await policy(apply(expression))).status).toBe(201);
    expect((await write('a', { x: 'y' })).metadata?.labels).toEqual({ added: 'a' });
  });

  it('merges lists by the keys of their items', async () => {
    rig = await serverRig({ minor: 37 });
    const mesh = `Object.spec.initContainers{name: 'mesh', image: 'mesh:1'}`;
    await policy(apply(`Object{spec: Object.spec{initContainers: [${mesh}]}}`), {
      matchConditions: [{ name: 'pods', expression: 'request.kind.kind == "Pod"' }],
    });
    const { spec } = await post('/api/v1/namespaces/default/pods', {
      metadata: { name: 'p' },
      spec: {
        initContainers: [{ name: 'i', image: 'x' }],
        containers: [{ name: 'c', image: 'x' }],
      },
    });
    expect(spec?.initContainers?.map(({ name }) => name)).toEqual(['i', 'mesh']);
    expect((await write('a')).status).toBe(201);
  });

  it('patches, and refuses what cannot be patched', async () => {
    rig = await serverRig({ minor: 37 });
    const steps = `[JSONPatch{op: 'test', path: '/data/a', value: 'b'}, JSONPatch{op: 'add', path: '/data/' + jsonpatch.escapeKey('c'), value: 'd'}]`;
    await policy(patch(steps));
    expect((await write('a', { a: 'b' })).data).toEqual({ a: 'b', c: 'd' });
    const { status, message } = await write('b', { a: 'x' });
    expect(status).toBe(403);
    expect(message).toMatch(/^policy 'p' with binding 'b' denied request: JSON Patch: /);
  });

  it('is refused where it makes no object', async () => {
    rig = await serverRig({ minor: 37 });
    expect(await policy(apply('1'))).toMatchObject({ status: 422 });
    expect((await policy(apply('1'))).message).toMatch(/must evaluate to Object but got int$/);
    expect((await policy(patch('[1]'))).message).toMatch(/list\(JSONPatch\) but got list\(int\)$/);
  });
});

describe('match conditions of a webhook', () => {
  const configure = (conditions: readonly object[]): Promise<Answer> =>
    post(`${group}/validatingwebhookconfigurations`, {
      metadata: { name: 'w' },
      webhooks: [
        {
          name: 'a.example.com',
          clientConfig: { url: 'https://127.0.0.1:1/hook' },
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
          rules,
          matchConditions: conditions,
        },
      ],
    });

  it('decide whether it is called', async () => {
    rig = await serverRig({ minor: 28 });
    await configure([{ name: 'c', expression: 'object.data.call == "y"' }]);
    expect((await write('a', { call: 'n' })).status).toBe(201);
    expect((await write('b', { call: 'y' })).status).toBe(500);
    expect(await write('c')).toMatchObject({
      status: 403,
      message: `configmaps "c" is forbidden: expression 'object.data.call == "y"' resulted in error: no such key: data`,
    });
  });

  it.each([
    [28, /webhooks\[0\].matchConditions\[0\].expression: .* must evaluate to bool$/],
    [32, /webhooks\[0\].matchConditions\[0\].expression: .* must evaluate to bool but got int$/],
  ])('have to be expressions that hold or not, at 1.%i', async (minor, problem) => {
    rig = await serverRig({ minor });
    const { status, message } = await configure([{ name: 'c', expression: '1' }]);
    expect(status).toBe(422);
    expect(message).toMatch(problem);
  });

  it('are dropped before 1.28', async () => {
    rig = await serverRig({ minor: 27 });
    expect((await configure([{ name: 'c', expression: '1' }])).status).toBe(201);
  });
});
