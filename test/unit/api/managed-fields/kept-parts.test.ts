/** Owners of custom resources whose status does not fit its type, as seen on a real v1.24.17. */
import { beforeEach, describe, expect, it } from 'vitest';
import { customKinds } from '#custom';
import { defaultProfile, type Kind } from '#kinds';
import type { KubeObject } from '#values';
import { apiRig, context, type ApiRig } from '../../../support/api.ts';
import { definition, version } from '../../../support/custom.ts';

const condition = { type: 'object', required: ['type'], properties: { type: { type: 'string' } } };
const status = {
  type: 'object',
  properties: {
    replicas: { type: 'integer' },
    ready: { type: 'boolean' },
    conditions: {
      ...{ type: 'array', items: condition },
      ...{ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['type'] },
    },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    port: { 'x-kubernetes-int-or-string': true },
  },
};
const spec = { type: 'object', properties: { size: { type: 'integer' } } };
const [widget] = customKinds(
  definition([
    {
      ...version('v1', { type: 'object', properties: { spec, status } } as never),
      ...{ storage: true, subresources: { status: {} } },
    },
  ]),
  defaultProfile,
) as readonly Kind[];

const ref = { namespace: 'default', name: 'x' };
let rig: ApiRig;
beforeEach(async () => {
  rig = await apiRig();
  rig.api.register(widget!);
});

const make = (fields: object): Promise<KubeObject> =>
  rig.api.create(context, widget!, { metadata: { name: 'x' }, ...fields } as never, 'default');

describe('a new custom resource', () => {
  it.each([
    ['x'],
    [[]],
    [{ replicas: '9' }],
    [{ ready: 1 }],
    [{ conditions: 'x' }],
    [{ conditions: [{ type: 3 }] }],
    [{ conditions: ['x'] }],
    [{ labels: { a: 1 } }],
    [{ labels: 'x' }],
  ])('with the status %j has no owners', async (unfit) => {
    const { metadata } = await make({ spec: { size: 1 }, status: unfit });
    expect(metadata).not.toHaveProperty('managedFields');
  });

  it.each([[null], [{ replicas: 1.5 }], [{ port: 'x' }], [{ conditions: [{ type: 'a' }] }]])(
    'with the status %j has its owners',
    async (fit) => {
      const { metadata } = await make({ spec: { size: 1 }, status: fit });
      expect(metadata.managedFields).toHaveLength(1);
    },
  );
});

it('an update with such a status drops the owners', async () => {
  await make({ spec: { size: 1 } });
  const body = { metadata: { labels: { a: 'b' } }, status: 'x' };
  const patch = { type: 'merge', body } as never;
  const { object } = await rig.api.patch(context, widget!, ref, patch);
  expect(object.metadata.labels).toEqual({ a: 'b' });
  expect(object.metadata).not.toHaveProperty('managedFields');
});

it('a write of the status with a spec that does not fit drops the owners', async () => {
  const old = await make({ spec: { size: 1 } });
  const wanted = { ...old, spec: { size: 'x' }, status: { replicas: 1 } };
  const { object } = await rig.api.update(context, widget!, ref, wanted, 'status');
  expect(object).toMatchObject({ spec: { size: 1 }, status: { replicas: 1 } });
  expect(object.metadata).not.toHaveProperty('managedFields');
});
