/** Heartbeats come to the same as PUTs of their time; what is more than that is refused. */
import { beforeEach, describe, expect, it } from 'vitest';
import { formatMicroTime, formatTime } from '#values';
import { lease, node } from '#kinds';
import type { Lease, Node } from '#types';
import type { RequestContext } from '#api';
import { nodeHeartbeat, renewal } from '../../../src/pool/node/heartbeats.ts';
import { apiRig, changesAfter, context, refusal, type ApiRig } from '../../support/api.ts';

const target = { namespace: 'default', name: 'n1' };
const kubelet: RequestContext = { origin: { actor: 'kubelet' } };

let rig: ApiRig;
beforeEach(async () => {
  rig = await apiRig();
});

const now = (): string => formatMicroTime(rig.clock.now());

async function make(of: ApiRig, name = 'n1', finalizers?: string[]): Promise<Lease> {
  const metadata = { namespace: 'default', name, ...(finalizers && { finalizers }) };
  const spec = { holderIdentity: name, leaseDurationSeconds: 40, renewTime: now() };
  return of.api.create(kubelet, lease, { metadata, spec });
}

const read = (of = rig): Promise<Lease> => of.api.get(lease, target);
const refOf = ({ metadata: { name, resourceVersion } }: Lease) => ({
  namespace: 'default',
  name,
  resourceVersion,
});
const renew = (...leases: readonly Lease[]) =>
  rig.api.updateMany(kubelet, lease, leases.map(refOf), renewal(now()));

describe('the renewal of leases', () => {
  it('leaves the same as PUTs of the time, whether or not somebody looks in between', async () => {
    const other = await apiRig();
    let known = await make(rig);
    let put = await make(other);
    expect(known).toEqual(put);
    for (let round = 1; round <= 5; round++) {
      await rig.clock.advanceBy(10_000);
      const [resourceVersion] = await renew(known);
      known = { ...known, metadata: { ...known.metadata, resourceVersion: resourceVersion! } };
      const spec = { ...put.spec, renewTime: now() };
      put = (await other.api.update(kubelet, lease, target, { ...put, spec })).object;
      if (round === 3) expect(await read()).toEqual(put);
    }
    expect(await read()).toEqual(put);
    expect(await read()).toBe(await read());
    const seen = (await changesAfter(rig.store, 1)).map(({ value, previous }) => [value, previous]);
    const put1 = (await changesAfter(other.store, 1)).map(({ value, previous }) => [
      value,
      previous,
    ]);
    expect(seen).toEqual(put1);
  });

  it('gives every lease a version of its own, and those that watch each of them', async () => {
    const leases = [await make(rig, 'n1'), await make(rig, 'n2')];
    const watch = rig.api.watch(lease, { resourceVersion: String(rig.api.revision()) });
    await rig.clock.advanceBy(10_000);
    const versions = await renew(...leases);
    const events = await watch.next();
    watch.stop();
    expect(
      events.map(({ type, object }) => [
        type,
        object.metadata.name,
        object.metadata.resourceVersion,
        object.spec.renewTime,
      ]),
    ).toEqual([
      ['MODIFIED', 'n1', versions[0], now()],
      ['MODIFIED', 'n2', versions[1], now()],
    ]);
    expect(Number(versions[1])).toBe(Number(versions[0]) + 1);
  });

  it('is recognized by those that watch all, so that they need not read it', async () => {
    const made = await make(rig);
    const since = { resourceVersion: String(rig.api.revision()) };
    const [all, one] = [
      rig.api.watch(lease, since),
      rig.api.watch(lease, { ...since, fieldSelector: 'metadata.name=n1' }),
    ];
    await renew(made);
    const { items } = await rig.api.list(lease);
    const put = { ...items[0]!, spec: { ...items[0]!.spec, holderIdentity: 'other' } };
    await rig.api.update(kubelet, lease, target, put);
    const isRepeated = async (watch: typeof all, count: number): Promise<boolean[]> => {
      const events: boolean[] = [];
      while (events.length < count) {
        events.push(...(await watch.next()).map(({ repetition }) => repetition !== undefined));
      }
      watch.stop();
      return events;
    };
    expect(await isRepeated(all, 2)).toEqual([true, false]);
    expect(await isRepeated(one, 2)).toEqual([false, false]);
  });

  it('locks: a lease renewed meanwhile is left alone, and a PUT of the old version conflicts', async () => {
    const old = await make(rig);
    await rig.clock.advanceBy(10_000);
    expect(await renew(old)).toEqual(['3']);
    expect(await renew(old)).toEqual([undefined]);
    const { code, reason } = await refusal(rig.api.update(kubelet, lease, target, old));
    expect([code, reason]).toEqual([409, 'Conflict']);
  });

  it('leaves alone what is gone, what is being deleted, and what is not there', async () => {
    const [gone, ending] = [await make(rig, 'n1'), await make(rig, 'n2', ['example.com/hold'])];
    await rig.api.delete(context, lease, target);
    const ref = { namespace: 'default', name: 'n2' };
    await rig.api.delete(context, lease, ref);
    const marked = await rig.api.get(lease, ref);
    const never = { ...gone, metadata: { ...gone.metadata, name: 'n3', resourceVersion: '0' } };
    const before = rig.api.revision();
    expect(await renew(gone, ending, marked, never)).toEqual(Array(4).fill(undefined));
    expect(rig.api.revision()).toBe(before);
  });

  it("leaves alone a lease whose time is somebody else's, until a PUT has taken it", async () => {
    await make(rig);
    await rig.clock.advanceBy(1000);
    const found = await read();
    const spec = { ...found.spec, renewTime: now() };
    const { object } = await rig.api.update(context, lease, target, { ...found, spec });
    await rig.clock.advanceBy(1000);
    expect(await renew(object)).toEqual([undefined]);
    const wanted = { ...object, spec: { ...object.spec, renewTime: now() } };
    const taken = await rig.api.update(kubelet, lease, target, wanted);
    await rig.clock.advanceBy(1000);
    const [version] = await renew(taken.object);
    expect((await read()).metadata.resourceVersion).toBe(version);
    expect((await read()).metadata.managedFields).toEqual(taken.object.metadata.managedFields);
  });
});

describe('the heartbeats of nodes', () => {
  const at = (seconds: number): string => formatTime(rig.clock.now() + seconds * 1000);
  const types = ['MemoryPressure', 'DiskPressure', 'PIDPressure', 'Ready'];

  /** A node whose kubelet has posted, and a condition of somebody else's. */
  async function post(of: ApiRig): Promise<Node> {
    const made = await of.api.create(kubelet, node, { metadata: { name: 'n1' } });
    const conditions = ['Sunny', ...types].map((type) => ({
      type,
      status: 'True',
      lastHeartbeatTime: at(0),
      lastTransitionTime: at(0),
    }));
    const wanted = { ...made, status: { ...made.status, conditions } };
    return (await of.api.update(kubelet, node, { name: 'n1' }, wanted, 'status')).object;
  }

  const beat = ({ metadata: { name, resourceVersion } }: Node, time: string) =>
    rig.api.updateMany(kubelet, node, [{ name, resourceVersion }], nodeHeartbeat(time), 'status');

  it('leave the same as PUTs of the status', async () => {
    const other = await apiRig();
    const [known, put] = [await post(rig), await post(other)];
    const [version] = await beat(known, at(300));
    const conditions = put.status.conditions!.map((condition) =>
      types.includes(condition.type) ? { ...condition, lastHeartbeatTime: at(300) } : condition,
    );
    const wanted = { ...put, status: { ...put.status, conditions } };
    const { object } = await other.api.update(kubelet, node, { name: 'n1' }, wanted, 'status');
    expect(await rig.api.get(node, { name: 'n1' })).toEqual(object);
    expect(version).toBe(object.metadata.resourceVersion);
  });

  it('need every condition that kubelets post, and the latest version', async () => {
    const posted = await post(rig);
    const conditions = posted.status.conditions!.slice(0, -1);
    const wanted = { ...posted, status: { ...posted.status, conditions } };
    const { object } = await rig.api.update(kubelet, node, { name: 'n1' }, wanted, 'status');
    expect(await beat(posted, at(300))).toEqual([undefined]);
    expect(await beat(object, at(300))).toEqual([undefined]);
  });
});
