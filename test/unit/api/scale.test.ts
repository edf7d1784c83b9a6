import { beforeEach, describe, expect, it } from 'vitest';
import { deployment, replicationController, scaleOf, statefulSet } from '#kinds';
import type { Deployment, Scale } from '#types';
import {
  apiRig,
  changesAfter,
  context,
  dryRun,
  note,
  refusal,
  type ApiRig,
} from '../../support/api.ts';

const ref = { namespace: 'default', name: 'd' };
const template = {
  metadata: { labels: { a: 'b' } },
  spec: { containers: [{ name: 'main', image: 'app:1' }] },
};

let rig: ApiRig;
let made: Deployment;
beforeEach(async () => {
  rig = await apiRig();
  const spec = { replicas: 2, selector: { matchLabels: { a: 'b' } }, template };
  made = await rig.api.create(context, deployment, { metadata: ref, spec } as never);
});

const scale = (spec: object, metadata: object = ref): Scale =>
  ({
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata,
    spec,
    status: { replicas: 9 },
  }) as never;
const update = (wanted: Scale): Promise<Deployment> =>
  rig.api.updateScale(context, deployment, ref, wanted);
const patch = (
  body: unknown,
  type: 'merge' | 'json' | 'strategic' | 'apply' = 'merge',
): Promise<Deployment> => rig.api.patchScale(context, deployment, ref, { type, body });

it('shows how many replicas are wanted, and how many there are', async () => {
  const { uid, resourceVersion, creationTimestamp } = made.metadata;
  expect(await rig.api.getScale(deployment, ref)).toEqual({
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { ...ref, uid, resourceVersion, creationTimestamp },
    spec: { replicas: 2 },
    status: { replicas: 0, selector: 'a=b' },
  });
});

describe('a write', () => {
  it.each<[name: string, write: () => Promise<Deployment>, replicas: number]>([
    ['of a whole scale', () => update(scale({ replicas: 5 })), 5],
    ['of a scale without replicas', () => update(scale({})), 0],
    ['of a merge patch', () => patch({ spec: { replicas: 5 } }), 5],
    ['of a strategic patch', () => patch({ spec: { replicas: 5 } }, 'strategic'), 5],
    [
      'of a JSON patch',
      () => patch([{ op: 'replace', path: '/spec/replicas', value: 5 }], 'json'),
      5,
    ],
  ])('%s changes the number of replicas and nothing else', async (_, write, replicas) => {
    const scaled = await write();
    expect(scaled.spec).toEqual({ ...made.spec, replicas });
    expect(scaled.spec.template).toBe(made.spec.template);
    expect(scaled.status).toBe(made.status);
    expect(scaled.metadata.generation).toBe(2);
    expect(await rig.api.get(deployment, ref)).toBe(scaled);
  });

  it('of what is there only changes who owns it, until no manager does', async () => {
    const fieldsOf = ({ metadata }: Deployment) =>
      metadata.managedFields?.map(({ fieldsV1 }) =>
        Object.keys((fieldsV1 as { 'f:spec': object })['f:spec']),
      );
    const first = await update(scale({ replicas: 2 }));
    expect(first.spec).toBe(made.spec);
    expect(fieldsOf(first)).toEqual([['f:replicas'], expect.not.arrayContaining(['f:replicas'])]);
    const second = await patch({});
    expect(fieldsOf(second)).toEqual([expect.not.arrayContaining(['f:replicas'])]);
    const before = rig.store.revision();
    expect(await update(scale({ replicas: 2 }))).toBe(second);
    expect(await patch({})).toBe(second);
    expect(await changesAfter(rig.store, before)).toEqual([]);
  });

  it('of what is there is forgotten by the next write of the object', async () => {
    await update(scale({ replicas: 2 }));
    const { object } = await rig.api.patch(context, deployment, ref, { type: 'merge', body: {} });
    expect(object.spec).toBe(made.spec);
    expect(object.metadata.managedFields).toHaveLength(1);
    expect(JSON.stringify(object.metadata.managedFields)).not.toContain('f:replicas');
  });

  it('only asked for is not stored', async () => {
    const asked = await rig.api.updateScale(dryRun, deployment, ref, scale({ replicas: 5 }));
    expect(asked.spec.replicas).toBe(5);
    expect(await rig.api.get(deployment, ref)).toBe(made);
  });

  it('is not lost when two are made at once', async () => {
    await Promise.all([patch({ spec: { replicas: 3 } }), patch({ spec: { replicas: 4 } })]);
    const { metadata, spec } = await rig.api.get(deployment, ref);
    expect(metadata.generation).toBe(3);
    expect([3, 4]).toContain(spec.replicas);
  });

  it.each<[name: string, write: () => Promise<unknown>, error: object]>([
    [
      'of fewer than none',
      () => update(scale({ replicas: -1 })),
      {
        code: 422,
        message:
          'Scale.autoscaling "d" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
        details: { group: 'autoscaling', kind: 'Scale', name: 'd' },
      },
    ],
    [
      'of an old version',
      () => update(scale({ replicas: 3 }, { ...ref, resourceVersion: '1' })),
      {
        code: 409,
        message: expect.stringMatching(
          /^Operation cannot be fulfilled on deployments\.apps "d": the object has been modified/,
        ) as unknown,
      },
    ],
    [
      'by a patch of an old version',
      () => patch({ metadata: { resourceVersion: '1' }, spec: { replicas: 3 } }),
      { code: 409 },
    ],
    [
      'for another object',
      () => update(scale({ replicas: 3 }, { ...ref, name: 'other' })),
      {
        code: 400,
        message: 'the name of the object (other) does not match the name on the URL (d)',
      },
    ],
    [
      'for an object of another uid',
      () => patch({ metadata: { uid: 'other' } }),
      {
        code: 409,
        message: expect.stringMatching(
          /^Operation cannot be fulfilled on deployments\/scale\.apps "d": Precondition failed: UID/,
        ) as unknown,
      },
    ],
    ['by applying nothing', () => patch({}, 'apply'), { code: 400 }],
  ])('is refused %s', async (_, write, error) => {
    expect((await refusal(write())).status).toMatchObject(error);
  });
});

it('is read at no version that is none', async () => {
  expect((await rig.api.getScale(deployment, ref, '1')).spec?.replicas).toBe(2);
  const of = async (kind: Parameters<typeof rig.api.getScale>[0]): Promise<string> =>
    (await refusal(rig.api.getScale(kind, ref, 'x'))).message;
  expect(await of(deployment as never)).toBe('deployments/scale.apps "d" not found');
  expect(await of(statefulSet as never)).toBe(
    'resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax',
  );
});

it('is missing where the object is, or where the kind has none', async () => {
  const missing = { ...ref, name: 'x' };
  expect((await refusal(rig.api.getScale(deployment, missing))).status).toMatchObject({
    message: 'deployments/scale.apps "x" not found',
    details: { name: 'x', group: 'apps', kind: 'deployments/scale' },
  });
  const { message } = await refusal(rig.api.getScale(replicationController, missing));
  expect(message).toBe('replicationcontrollers/scale.autoscaling "x" not found');
  const ofSet = await refusal(rig.api.getScale(statefulSet, missing));
  expect(ofSet.message).toBe('statefulsets.apps "x" not found');
  const wanted = scale({ replicas: 1 }, { ...missing, uid: 'u' });
  const conflict = await refusal(rig.api.updateScale(context, deployment, missing, wanted));
  expect(conflict.message).toContain('UID in precondition: u, UID in object meta: ');
  const { message: unknown } = await refusal(rig.api.getScale(note, ref));
  expect(unknown).toBe('the server could not find the requested resource');
  expect(scaleOf(note, {} as never)).toBeUndefined();
});

describe('an apply', () => {
  const apply = (manager: string, spec: object, force = false) => {
    const body = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'd' }, spec };
    const by = { ...context, fieldManager: manager };
    return rig.api.patchScale(by, deployment, ref, { type: 'apply', body, force });
  };
  const ofReplicas = (object: Deployment) =>
    (object.metadata.managedFields ?? [])
      .filter(({ fieldsV1 }) => JSON.stringify(fieldsV1).includes('f:replicas'))
      .map((entry) => [entry.manager, entry.operation, entry.apiVersion, entry.subresource]);

  it('shares the number with those who want the same', async () => {
    const object = await apply('alice', { replicas: 2 });
    expect(object.metadata.generation).toBe(1);
    expect(ofReplicas(object)).toEqual([
      ['alice', 'Apply', 'apps/v1', 'scale'],
      ['orrery', 'Update', 'apps/v1', undefined],
    ]);
    expect(object.metadata.managedFields?.map(({ time }) => time)).toEqual([
      undefined,
      undefined,
      expect.any(String),
    ]);
  });

  it('leaves the number to who owns it, or takes it by force', async () => {
    const refused = await refusal(apply('alice', { replicas: 3 }));
    expect(refused).toMatchObject({
      code: 409,
      message:
        'Apply failed with 1 conflict: conflict with "orrery" using autoscaling/v1: .spec.replicas',
    });
    const object = await apply('alice', { replicas: 3 }, true);
    expect(object.spec.replicas).toBe(3);
    expect(ofReplicas(object)).toEqual([['alice', 'Apply', 'apps/v1', 'scale']]);
    expect(object.metadata.managedFields).toHaveLength(2);
    const again = await apply('alice', { replicas: 4 });
    expect([again.spec.replicas, again.metadata.generation]).toEqual([4, 3]);
    expect(await apply('alice', { replicas: 4 })).toBe(again);
  });

  it('is of a scale', async () => {
    const body = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' } };
    const call = rig.api.patchScale(context, deployment, ref, { type: 'apply', body });
    expect(await refusal(call)).toMatchObject({
      code: 400,
      message: expect.stringContaining('expected: autoscaling/v1'),
    });
  });
});
