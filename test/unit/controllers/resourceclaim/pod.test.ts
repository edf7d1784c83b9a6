/** Which claims are made for pods, and which are reserved for them. */
import { describe, expect, it } from 'vitest';
import { profileOf, withGates } from '#kinds';
import type { Pod, resourceV1 } from '#types';
import type { ReconcileTools } from '#runtime';
import { needsClaims, needsWork, PodClaims } from '../../../../controllers/resourceclaim/pod.ts';
import { listerOf } from '../handlers/recording.ts';
import { allocation, claimOf, named, podOf, recordingClient, templated } from './objects.ts';

type ResourceClaim = resourceV1.ResourceClaim;
type Template = resourceV1.ResourceClaimTemplate;

const deleted = { deletionTimestamp: '2026-11-20T20:00:00Z' };
const ofPodA = { resource: 'pods', name: 'a', uid: 'uid-a' };
const allocated = { status: { allocation } };
const reserved = { status: { allocation, reservedFor: [ofPodA] } };
const claimName = 'resource.kubernetes.io/pod-claim-name';

describe('a pod needs its claims', () => {
  it.each<[why: string, pod: Pod, isDeleted: boolean, needs: boolean]>([
    ['as long as it runs', podOf('a', { node: 'n', phase: 'Running' }), false, true],
    ['before it has a node', podOf('a'), false, true],
    ['while it stops on its node', podOf('a', { node: 'n', metadata: deleted }), false, true],
    ['not once it is to go without a node', podOf('a', { metadata: deleted }), false, false],
    ['not when it has ended', podOf('a', { node: 'n', phase: 'Failed' }), false, false],
    ['not when it is gone', podOf('a', { node: 'n', phase: 'Running' }), true, false],
  ])('%s', (_, pod, isDeleted, needs) => {
    expect(needsClaims(pod, isDeleted)).toBe(needs);
  });
});

describe('there is work for a pod', () => {
  const claims = [templated('x')];
  const made = { x: 'made' };
  const own = claimOf('made', { owner: 'a', ...allocated });

  it.each<[why: string, pod: Pod, claims: readonly ResourceClaim[], work: boolean]>([
    ['not without claims', podOf('a'), [], false],
    ['when a claim is to be made', podOf('a', { claims }), [], true],
    ['when its claim is gone', podOf('a', { claims, made }), [], true],
    [
      'not when a claim of another is not there',
      podOf('a', { claims: [named('x', 'y')] }),
      [],
      false,
    ],
    ['not when none is needed', podOf('a', { claims, made: { x: null } }), [], false],
    ['not before it has a node', podOf('a', { claims, made }), [own], false],
    [
      'when it has a node, and its claim devices',
      podOf('a', { claims, made, node: 'n' }),
      [own],
      true,
    ],
    [
      'not when the claim has no devices',
      podOf('a', { claims, made, node: 'n' }),
      [claimOf('made', { owner: 'a' })],
      false,
    ],
    [
      'not when the claim is reserved for it',
      podOf('a', { claims, made, node: 'n' }),
      [claimOf('made', { owner: 'a', ...reserved })],
      false,
    ],
    [
      'not when the claim was made for another pod',
      podOf('a', { claims, made, node: 'n' }),
      [claimOf('made', { owner: 'b', ...allocated })],
      false,
    ],
    [
      'not for a named claim that is not there',
      podOf('a', { claims: [named('x', 'c')] }),
      [],
      false,
    ],
    [
      'for a named claim, whoever owns it',
      podOf('a', { claims: [named('x', 'c')], node: 'n' }),
      [claimOf('c', allocated)],
      true,
    ],
    [
      'for its second claim',
      podOf('a', { claims: [named('x', 'c'), templated('y')] }),
      [claimOf('c', reserved)],
      true,
    ],
    ['not once it is to go', podOf('a', { claims, metadata: deleted }), [], false],
  ])('%s', (_, pod, known, work) => {
    expect(needsWork(pod, listerOf(known))).toBe(work);
  });
});

interface Seen {
  readonly claims?: readonly ResourceClaim[];
  readonly templates?: readonly Template[];
  readonly minor?: number;
  readonly gates?: Readonly<Record<string, boolean>>;
  readonly broken?: readonly string[];
}

const templateOf = (spec: object = {}, metadata?: object): Template =>
  ({ metadata: { name: 'gpus', namespace: 'default' }, spec: { metadata, spec } }) as Template;

function rig({
  claims = [],
  templates = [templateOf()],
  minor = 34,
  gates = {},
  broken = [],
}: Seen = {}) {
  const asked = recordingClient([], broken);
  const events: string[] = [];
  const ownedBy = (uid: string) =>
    claims.filter(({ metadata }) => metadata.ownerReferences?.some((owner) => owner.uid === uid));
  const podClaims = new PodClaims({
    ...{ claims: listerOf(claims), templates: listerOf(templates) },
    ...{ profile: withGates(profileOf(minor), gates), ownedBy },
  });
  const event = (_: unknown, type: string, reason: string, text: string): void =>
    void events.push(`${type} ${reason}: ${text}`);
  const tools = { client: asked.client, events: { event } } as unknown as ReconcileTools;
  return { ...asked, events, podClaims, sync: (pod: Pod) => podClaims.sync(pod, tools) };
}

const statusesOf = (written: unknown): readonly string[] =>
  (written as Pod).status.resourceClaimStatuses!.map(
    ({ name, resourceClaimName }) => `${name}=${resourceClaimName}`,
  );

describe('a claim is made of a template', () => {
  it('with its labels, annotations and spec, for the pod', async () => {
    const spec = { devices: { requests: [{ name: 'r' }] } };
    const template = templateOf(spec, { labels: { l: '1' }, annotations: { n: '2' } });
    const { calls, written, sync } = rig({ templates: [template] });
    await sync(podOf('a', { claims: [templated('x')] }));
    expect(calls).toEqual(['create ResourceClaim a-x-', 'patch Pod a status']);
    expect(written[0]).toEqual({
      metadata: {
        ...{ namespace: 'default', generateName: 'a-x-', labels: { l: '1' } },
        annotations: { n: '2', [claimName]: 'x' },
        ownerReferences: [
          {
            ...{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'uid-a' },
            ...{ controller: true, blockOwnerDeletion: true },
          },
        ],
      },
      spec,
    });
    expect(statusesOf(written[1])).toEqual(['x=a-x-1']);
  });

  it('whose pod does not wait for it to go, in later releases', async () => {
    const { written, sync } = rig({ minor: 36 });
    await sync(podOf('a', { claims: [templated('x')] }));
    expect(written[0]!.metadata.ownerReferences).toEqual([
      { apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'uid-a', controller: true },
    ]);
  });

  it('once, though the caches do not show it yet, until the pod is gone', async () => {
    const { calls, podClaims, sync } = rig();
    const pod = podOf('a', { claims: [templated('x'), templated('y')] });
    await sync(pod);
    calls.length = 0;
    await sync(pod);
    expect(calls).toEqual(['patch Pod a status']);
    podClaims.forget('other');
    podClaims.forget('uid-a');
    await sync(pod);
    expect(calls.slice(1)).toEqual([
      ...['create ResourceClaim a-x-', 'create ResourceClaim a-y-', 'patch Pod a status'],
    ]);
  });

  it('unless there is one that only the status of the pod does not name', async () => {
    const metadata = { annotations: { [claimName]: 'x' } };
    const other = claimOf('there-y', {
      owner: 'a',
      metadata: { annotations: { [claimName]: 'y' } },
    });
    const claims = [other, claimOf('there', { owner: 'a', metadata })];
    const { calls, written, sync } = rig({ claims });
    await sync(podOf('a', { claims: [templated('x')], made: { z: 'kept', x: 'lost' } }));
    expect(calls).toEqual(['patch Pod a status']);
    expect(statusesOf(written[0])).toEqual(['z=kept', 'x=there']);
  });

  it("in place of one that is another pod's", async () => {
    const { calls, sync } = rig({ claims: [claimOf('made', { owner: 'b' })] });
    await sync(podOf('a', { claims: [templated('x')], made: { x: 'made' } }));
    expect(calls).toEqual(['create ResourceClaim a-x-', 'patch Pod a status']);
  });

  it.each<[pod: Pod]>([
    [podOf('a', { claims: [named('x', 'c')] })],
    [podOf('a', { claims: [templated('x')], made: { x: null } })],
    [podOf('a', { claims: [templated('x')], made: { x: 'made' } })],
    [podOf('a')],
  ])('only where one is missing: %j', async (pod) => {
    const { calls, sync } = rig({ claims: [claimOf('made', { owner: 'a' })] });
    await sync(pod);
    expect(calls).toEqual([]);
  });

  it.each([
    ['p'.repeat(30), 'c'.repeat(25), `${'p'.repeat(30)}-${'c'.repeat(25)}-`],
    ['p'.repeat(30), 'c'.repeat(26), `${'p'.repeat(29)}-${'c'.repeat(25)}`],
    ['p'.repeat(200), 'c'.repeat(10), `${'p'.repeat(53)}-${'c'.repeat(2)}`],
  ])('named after the pod %s and its claim %s', async (pod, name, base) => {
    const { calls, sync } = rig();
    await sync(podOf(pod, { claims: [templated(name)] }));
    expect(calls[0]).toBe(`create ResourceClaim ${base}`);
  });
});

describe('a claim cannot be made', () => {
  const requests = (request: object) => templateOf({ devices: { requests: [{}, request] } });
  const admin = requests({ exactly: { adminAccess: true } });
  const lists = requests({ firstAvailable: [{}] });
  const missing =
    'resource claim template "gpus": resourceclaimtemplate.resource.k8s.io "gpus" not found';

  it.each<[why: string, seen: Seen, text: string | undefined]>([
    ['without its template', { templates: [] }, missing],
    [
      'while the storage is down',
      { broken: ['create'] },
      'Internal error occurred: storage is down',
    ],
    [
      'with access of administrators, where the gate is off',
      { templates: [admin], gates: { DRAAdminAccess: false } },
      'admin access is requested, but the feature is disabled',
    ],
    [
      'with a list of alternatives, where the gate is off',
      { templates: [lists], gates: { DRAPrioritizedList: false } },
      'template includes a prioritized list of subrequests, but the feature is disabled',
    ],
    ['with access of administrators, unless the gate is on', { templates: [admin] }, undefined],
    ['with a list of alternatives, unless the gate is on', { templates: [lists] }, undefined],
    ['with an ordinary request', { templates: [requests({ exactly: {} })] }, undefined],
  ])('%s', async (_, seen, text) => {
    const { events, sync } = rig(seen);
    const attempt = sync(podOf('a', { claims: [templated('x')] }));
    if (text === undefined) {
      await attempt;
      expect(events).toEqual([]);
      return;
    }
    const said = `PodResourceClaim x: ${text}`;
    await expect(attempt).rejects.toThrow(`pod default/a, ${said}`);
    expect(events).toEqual([`Warning FailedResourceClaimCreation: ${said}`]);
  });

  it('for a claim that names neither a claim nor a template', async () => {
    const { sync } = rig();
    await expect(sync(podOf('a', { claims: [{ name: 'x' }] }))).rejects.toThrow(
      'checking for claim before creating it',
    );
  });
});

describe('a claim is reserved for a pod', () => {
  const claims = [named('x', 'c'), named('y', 'd')];
  const c = claimOf('c', { status: { allocation, reservedFor: [{ ...ofPodA, uid: 'other' }] } });

  it('that got its node from another scheduler, beside other pods', async () => {
    const { calls, written, sync } = rig({ claims: [c, claimOf('d', reserved)] });
    await sync(podOf('a', { claims, node: 'n' }));
    expect(calls).toEqual(['update ResourceClaim c status']);
    expect(written).toMatchObject([{ status: { reservedFor: [{ uid: 'other' }, ofPodA] } }]);
  });

  it('not before it has a node', async () => {
    const { calls, sync } = rig({ claims: [c] });
    await sync(podOf('a', { claims }));
    expect(calls).toEqual([]);
  });

  it('behind claims that are not needed, and not behind one that is not there', async () => {
    const { calls, sync } = rig({ claims: [c] });
    const none = { claims: [templated('n'), claims[0]!], made: { n: null }, node: 'n' };
    await sync(podOf('a', none));
    expect(calls).toEqual(['update ResourceClaim c status']);
    await sync(podOf('a', { claims: [named('y', 'd'), named('x', 'c')], node: 'n' }));
    expect(calls).toHaveLength(1);
  });

  it('not before the status of the pod names it', async () => {
    const { sync } = rig();
    await expect(sync(podOf('a', { claims: [templated('x')], node: 'n' }))).rejects.toThrow(
      'pod "default/a": ResourceClaim not created yet',
    );
  });
});
