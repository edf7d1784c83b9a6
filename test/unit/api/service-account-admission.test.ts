/** The admission plugin ServiceAccount: what pods are given of their account, and what it refuses. */
import { beforeEach, describe, expect, it } from 'vitest';
import { pluginsWithout, type RequestContext } from '#api';
import { Random, VirtualClock } from '#clock';
import { namespace, pod as podKind, serviceAccount, defaultProfile } from '#kinds';
import type { NewObject } from '#values';
import type { Pod, PodSpec } from '#types';
import { MemoryStore } from '#store';
import { start, TestApi } from '../../support/api.ts';

const place = '/var/run/secrets/kubernetes.io/serviceaccount';
const mount = (name: string) => ({ mountPath: place, name, readOnly: true });
const container = (name: string, more: object = {}) => ({ name, image: 'app:v1', ...more });

let api: TestApi;
let context: RequestContext;
const pauses: number[] = [];

beforeEach(async () => {
  pauses.length = 0;
  const clock = new VirtualClock({ start });
  api = new TestApi({
    store: new MemoryStore({ clock, freeze: true }),
    clock,
    random: new Random(1),
    profile: defaultProfile,
    admission: pluginsWithout([]),
  });
  context = { origin: { actor: 'test' }, fieldManager: 'test' };
  await api.create(context, namespace, { metadata: { name: 'ns' } });
});

const account = (name: string, more: object = {}, annotations?: Record<string, string>) =>
  api.create(context, serviceAccount, {
    metadata: { name, namespace: 'ns', annotations },
    ...more,
  });

function create(spec: object = {}, annotations?: Record<string, string>): Promise<Pod> {
  const whole = { containers: [container('a')], ...spec } as PodSpec;
  const metadata = { name: 'p', namespace: 'ns', annotations };
  return api.create(context, podKind, { metadata, spec: whole } as NewObject<Pod>);
}

/** What the pod was given, with its generated name told apart. */
async function given(spec?: object): Promise<object> {
  const made = await create(spec);
  const { volumes = [], containers, initContainers = [] } = made.spec;
  const mounted = ({ volumeMounts = [] }: { volumeMounts?: readonly object[] }) => volumeMounts;
  return {
    volumes: volumes.map(({ name }) => name.replace(/-[bcdfghjklmnpqrstvwxz2456789]{5}$/, '-*')),
    mounts: [...initContainers, ...containers].map((each) => mounted(each).length),
  };
}

describe('a pod', () => {
  it('acts as the default account, and mounts a token of it', async () => {
    await account('default');
    const { spec, metadata } = await create();
    expect([spec.serviceAccountName, spec.serviceAccount]).toEqual(['default', 'default']);
    const [volume] = spec.volumes!;
    expect(volume!.name).toMatch(/^kube-api-access-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    expect(volume).toEqual({
      name: volume!.name,
      projected: {
        defaultMode: 420,
        sources: [
          { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
          { configMap: { items: [{ key: 'ca.crt', path: 'ca.crt' }], name: 'kube-root-ca.crt' } },
          {
            downwardAPI: {
              items: [
                {
                  fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' },
                  path: 'namespace',
                },
              ],
            },
          },
        ],
      },
    });
    expect(spec.containers[0]!.volumeMounts).toEqual([mount(volume!.name)]);
    // Who wrote the pod does not own what it was given.
    expect(JSON.stringify(metadata.managedFields)).not.toContain('kube-api-access');
  });

  it('leaves the names of pods to the same chance as without it', async () => {
    await account('default');
    const named = (spec: object): Promise<Pod> =>
      api.create(context, podKind, {
        metadata: { generateName: 'g-', namespace: 'ns' },
        spec: { containers: [container('a')], ...spec } as PodSpec,
      });
    const name = (await named({})).metadata.name;
    const before = new Random(1).stream('api/names').suffix(5);
    expect(name).toBe(`g-${before}`);
  });

  const taken = { volumeMounts: [{ mountPath: place, name: 'own' }] };
  const own = [{ name: 'own', emptyDir: {} }];
  it.each<[string, object, object, object]>([
    [
      'in every container',
      {},
      { initContainers: [container('i')], containers: [container('a'), container('b')] },
      { volumes: ['kube-api-access-*'], mounts: [1, 1, 1] },
    ],
    [
      'beside what they have',
      {},
      {
        volumes: own,
        containers: [container('a', { volumeMounts: [{ mountPath: '/x', name: 'own' }] })],
      },
      { volumes: ['own', 'kube-api-access-*'], mounts: [2] },
    ],
    [
      'but not over what is there',
      {},
      { volumes: own, containers: [container('a', taken), container('b')] },
      { volumes: ['own', 'kube-api-access-*'], mounts: [1, 1] },
    ],
    [
      'not at all when all have something there',
      {},
      { volumes: own, containers: [container('a', taken)] },
      { volumes: ['own'], mounts: [1] },
    ],
    [
      'of a volume that it brings along',
      {},
      { volumes: [{ name: 'kube-api-access-mine', emptyDir: {} }] },
      { volumes: ['kube-api-access-mine'], mounts: [1] },
    ],
    [
      'not when it says so',
      {},
      { automountServiceAccountToken: false },
      { volumes: [], mounts: [0] },
    ],
    [
      'not when its account says so',
      { automountServiceAccountToken: false },
      {},
      { volumes: [], mounts: [0] },
    ],
    [
      'when it says so, whatever its account says',
      { automountServiceAccountToken: false },
      { automountServiceAccountToken: true },
      { volumes: ['kube-api-access-*'], mounts: [1] },
    ],
  ])('mounts the token %s', async (_, ofAccount, spec, expected) => {
    await account('default', ofAccount);
    expect(await given(spec)).toEqual(expected);
  });

  it("pulls with the account's secrets, unless it has its own", async () => {
    await account('default', { imagePullSecrets: [{ name: 's1' }, { name: 's2' }] });
    expect((await create()).spec.imagePullSecrets).toEqual([{ name: 's1' }, { name: 's2' }]);
    await api.delete(context, podKind, { namespace: 'ns', name: 'p' }, { gracePeriodSeconds: 0 });
    const own = [{ name: 'mine' }];
    expect((await create({ imagePullSecrets: own })).spec.imagePullSecrets).toEqual(own);
  });
});

describe('an account that is missing', () => {
  const missing = (name: string) =>
    `pods "p" is forbidden: error looking up service account ns/${name}: serviceaccount "${name}" not found`;

  it('is refused at once', async () => {
    await expect(create()).rejects.toMatchObject({ code: 403, message: missing('default') });
    context = { ...context, pause: async (ms) => void pauses.push(ms) };
    await expect(create({ serviceAccountName: 'bot' })).rejects.toThrow(missing('bot'));
    expect(pauses).toEqual([]);
  });

  it('is awaited, by who can wait, when it is the default one', async () => {
    context = { ...context, pause: async (ms) => void pauses.push(ms) };
    await expect(create()).rejects.toThrow(missing('default'));
    expect(pauses).toEqual(Array<number>(9).fill(100));
    let left = 3;
    context = {
      ...context,
      pause: async () => {
        if (--left === 0) await account('default');
      },
    };
    expect((await create()).spec.serviceAccountName).toBe('default');
    expect(left).toBe(0);
  });
});

describe('an account that allows only what it lists', () => {
  const secretEnv = { env: [{ name: 'E', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } }] };
  const volumes = [{ name: 'v', secret: { secretName: 's' } }];
  it.each<[string, object, string | undefined]>([
    ['nothing', {}, undefined],
    ['a listed secret', { volumes: [{ name: 'v', secret: { secretName: 'listed' } }] }, undefined],
    [
      'a volume',
      { volumes },
      'volume with secret.secretName="s" is not allowed because service account bot does not reference that secret',
    ],
    [
      'a variable',
      { containers: [container('a', secretEnv)] },
      'container a with envVar E referencing secret.secretName="s" is not allowed because service account bot does not reference that secret',
    ],
    [
      'a variable at the start',
      { initContainers: [container('i', secretEnv)] },
      'init container i with envVar E referencing secret.secretName="s" is not allowed because service account bot does not reference that secret',
    ],
    ['a listed pull secret', { imagePullSecrets: [{ name: 'pull' }] }, undefined],
    [
      'a pull secret',
      { imagePullSecrets: [{ name: 'pull' }, { name: 's' }] },
      'imagePullSecrets[1].name="s" is not allowed because service account bot does not reference that imagePullSecret',
    ],
  ])('%s', async (_, spec, expected) => {
    const listed = { secrets: [{ name: 'listed' }], imagePullSecrets: [{ name: 'pull' }] };
    await account('bot', listed, { 'kubernetes.io/enforce-mountable-secrets': 'true' });
    const creation = create({ serviceAccountName: 'bot', ...spec });
    if (expected === undefined) await creation;
    else await expect(creation).rejects.toThrow(`pods "p" is forbidden: ${expected}`);
  });

  it.each<[what: string, strict: string, secret: string, why: string | undefined]>([
    ['may use what is listed', 'true', 'listed', undefined],
    [
      'may not use another one',
      'true',
      's',
      'ephemeral container debug with envVar E referencing secret.secretName="s" is not allowed ' +
        'because service account bot does not reference that secret',
    ],
    ['may use any where that is not asked for', 'false', 's', undefined],
  ])('a container that is added %s', async (_, strict, name, why) => {
    const annotations = { 'kubernetes.io/enforce-mountable-secrets': strict };
    await account('bot', { secrets: [{ name: 'listed' }] }, annotations);
    await create({ serviceAccountName: 'bot' });
    const env = [{ name: 'E', valueFrom: { secretKeyRef: { name, key: 'k' } } }];
    const body = { spec: { ephemeralContainers: [{ ...container('debug'), env }] } };
    const change = { type: 'strategic', body } as const;
    const ref = { namespace: 'ns', name: 'p' };
    const added = api.patch(context, podKind, ref, change, 'ephemeralcontainers');
    if (why === undefined) await added;
    else await expect(added).rejects.toMatchObject({ code: 500, message: why });
  });

  it('is any other one only when it says so', async () => {
    await account('bot', {}, { 'kubernetes.io/enforce-mountable-secrets': 'no' });
    await create({ serviceAccountName: 'bot', volumes });
  });
});

describe('a mirror pod', () => {
  const mirror = { 'kubernetes.io/config.mirror': 'hash' };
  const token = { projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } };
  const secretEnv = { envFrom: [{ secretRef: { name: 's' } }] };
  const secrets = 'a mirror pod may not reference secrets';
  it.each<[string, object, string | undefined]>([
    ['with nothing', {}, undefined],
    [
      'with an account',
      { serviceAccountName: 'default' },
      'a mirror pod may not reference service accounts',
    ],
    ['with a pull secret', { imagePullSecrets: [{ name: 's' }] }, secrets],
    ['with a secret volume', { volumes: [{ name: 'v', secret: { secretName: 's' } }] }, secrets],
    [
      'with a secret of a driver',
      { volumes: [{ name: 'v', csi: { driver: 'd', nodePublishSecretRef: { name: 's' } } }] },
      secrets,
    ],
    [
      'with a projected secret',
      { volumes: [{ name: 'v', projected: { sources: [{ secret: { name: 's' } }] } }] },
      secrets,
    ],
    ['with a secret for variables', { containers: [container('a', secretEnv)] }, secrets],
    [
      'with a token',
      { volumes: [{ name: 'v', ...token }] },
      'a mirror pod may not use ServiceAccountToken volume projections',
    ],
  ])('%s', async (_, spec, expected) => {
    await account('default');
    const creation = create({ nodeName: 'n1', ...spec }, mirror);
    if (expected === undefined) {
      const made = await creation;
      expect([made.spec.volumes, made.spec.serviceAccountName]).toEqual([undefined, undefined]);
    } else {
      await expect(creation).rejects.toThrow(`pods "p" is forbidden: ${expected}`);
    }
  });
});

it('plugins are known by their names', () => {
  const names = (without: string[]) => pluginsWithout(without).map(({ name }) => name);
  expect(names([])).toContain('ServiceAccount');
  expect(names(['ServiceAccount', 'Priority'])).toEqual(
    names([]).filter((name) => name !== 'ServiceAccount' && name !== 'Priority'),
  );
  expect(() => names(['serviceaccount'])).toThrow(
    'unknown plugin "serviceaccount"; there are NamespaceLifecycle, LimitRanger, ServiceAccount,',
  );
});
