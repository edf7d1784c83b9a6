/** `/resize` of pods where the real releases differ, and what it leaves as it is. */
import { describe, expect, it } from 'vitest';
import { ofRelease, pod as declared, profileOf } from '#kinds';
import type { Pod } from '#types';
import { apiRig, context, refusal } from '../../support/api.ts';

const ref = { namespace: 'default', name: 'p' };
const both = { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '2', memory: '2Gi' } };

interface Resizing {
  (body: object): Promise<Pod>;
}

async function podOf(minor: number, pod: object): Promise<Resizing> {
  const profile = profileOf(minor);
  const kind = ofRelease(declared, profile.schemas);
  const { api } = await apiRig({ profile });
  await api.create(context, kind, { metadata: { name: 'p' }, ...pod }, 'default');
  return async (body) =>
    (await api.patch(context, kind, ref, { type: 'strategic', body }, 'resize')).object;
}

const withOne = (resources: object, spec: object = {}): object => ({
  spec: { containers: [{ name: 'c', image: 'i', resources }], ...spec },
});
const asking = (resources: object): object => ({
  spec: { containers: [{ name: 'c', resources }] },
});

describe('a resize', () => {
  it.each([34, 37])('leaves labels and annotations as they are in v1.%i', async (minor) => {
    const resize = await podOf(minor, withOne(both));
    const { metadata } = await resize({
      metadata: { labels: { a: 'b' }, annotations: { c: 'd' } },
    });
    expect([metadata.labels, metadata.annotations]).toEqual([undefined, undefined]);
  });

  it('gives its writer all that it sends, and the pod no new generation', async () => {
    const resize = await podOf(34, withOne(both));
    const body = { spec: { activeDeadlineSeconds: 5, containers: [{ name: 'c', image: 'j' }] } };
    const { metadata, spec } = await resize(body);
    const entry = metadata.managedFields!.find(({ subresource }) => subresource === 'resize');
    const image = { 'k:{"name":"c"}': { 'f:image': {} } };
    expect(entry?.fieldsV1).toEqual({
      'f:spec': { 'f:activeDeadlineSeconds': {}, 'f:containers': image },
    });
    expect([metadata.generation, spec.activeDeadlineSeconds]).toEqual([1, undefined]);
    expect(spec.containers[0]!.image).toBe('i');
  });

  it('leaves resources of the pod as they are before gates allow to change them', async () => {
    const resize = await podOf(34, withOne(both));
    const { spec } = await resize({ spec: { resources: { requests: { cpu: '1' } } } });
    expect(spec.resources).toBeUndefined();
  });

  it('is refused where all that it sends is left out, too', async () => {
    const resize = await podOf(34, withOne({}, { resources: both }));
    const { message } = await refusal(resize({ spec: { resources: { requests: { cpu: '2' } } } }));
    const why = 'pods with pod-level resources cannot be resized';
    expect(message).toBe(`Pod "p" is invalid: []: Forbidden: ${why}`);
  });

  it('may add any resource to a container that asks for none, up to v1.34', async () => {
    const more = asking({ requests: { 'ephemeral-storage': '1Gi' } });
    const { spec } = await (await podOf(34, withOne({})))(more);
    expect(spec.containers[0]!.resources!.requests).toEqual({ 'ephemeral-storage': '1Gi' });
    const { message } = await refusal((await podOf(35, withOne({})))(more));
    expect(message).toBe(
      'Pod "p" is invalid: spec: Forbidden: only cpu and memory resources are mutable',
    );
  });

  it('may add claims to a container up to v1.36, and keeps those of others', async () => {
    const resourceClaims = [{ name: 'x', resourceClaimName: 'x' }];
    const claims = [{ name: 'x' }];
    const why = 'Pod "p" is invalid: spec: Forbidden: only cpu and memory resources are mutable';
    const bare = await podOf(36, withOne(both, { resourceClaims }));
    expect((await bare(asking({ claims }))).spec.containers[0]!.resources!.claims).toEqual(claims);
    const later = await podOf(37, withOne(both, { resourceClaims }));
    expect((await refusal(later(asking({ claims })))).message).toBe(why);
    const less = asking({ limits: { cpu: '3' } });
    const claimed = withOne({ ...both, claims }, { resourceClaims });
    expect((await refusal((await podOf(36, claimed))(less))).message).toBe(why);
    const resized = await (await podOf(37, claimed))(less);
    expect(resized.spec.containers[0]!.resources!.limits!.cpu).toBe('3');
  });

  it.each<[number, object, string]>([
    [34, { spec: { os: { name: 'windows' } } }, 'windows pods cannot be resized'],
    [37, { spec: { os: { name: 'windows' } } }, 'windows pods cannot be resized'],
    [
      34,
      {
        metadata: { annotations: { 'kubernetes.io/config.mirror': 'x' } },
        spec: { nodeName: 'n' },
      },
      'static pods cannot be resized',
    ],
    [
      34,
      { spec: { resources: { requests: { cpu: '1' } } } },
      'pods with pod-level resources cannot be resized',
    ],
  ])('is refused in v1.%i for %j alone, whatever else is wrong', async (minor, pod, why) => {
    const { metadata, spec } = pod as { readonly metadata?: object; readonly spec: object };
    const whole = { ...withOne(both, spec), metadata: { name: 'p', ...metadata } };
    const resize = await podOf(minor, whole);
    const { message } = await refusal(resize(asking({ requests: { cpu: '-1' } })));
    expect(message).toBe(`Pod "p" is invalid: []: Forbidden: ${why}`);
  });

  it('never lowers a limit of memory in v1.33, unless the container is started again', async () => {
    const less = asking({ limits: { memory: '1Gi' } });
    const { message } = await refusal((await podOf(33, withOne(both)))(less));
    expect(message).toBe(
      'Pod "p" is invalid: spec.containers[0].resources.limits[memory]: Forbidden: ' +
        'memory limits cannot be decreased unless resizePolicy is RestartContainer',
    );
    const resizePolicy = [{ resourceName: 'memory', restartPolicy: 'RestartContainer' }];
    const containers = [{ name: 'c', image: 'i', resources: both, resizePolicy }];
    const { spec } = await (await podOf(33, { spec: { containers } }))(less);
    expect(spec.containers[0]!.resources!.limits!.memory).toBe('1Gi');
  });
});
