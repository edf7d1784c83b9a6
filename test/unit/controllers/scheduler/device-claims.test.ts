/** The claims of pods that wait for a node: whether they are there, and which nodes can have the pod. */
import { beforeAll, describe, expect, it } from 'vitest';
import { profileOf } from '#kinds';
import type { Node, Pod, resourceV1 } from '#types';
import { Devices } from '../../../../controllers/scheduler/devices/devices.ts';
import { loadDeviceSelectors } from '../../../../controllers/scheduler/devices/late-selectors.ts';
import { candidateOf } from '../../../../controllers/scheduler/pod-info.ts';
import { listerOf } from '../handlers/recording.ts';
import { makeNode } from '../objects.ts';
import { claimOf, named, podOf, templated } from '../resourceclaim/objects.ts';

type ResourceClaim = resourceV1.ResourceClaim;

beforeAll(() => loadDeviceSelectors());

const driver = 'gpu.example.com';
const result = (device: string, more: object = {}) => ({
  ...{ request: 'gpu', driver, pool: 'n1', device },
  ...more,
});
const given = (device: string, more: object = {}, nodeSelector?: object) => ({
  status: { allocation: { devices: { results: [result(device, more)] }, nodeSelector } },
});
const request = (deviceClassName = 'gpu', name = 'gpu') => ({ name, exactly: { deviceClassName } });
const wanting = (name: string, requests: readonly object[] = [request()], metadata = {}) =>
  ({
    ...claimOf(name, { metadata: { uid: `uid-${name}`, resourceVersion: '5', ...metadata } }),
    spec: { devices: { requests } },
  }) as unknown as ResourceClaim;

/** The devices `a` and `b` are on the node n1. */
function devices(claims: ResourceClaim[]) {
  const pool = { name: 'n1', generation: 1, resourceSliceCount: 1 };
  const spec = { driver, pool, nodeName: 'n1', devices: [{ name: 'a' }, { name: 'b' }] };
  const slices = [{ metadata: { name: 's' }, spec }] as unknown as resourceV1.ResourceSlice[];
  const classes = [{ metadata: { name: 'gpu' }, spec: {} }] as unknown as resourceV1.DeviceClass[];
  const source = { claims: listerOf(claims), classes: listerOf(classes), slices: listerOf(slices) };
  return new Devices(source, profileOf(36));
}

const using = (...claims: readonly string[]): Pod =>
  podOf('p', { claims: claims.map((claim) => named(claim, claim)) });
const n1 = makeNode('n1');
const n2 = makeNode('n2');

describe('a pod waits for its claims', () => {
  const deleted = { deletionTimestamp: '2026-11-20T20:00:00Z' };

  it.each<[pod: Pod, claims: ResourceClaim[], problem: string | undefined]>([
    [podOf('p'), [], undefined],
    [using('c'), [wanting('c')], undefined],
    [using('c'), [], 'resourceclaim.resource.k8s.io "c" not found'],
    [using('c'), [wanting('c', [], deleted)], 'resourceclaim "c" is being deleted'],
    [
      podOf('p', { claims: [templated('x')] }),
      [],
      'pod "default/p": ResourceClaim not created yet',
    ],
    [podOf('p', { claims: [templated('x')], made: { x: null } }), [], undefined],
    [
      podOf('p', { claims: [templated('x')], made: { x: 'c' } }),
      [claimOf('c', { owner: 'p' })],
      undefined,
    ],
    [
      podOf('p', { claims: [templated('x')], made: { x: 'c' } }),
      [claimOf('c', { owner: 'q' })],
      'ResourceClaim default/c was not created for pod default/p (pod is not owner)',
    ],
  ])('%j with %j: %s', (pod, claims, problem) => {
    const known = devices(claims);
    expect(known.problem(pod)).toBe(problem);
    expect(known.holds(pod)).toBe(problem !== undefined);
    expect(known.letGo()).toEqual([]);
  });

  it('and is let go once, when they are there', () => {
    const claims: ResourceClaim[] = [];
    const known = devices(claims);
    const [p, q] = [using('c'), { ...using('d'), metadata: { ...using('d').metadata, name: 'q' } }];
    expect([known.holds(p), known.holds(q)]).toEqual([true, true]);
    claims.push(wanting('c'));
    expect(known.letGo()).toEqual([p]);
    expect(known.letGo()).toEqual([]);
    known.drop('default/q');
    claims.push(wanting('d'));
    expect(known.letGo()).toEqual([]);
  });
});

describe('no node can have a pod', () => {
  it('whose claim asks for a class that is not there', () => {
    const claim = wanting('c', [request(), request('tpu', 'second')]);
    expect(devices([claim]).problem(using('c'))).toBe(
      'request second: device class tpu does not exist',
    );
    const has = { ...claim, ...given('a') } as ResourceClaim;
    expect(devices([has]).problem(using('c'))).toBeUndefined();
  });

  it('whose claim another pod is about to get', () => {
    const claim = wanting('c');
    const known = devices([claim]);
    known.assume(podOf('q'), known.choose(using('c'), n1)!);
    expect(known.problem(using('c'))).toBe(
      'resource claim default/c is in the process of being allocated',
    );
    known.forget('uid-other');
    expect(known.problem(using('c'))).toBeDefined();
    known.forget('uid-q');
    expect(known.problem(using('c'))).toBeUndefined();
  });
});

describe('a node can have a pod', () => {
  const reasons = (known: Devices, pod: Pod, node: Node) =>
    known.filter(candidateOf(pod))?.reasons(candidateOf(pod), { node } as never);
  const zone = (value: string) => ({
    nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: [value] }] }],
  });
  const inZone = makeNode('n3', { metadata: { labels: { zone: 'a' } } });
  const has = (name: string, device: string, more = {}, selector?: object) =>
    ({ ...wanting(name), ...given(device, more, selector) }) as ResourceClaim;
  const notEnough = ['cannot allocate all claims'];
  const elsewhere = ['resourceclaim not available on the node'];

  it('without claims, as any other', () => {
    expect(devices([]).filter(candidateOf(podOf('p')))).toBeUndefined();
    expect(devices([]).filter(candidateOf(using('c')))).toBeUndefined();
    expect(devices([]).choose(podOf('p'), n1)).toBeUndefined();
    expect(devices([]).choose(using('c'), n1)).toBeUndefined();
  });

  it.each<[claims: ResourceClaim[], node: Node, reasons: readonly string[] | undefined]>([
    [[wanting('c')], n1, undefined],
    [[wanting('c')], n2, notEnough],
    [[wanting('c', [request(), request('gpu', 'two')])], n1, undefined],
    [[wanting('c', [request(), request('gpu', 'two')]), has('d', 'a')], n1, notEnough],
    [[wanting('c'), has('d', 'a'), has('e', 'b')], n1, notEnough],
    [[wanting('c'), has('d', 'a'), has('e', 'b', { adminAccess: true })], n1, undefined],
    [[has('c', 'a')], n2, undefined],
    [[has('c', 'a', {}, zone('a'))], inZone, undefined],
    [[has('c', 'a', {}, zone('b'))], inZone, elsewhere],
  ])('%j on %j: %j', (claims, node, refused) => {
    expect(reasons(devices(claims), using('c'), node)).toEqual(refused);
  });

  it('when all of its claims can be had there', () => {
    const claims = [has('c', 'a', {}, zone('a')), has('d', 'b', {}, zone('b'))];
    expect(reasons(devices(claims), using('c', 'd'), inZone)).toEqual(elsewhere);
    expect(reasons(devices([wanting('c'), wanting('d')]), using('c', 'd'), n1)).toBeUndefined();
    const three = [wanting('c'), wanting('d'), wanting('e')];
    expect(reasons(devices(three), using('c', 'd', 'e'), n1)).toEqual(notEnough);
  });

  it('with the devices that are chosen for it, and no other pod gets', () => {
    const claims = [has('c', 'a'), wanting('d'), wanting('e')];
    const known = devices(claims);
    const chosen = known.choose(using('c', 'd'), n1)!;
    expect(chosen).toMatchObject([{ claim: claims[0] }, { claim: claims[1] }]);
    expect(chosen[0]).not.toHaveProperty('allocation');
    expect(chosen[1]!.allocation!.devices!.results).toEqual([result('b')]);
    known.assume(podOf('q'), chosen);
    expect(reasons(known, using('e'), n1)).toEqual(notEnough);
    known.forget('uid-q');
    expect(reasons(known, using('e'), n1)).toBeUndefined();
  });

  it('by what was written, until the cache shows that or more', () => {
    const claims = [wanting('c'), wanting('d'), has('e', 'b')];
    const known = devices(claims);
    const versioned = (resourceVersion: string) =>
      ({
        ...has('c', 'a'),
        metadata: { ...claims[0]!.metadata, resourceVersion },
      }) as ResourceClaim;
    const isFree = () => reasons(known, using('d'), n1) === undefined;
    known.noteWritten(versioned('7'));
    expect(isFree()).toBe(false);
    known.noteSeen(versioned('6'));
    known.noteSeen(wanting('d', [], { resourceVersion: '9' }));
    expect(isFree()).toBe(false);
    known.noteSeen(versioned('7'));
    expect(isFree()).toBe(true);
    known.noteWritten(versioned('9'));
    known.noteSeen(versioned('6'), true);
    expect(isFree()).toBe(true);
  });
});
