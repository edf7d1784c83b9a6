import { describe, expect, test } from 'vitest';
import { defaultPlugins } from '#api';
import { pod as podKind } from '#kinds';
import type { KubeObject } from '#values';
import { context, kindOf, refusal } from '../../../support/api.ts';
import { admissionRig, container, inDefault, type AdmissionRig } from './rig.ts';

const claim = kindOf<KubeObject & { readonly spec: object }>({
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
});

/** Claims may grow at any time here. */
const admission = defaultPlugins.filter(({ name }) => name !== 'PersistentVolumeClaimResize');

/** Each argument is the limits of one limit range; the first is named `a`. */
async function rigWith(...ranges: readonly object[][]): Promise<AdmissionRig> {
  const rig = await admissionRig({ admission });
  for (const [index, limits] of ranges.entries()) {
    const metadata = inDefault(String.fromCharCode(97 + index));
    await rig.put('limitranges', { metadata, spec: { limits } });
  }
  return rig;
}

describe('defaults', () => {
  const limits = [
    {
      type: 'Container',
      default: { memory: '256Mi', cpu: '500m' },
      defaultRequest: { memory: '256Mi', cpu: '100m' },
    },
  ];
  const all = {
    requests: { cpu: '100m', memory: '256Mi' },
    limits: { cpu: '500m', memory: '256Mi' },
  };

  test('are filled in and noted, for init containers too', async () => {
    const rig = await rigWith(limits);
    const pod = await rig.createPod({ initContainers: [container({}, 'i')] });
    expect(pod.spec.containers[0]!.resources).toEqual(all);
    expect(pod.spec.initContainers![0]!.resources).toEqual(all);
    expect(pod.status.qosClass).toBe('Burstable');
    expect(pod.metadata.annotations).toEqual({
      'kubernetes.io/limit-ranger':
        'LimitRanger plugin set: cpu, memory request for container c; cpu, memory limit for container c; ' +
        'cpu, memory request for init container i; cpu, memory limit for init container i',
    });
  });

  test('stay out of the way of what is given', async () => {
    const rig = await rigWith(limits);
    const given = { requests: { cpu: '1' }, limits: { cpu: '1', memory: '1Gi' } };
    const pod = await rig.createPod(
      { containers: [container(given)] },
      { annotations: { mine: 'yes' } },
    );
    expect(pod.spec.containers[0]!.resources).toEqual({
      requests: { cpu: '1', memory: '1Gi' },
      limits: { cpu: '1', memory: '1Gi' },
    });
    expect(pod.metadata.annotations).toEqual({ mine: 'yes' });
  });

  test.each<[string, object, object, string]>([
    [
      'one request and one limit',
      { requests: { cpu: '200m' }, limits: { cpu: '1' } },
      { requests: { cpu: '200m', memory: '64Mi' }, limits: { cpu: '1', memory: '256Mi' } },
      'memory request for container c; memory limit for container c',
    ],
    [
      'one limit',
      { requests: { cpu: '200m', memory: '1Mi' }, limits: { memory: '1Gi' } },
      { requests: { cpu: '200m', memory: '1Mi' }, limits: { cpu: '500m', memory: '1Gi' } },
      'cpu limit for container c',
    ],
    [
      'all limits',
      { requests: { cpu: '200m', memory: '1Mi' } },
      { requests: { cpu: '200m', memory: '1Mi' }, limits: all.limits },
      'cpu, memory limit for container c',
    ],
  ])('fill in %s', async (_, given, filled, note) => {
    const rig = await rigWith([{ ...limits[0], defaultRequest: { cpu: '100m', memory: '64Mi' } }]);
    const pod = await rig.createPod({ containers: [container(given)] });
    expect(pod.spec.containers[0]!.resources).toEqual(filled);
    expect(pod.metadata.annotations).toEqual({
      'kubernetes.io/limit-ranger': `LimitRanger plugin set: ${note}`,
    });
  });

  test('come from all ranges; the note is that of the last one that had something to fill in', async () => {
    const rig = await rigWith(
      [{ type: 'Container', default: { cpu: '1' } }],
      [{ type: 'Container', default: { cpu: '2', memory: '1Gi' } }],
      [{ type: 'Pod', max: { cpu: '9' } }],
    );
    const pod = await rig.createPod();
    expect(pod.spec.containers[0]!.resources!.limits).toEqual({ cpu: '1', memory: '1Gi' });
    expect(pod.metadata.annotations).toEqual({
      'kubernetes.io/limit-ranger': 'LimitRanger plugin set: memory limit for container c',
    });
  });

  test('are not those of other types, or of other namespaces', async () => {
    const rig = await rigWith([{ type: 'Pod', default: { cpu: '1' } }]);
    await rig.put('limitranges', { metadata: { name: 'l', namespace: 'other' }, spec: { limits } });
    const pod = await rig.createPod();
    expect(pod.spec.containers[0]!.resources).toEqual({});
    expect(pod.metadata.annotations).toBeUndefined();
  });
});

describe('a container', () => {
  const min = { type: 'Container', min: { cpu: '100m' } };
  const max = { type: 'Container', max: { memory: '1Gi' } };
  const ratio = { type: 'Container', maxLimitRequestRatio: { cpu: '4' } };

  test.each<[limits: object[], resources: object, why: string]>([
    [
      [min],
      { requests: { cpu: '50m' } },
      'minimum cpu usage per Container is 100m, but request is 50m',
    ],
    [[min], {}, 'minimum cpu usage per Container is 100m.  No request is specified'],
    [
      [max],
      { limits: { memory: '2Gi' } },
      'maximum memory usage per Container is 1Gi, but limit is 2Gi',
    ],
    [[max], {}, 'maximum memory usage per Container is 1Gi.  No limit is specified'],
    [
      [ratio],
      { requests: { cpu: '100m' }, limits: { cpu: '800m' } },
      'cpu max limit to request ratio per Container is 4, but provided ratio is 8.000000',
    ],
    [
      [ratio],
      { requests: { cpu: '0' }, limits: { cpu: '1' } },
      'cpu max limit to request ratio per Container is 4, but no request is specified or request is 0',
    ],
    [
      [ratio],
      { requests: { cpu: '1' } },
      'cpu max limit to request ratio per Container is 4, but no limit is specified or limit is 0',
    ],
    [
      [{ type: 'Container', min: { cpu: '1' }, max: { cpu: '2' } }],
      { requests: { cpu: '100m' }, limits: { cpu: '5' } },
      '[minimum cpu usage per Container is 1, but request is 100m, maximum cpu usage per Container is 2, but limit is 5]',
    ],
  ])('under %j with %j is refused', async (limits, resources, why) => {
    const rig = await rigWith(limits);
    const containers = [container(resources), container(resources, 'd')];
    const error = await refusal(rig.createPod({ containers }));
    expect(error.status).toMatchObject({ code: 403, message: `pods "p" is forbidden: ${why}` });
  });

  test.each<[limits: object[], resources: object]>([
    [[min], { requests: { cpu: '0.1' } }],
    [[max], { limits: { memory: '1024Mi' } }],
    [[ratio], { requests: { cpu: '100m' }, limits: { cpu: '400m' } }],
  ])('under %j with %j is at the edge', async (limits, resources) => {
    await (await rigWith(limits)).createPod({ containers: [container(resources)] });
  });

  test('of an existing pod is not looked at again', async () => {
    const rig = await admissionRig();
    const pod = await rig.createPod();
    await rig.put('limitranges', { metadata: inDefault('l'), spec: { limits: [min] } });
    const metadata = { ...pod.metadata, labels: { a: 'b' } };
    await rig.api.update(context, podKind, pod.metadata, { ...pod, metadata });
  });
});

describe('a pod', () => {
  const max = [{ type: 'Pod', max: { cpu: '2', memory: '1Gi' } }];
  const sized = (cpu: string, name: string) =>
    container({ limits: { cpu, memory: '512Mi' }, requests: { cpu, memory: '1Mi' } }, name);

  test('is the sum of its containers', async () => {
    const rig = await rigWith(max);
    await rig.createPod({ containers: [sized('500m', 'a'), sized('1500m', 'b')] }, { name: 'ok' });
    const containers = [sized('1', 'a'), sized('1100m', 'b')];
    const error = await refusal(rig.createPod({ containers }));
    expect(error.message).toBe(
      'pods "p" is forbidden: maximum cpu usage per Pod is 2, but limit is 2100m',
    );
  });

  test('is as large as its largest init container', async () => {
    const rig = await rigWith(max);
    const spec = { containers: [sized('1', 'a')], initContainers: [sized('3', 'i')] };
    expect((await refusal(rig.createPod(spec))).message).toBe(
      'pods "p" is forbidden: maximum cpu usage per Pod is 2, but limit is 3',
    );
  });

  test('has no limit when one of its containers has none', async () => {
    const rig = await rigWith(max);
    const containers = [sized('1', 'a'), container({ limits: { memory: '1Mi' } }, 'b')];
    expect((await refusal(rig.createPod({ containers }))).message).toBe(
      'pods "p" is forbidden: maximum cpu usage per Pod is 2.  No limit is specified',
    );
  });
});

describe('a pod whose init container has a request and no limit', () => {
  const small = container({ limits: { cpu: '100m' } }, 'a');
  const spec = {
    containers: [small],
    initContainers: [container({ requests: { cpu: '3' } }, 'i')],
  };

  test.each([
    [{ max: { cpu: '2' } }, 'maximum cpu usage per Pod is 2, but request is 3'],
    [{ min: { cpu: '0.5' } }, 'minimum cpu usage per Pod is 500m, but limit is 100m'],
  ])('under %j is refused', async (limits, why) => {
    const rig = await rigWith([{ type: 'Pod', ...limits }]);
    const error = await refusal(rig.createPod(spec));
    expect(error.message).toBe(`pods "p" is forbidden: ${why}`);
  });
});

describe('a claim', () => {
  const limits = [
    { type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '2Gi' } },
  ];
  const create = (rig: AdmissionRig, storage: string) => {
    const spec = { resources: { requests: { storage } } };
    return rig.api.create(context, claim, { metadata: { name: 'v' }, spec }, 'default');
  };

  test.each([
    ['512Mi', 'minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 512Mi'],
    ['3Gi', 'maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 3Gi'],
  ])('of %s is refused', async (storage, why) => {
    const error = await refusal(create(await rigWith(limits), storage));
    expect(error.message).toBe(`persistentvolumeclaims "v" is forbidden: ${why}`);
  });

  test('cannot grow beyond the limit, unless it is going away', async () => {
    const rig = await rigWith(limits);
    const made = await create(rig, '2Gi');
    const grown = {
      ...made,
      metadata: { ...made.metadata, finalizers: ['example.com/x'] },
      spec: { resources: { requests: { storage: '4Gi' } } },
    };
    expect((await refusal(rig.api.update(context, claim, made.metadata, grown))).code).toBe(403);
    const kept = { ...made, metadata: grown.metadata };
    const { object } = await rig.api.update(context, claim, made.metadata, kept);
    const { object: leaving } = await rig.api.delete(context, claim, object.metadata);
    const last = { ...leaving, spec: grown.spec };
    await rig.api.update(context, claim, made.metadata, last);
  });
});
