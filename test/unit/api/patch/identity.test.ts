/** What patched objects may say that they are. */
import { beforeEach, describe, expect, test } from 'vitest';
import { cronJob, deployment } from '#kinds';
import { apiRig, context, refusal, type ApiRig } from '../../../support/api.ts';

const ref = { namespace: 'default', name: 'x' };
const template = {
  metadata: { labels: { a: 'b' } },
  spec: { containers: [{ name: 'main', image: 'app:1' }] },
};

let rig: ApiRig;
beforeEach(async () => {
  rig = await apiRig();
  const spec = { selector: { matchLabels: { a: 'b' } }, template };
  await rig.api.create(context, deployment, { metadata: ref, spec } as never);
});

const isDeployment = { apiVersion: 'apps/v1', kind: 'Deployment' };

describe('a strategic merge patch is about the object of the path, whatever it says', () => {
  test.each([
    { kind: 'ConfigMap', apiVersion: 'v1' },
    { kind: 'Nonsense' },
    { apiVersion: 'nonsense/v9' },
    { kind: null, apiVersion: null },
  ])('%j', async (identity) => {
    const body = { ...identity, spec: { replicas: 3 } };
    const patch = { type: 'strategic', body } as const;
    const { object } = await rig.api.patch(context, deployment, ref, patch);
    expect(object).toMatchObject({ ...isDeployment, spec: { replicas: 3 } });
  });

  test('its scale as well, which clients call by the name of the object', async () => {
    const body = { kind: 'Deployment', spec: { replicas: 4 } };
    const patch = { type: 'strategic', body } as const;
    const object = await rig.api.patchScale(context, deployment, ref, patch);
    expect(object).toMatchObject({ ...isDeployment, spec: { replicas: 4 } });
  });
});

describe('a merge patch makes a text that is decoded by what it says', () => {
  const patched = (body: object) =>
    rig.api.patch(context, deployment, ref, { type: 'merge', body });

  test.each([
    [{ kind: 'Job', apiVersion: 'batch/v1' }, 'converting (v1.Job) to (apps.Deployment)'],
    [{ kind: 'Nonsense' }, 'no kind "Nonsense" is registered for version "apps/v1"'],
    [{ apiVersion: 'apps/v9' }, 'no kind "Deployment" is registered for version "apps/v9"'],
  ])('%j', async (body, message) => {
    const { code, message: told } = await refusal(patched(body));
    expect(code).toBe(422);
    expect(told).toContain(message);
  });

  test.each([
    { apiVersion: null },
    { apiVersion: '' },
    { kind: null, apiVersion: null, spec: { replicas: 'x' } },
  ])('without a version it has no name: %j', async (body) => {
    const { code, message: found } = await refusal(patched(body));
    const undeterminable = 'was undeterminable: name must be provided';
    expect([code, found]).toEqual([
      400,
      `the name of the object (x based on URL) ${undeterminable}`,
    ]);
  });

  test('the kind may be taken out', async () => {
    const { object } = await patched({ kind: null, spec: { replicas: 2 } });
    expect(object).toMatchObject({ ...isDeployment, spec: { replicas: 2 } });
  });

  test('another version of the kind is as good', async () => {
    const jobTemplate = {
      spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } },
    };
    const spec = { schedule: '@daily', jobTemplate };
    await rig.api.create(context, cronJob, { metadata: ref, spec } as never);
    const body = { apiVersion: 'batch/v1beta1', spec: { suspend: true } };
    const { object } = await rig.api.patch(context, cronJob, ref, { type: 'merge', body });
    expect(object).toMatchObject({ apiVersion: 'batch/v1', spec: { suspend: true } });
  });
});
