import { expect, it } from 'vitest';
import { configMap, endpoints, pod, profileOf, service, serviceAccount, type Kind } from '#kinds';
import type { KubeObject } from '#values';
import { apiRig, context, type TestApi } from '../../support/api.ts';

async function apiOf(minor: number): Promise<{
  readonly api: TestApi;
  readonly served: <T extends KubeObject>(kind: Kind<T>) => Kind<T>;
}> {
  const profile = profileOf(minor);
  const { api } = await apiRig({ profile });
  const served = <T extends KubeObject>({ group, version, plural }: Kind<T>): Kind<T> =>
    api.kinds.byResource(group, version, plural) as unknown as Kind<T>;
  return { api, served };
}

const named = { name: 'x', namespace: 'default' };

it('answers a deletion with its version from v1.26 on', async () => {
  const isNewer = async (minor: number): Promise<boolean> => {
    const { api, served } = await apiOf(minor);
    const kind = served(serviceAccount);
    const { metadata } = await api.create(context, kind, { metadata: named });
    const { object } = await api.delete(context, kind, named);
    return Number(object.metadata.resourceVersion) > Number(metadata.resourceVersion);
  };
  expect([await isNewer(25), await isNewer(26)]).toEqual([false, true]);
});

it('leaves the endpoints of a deleted service from v1.37 on', async () => {
  const remain = async (minor: number): Promise<boolean> => {
    const { api, served } = await apiOf(minor);
    const ports = [{ port: 80 }];
    await api.create(context, served(service), { metadata: named, spec: { ports } } as never);
    await api.create(context, served(endpoints), { metadata: named } as never);
    await api.delete(context, served(service), named);
    return api.get(served(endpoints), named).then(
      () => true,
      () => false,
    );
  };
  expect([await remain(36), await remain(37)]).toEqual([false, true]);
});

it('answers an update for a uid that the object is missing from v1.34 on', async () => {
  const codeAt = async (minor: number): Promise<unknown> => {
    const { api, served } = await apiOf(minor);
    const object = { metadata: { ...named, uid: 'u' }, spec: { containers: [] } };
    return api
      .update(context, served(pod), named, object as never)
      .catch(({ code }: { readonly code: number }) => code);
  };
  expect([await codeAt(33), await codeAt(34)]).toEqual([409, 404]);
});

it('gives no owner to what the server sets in new objects from v1.25 on', async () => {
  const ownedAt = async (minor: number): Promise<unknown> => {
    const { api, served } = await apiOf(minor);
    const metadata = { ...named, deletionGracePeriodSeconds: 5 };
    const made = await api.create(context, served(configMap), { metadata } as never);
    return made.metadata.managedFields;
  };
  const owned = [{ fieldsV1: { 'f:metadata': { 'f:deletionGracePeriodSeconds': {} } } }];
  expect(await ownedAt(24)).toMatchObject(owned);
  expect(await ownedAt(25)).toBeUndefined();
});
