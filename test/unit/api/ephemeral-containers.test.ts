import { beforeEach, describe, expect, test } from 'vitest';
import { configMap, pod } from '#kinds';
import type { Pod } from '#types';
import type { Patch } from '#request';
import { apiRig, context, refusal, type ApiRig } from '../../support/api.ts';

const ref = { namespace: 'default', name: 'p' };
const debug = { name: 'debug', image: 'busybox:1' };

let rig: ApiRig;
let old: Pod;

beforeEach(async () => {
  rig = await apiRig();
  const spec = { containers: [{ name: 'main', image: 'app:1' }] };
  old = await rig.api.create(context, pod, { metadata: { name: 'p' }, spec }, 'default');
});

function patched(body: object): Patch {
  return { type: 'strategic', body };
}

async function put(ephemeralContainers: readonly object[], given: Pod = old): Promise<Pod> {
  const spec = { ...given.spec, ephemeralContainers } as Pod['spec'];
  const wanted = { ...given, spec };
  return (await rig.api.update(context, pod, ref, wanted, 'ephemeralcontainers')).object;
}

describe('the ephemeral containers of a pod', () => {
  test('are added with their defaults, and nothing else is written', async () => {
    const body = { metadata: { labels: { a: 'b' } }, spec: { ephemeralContainers: [debug] } };
    const { object } = await rig.api.patch(context, pod, ref, patched(body), 'ephemeralcontainers');
    const whole = {
      ...debug,
      imagePullPolicy: 'IfNotPresent',
      resources: {},
      terminationMessagePath: '/dev/termination-log',
      terminationMessagePolicy: 'File',
    };
    expect(object.spec).toEqual({ ...old.spec, ephemeralContainers: [whole] });
    expect(object.metadata.labels).toBeUndefined();
    // v1.24 writes nothing of the metadata here, the owners of fields included.
    expect(object.metadata.managedFields).toEqual(old.metadata.managedFields);
  });

  test('stay as they are', async () => {
    const now = await put([debug]);
    expect(await refusal(put([], now))).toMatchObject({
      message:
        'Pod "p" is invalid: spec.ephemeralContainers: Forbidden: existing ephemeral containers "debug" may not be removed\n',
    });
    const changed = await refusal(put([{ ...debug, image: 'other:1' }], now));
    expect(changed.message).toContain(
      'Forbidden: existing ephemeral containers "debug" may not be changed',
    );
    expect(
      (await put([debug, { ...debug, name: 'more' }], now)).spec.ephemeralContainers,
    ).toHaveLength(2);
  });

  test('are not part of the service that the pod gives', async () => {
    const { details } = await refusal(
      put([
        {
          ...debug,
          targetContainerName: 'x',
          ports: [{ containerPort: 80 }],
          livenessProbe: { exec: { command: ['a'] } },
        },
        { name: 'main', image: '' },
        { image: 'i' },
      ]),
    );
    expect(details?.causes?.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      'spec.ephemeralContainers[0].targetContainerName: Not found: "x"',
      'spec.ephemeralContainers[0].ports: Forbidden: cannot be set for an Ephemeral Container',
      'spec.ephemeralContainers[0].livenessProbe: Forbidden: cannot be set for an Ephemeral Container',
      'spec.ephemeralContainers[1][0].image: Required value',
      'spec.ephemeralContainers[1].name: Duplicate value: "main"',
      'spec.ephemeralContainers[2]: Required value: ephemeralContainer requires a name',
    ]);
  });

  test('are not to be written with the pod', async () => {
    const spec = { ...old.spec, ephemeralContainers: [debug] };
    const { message } = await refusal(rig.api.update(context, pod, ref, { ...old, spec }));
    expect(message).toContain('Forbidden: pod updates may not change fields other than');
  });
});

describe('checks of metadata alone', () => {
  test('include what annotations say to the cluster', async () => {
    const annotations = { 'controller.kubernetes.io/pod-deletion-cost': 'much' };
    const { code } = await refusal(
      rig.api.patch(context, pod, ref, patched({ metadata: { annotations } })),
    );
    expect(code).toBe(422);
  });

  test('include new finalizers', async () => {
    const metadata = { name: 'm' };
    await rig.api.create(context, configMap, { metadata }, 'default');
    const body = { metadata: { finalizers: ['a.b/c', 'short'] } };
    const at = { namespace: 'default', name: 'm' };
    const { details } = await refusal(rig.api.patch(context, configMap, at, patched(body)));
    expect(details?.causes?.map(({ field }) => field)).toContain('metadata.finalizers[1]');
  });
});
