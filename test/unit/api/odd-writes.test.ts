import { describe, expect, test } from 'vitest';
import {
  configMap,
  cronJobBeta,
  daemonSet,
  endpoints,
  limitRange,
  namespace,
  node,
  priorityClass,
  service,
  statefulSet,
  type Kind,
} from '#kinds';
import type { KubeObject, NewObject } from '#values';
import { apiRig, context, dryRun, refusal, type ApiRig } from '../../support/api.ts';

const ref = { namespace: 'default', name: 'x' };
const template = {
  metadata: { labels: { app: 'a' } },
  spec: { containers: [{ name: 'main', image: 'img' }] },
};
const workload = { selector: { matchLabels: { app: 'a' } }, template };

async function make<T extends KubeObject>(
  { api }: ApiRig,
  kind: Kind<T>,
  fields: object,
): Promise<T> {
  const wanted = { metadata: { name: 'x' }, ...fields } as unknown as NewObject<T>;
  return api.create(context, kind, wanted, kind.namespaced ? 'default' : undefined);
}

describe('field selectors', () => {
  test.each([
    [node, 'metadata.namespace=a', 'field label not supported: metadata.namespace'],
    [namespace, 'metadata.namespace=a', 'field label not supported: metadata.namespace'],
    [cronJobBeta, 'foo=a', 'field label "foo" not supported for "CronJob"'],
  ])(
    '%#: unknown ones are refused in the words of the kind',
    async (kind, fieldSelector, message) => {
      const { api } = await apiRig();
      const list = api.list(kind as Kind, { fieldSelector });
      expect(await refusal(list)).toMatchObject({ code: 400, message });
    },
  );

  test.each([
    [priorityClass, 'metadata.namespace=a'],
    [configMap, 'metadata.namespace=a'],
    [cronJobBeta, 'status.successful=0'],
  ])('%#: known ones select', async (kind, fieldSelector) => {
    const { api } = await apiRig();
    expect((await api.list(kind as Kind, { fieldSelector })).items).toEqual([]);
  });
});

describe('versions that are not numbers', () => {
  test('do not matter to what is new', async () => {
    const rig = await apiRig();
    const metadata = { name: 'x', resourceVersion: 'abc' };
    expect((await make(rig, configMap, { metadata })).metadata.name).toBe('x');
  });

  test('come after the question whether there is an object to update', async () => {
    const rig = await apiRig();
    const wanted = { metadata: { name: 'x', resourceVersion: 'abc' } } as never;
    const put = (): Promise<unknown> => rig.api.update(context, configMap, ref, wanted);
    expect((await refusal(put())).code).toBe(404);
    await make(rig, configMap, {});
    expect((await refusal(put())).code).toBe(500);
  });
});

test('limit ranges without a name are named by a uid, whatever their prefix', async () => {
  const rig = await apiRig();
  const made = await make(rig, limitRange, { metadata: { generateName: 'g-' } });
  expect(made.metadata.name).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(made.metadata.name).not.toBe(made.metadata.uid);
});

describe('the endpoints of a service', () => {
  async function rigWithBoth(finalizers: readonly string[] = []): Promise<ApiRig> {
    const rig = await apiRig();
    await make(rig, endpoints, {});
    const metadata = { name: 'x', finalizers };
    await make(rig, service, { metadata, spec: { ports: [{ port: 80 }] } });
    return rig;
  }
  const areThere = async ({ api }: ApiRig): Promise<boolean> =>
    (await api.list(endpoints)).items.length > 0;

  test('go with it', async () => {
    const rig = await rigWithBoth();
    await rig.api.delete(dryRun, service, ref);
    expect(await areThere(rig)).toBe(true);
    await rig.api.delete(context, service, ref);
    expect(await areThere(rig)).toBe(false);
  });

  test('stay until the last finalizer is taken', async () => {
    const rig = await rigWithBoth(['a.b/c']);
    await rig.api.delete(context, service, ref);
    expect(await areThere(rig)).toBe(true);
    const body = { metadata: { finalizers: null } };
    await rig.api.patch(context, service, ref, { type: 'merge', body });
    expect(await areThere(rig)).toBe(false);
  });
});

describe("the generation of a daemon set's template", () => {
  test.each([
    ['merge', 'b', 422, 'strconv.ParseInt: parsing "b": invalid syntax'],
    ['merge', '9223372036854775808', 422, 'parsing "9223372036854775808": value out of range'],
    ['strategic', '', 500, 'strconv.ParseInt: parsing "": invalid syntax'],
  ] as const)('%s: %j is not a number', async (type, text, code, message) => {
    const rig = await apiRig();
    await make(rig, daemonSet, { spec: workload });
    const annotations = { 'deprecated.daemonset.template.generation': text };
    const change = { type, body: { metadata: { annotations } } };
    const error = await refusal(rig.api.patch(context, daemonSet, ref, change));
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
  });
});

describe('fields behind gates that are off', () => {
  test('a node has no dynamic configuration', async () => {
    const rig = await apiRig();
    const configMapOf = { configMap: { name: 'a', namespace: 'b', kubeletConfigKey: 'c' } };
    const made = await make(rig, node, {
      spec: { configSource: configMapOf },
      status: { config: { active: configMapOf } },
    });
    expect(made.spec).not.toHaveProperty('configSource');
    expect(made.status).not.toHaveProperty('config');
  });

  test('a stateful set loses them, and yet they have owners', async () => {
    const rig = await apiRig();
    const made = await make(rig, statefulSet, {
      spec: {
        ...workload,
        persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' },
        updateStrategy: { rollingUpdate: { maxUnavailable: 2 } },
        volumeClaimTemplates: [{ apiVersion: 'x/v9', kind: 'Foo', metadata: { name: 'd' } }],
      },
    });
    expect(made.spec).not.toHaveProperty('persistentVolumeClaimRetentionPolicy');
    expect(made.spec.updateStrategy?.rollingUpdate).toEqual({ partition: 0 });
    expect(made.spec.volumeClaimTemplates).toMatchObject([
      { apiVersion: 'v1', kind: 'PersistentVolumeClaim' },
    ]);
    const owned = JSON.stringify(made.metadata.managedFields);
    expect(owned).toContain('"f:persistentVolumeClaimRetentionPolicy":{');
    expect(owned).toContain('"f:maxUnavailable":{}');
  });
});
