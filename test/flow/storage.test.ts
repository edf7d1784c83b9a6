/** Claims, volumes and the pods that use them, in a whole control plane. */
import { afterEach, describe, expect, it } from 'vitest';
import {
  csiDriver,
  csiStorageCapacity,
  event,
  node,
  persistentVolume,
  persistentVolumeClaim,
  pod,
  storageClass,
} from '#kinds';
import type { PersistentVolume, PersistentVolumeClaim } from '#types';
import { simulate, type Simulation } from '../support/simulate.ts';

let simulation: Simulation;
const failures: unknown[] = [];
afterEach(() => {
  simulation.stop();
  expect(failures.splice(0)).toEqual([]);
});

async function begin(): Promise<void> {
  simulation = await simulate(2, {
    onReconcileError: (actor, key, error) => failures.push([actor, key, error]),
  });
}

const namespace = 'default';

function addClass(name: string, parts: object = {}): Promise<unknown> {
  const object = { metadata: { name }, provisioner: 'disks.example.com', ...parts };
  return simulation.client.create(storageClass, object as never);
}

function addVolume(name: string, storage: string, parts: object = {}): Promise<unknown> {
  const spec = {
    capacity: { storage },
    accessModes: ['ReadWriteOnce'],
    hostPath: { path: '/tmp/x' },
    ...parts,
  };
  return simulation.client.create(persistentVolume, { metadata: { name }, spec } as never);
}

function addClaim(name: string, storage: string, parts: object = {}): Promise<unknown> {
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } }, ...parts };
  const metadata = { name, namespace };
  return simulation.client.create(persistentVolumeClaim, { metadata, spec } as never);
}

function addPod(name: string, ...claims: string[]): Promise<unknown> {
  const spec = {
    containers: [{ name: 'c', image: 'i:1' }],
    volumes: claims.map((claimName) => ({ name: claimName, persistentVolumeClaim: { claimName } })),
  };
  return simulation.client.create(pod, { metadata: { name, namespace }, spec } as never);
}

const claim = (name: string): Promise<PersistentVolumeClaim> =>
  simulation.get(persistentVolumeClaim, name);
const volume = (name: string): Promise<PersistentVolume> =>
  simulation.client.get(persistentVolume, { name });
const nodeOf = async (name: string): Promise<string | undefined> =>
  (await simulation.get(pod, name)).spec.nodeName;

/** Phase and volume. */
async function boundTo(name: string): Promise<readonly [unknown, unknown]> {
  const { spec, status } = await claim(name);
  return [status.phase, spec.volumeName];
}

/** What was reported about an object. */
async function reported(kind: string, name: string): Promise<readonly string[]> {
  const { items } = await simulation.client.list(event);
  return items
    .filter(({ involvedObject }) => involvedObject.kind === kind && involvedObject.name === name)
    .map(({ reason, message }) => `${reason!}: ${message!}`)
    .sort();
}

describe('without storage', () => {
  it('claims are left alone, and pods start', async () => {
    await begin();
    await addClaim('a', '1Gi');
    await addPod('p', 'a');
    await simulation.run(20);
    expect(await boundTo('a')).toEqual(['Pending', undefined]);
    expect(await reported('PersistentVolumeClaim', 'a')).toEqual([]);
    expect(await nodeOf('p')).toBeDefined();
  });
});

describe('a claim', () => {
  it('gets the smallest volume that fits', async () => {
    await begin();
    await addVolume('large', '10Gi');
    await addVolume('small', '1Gi');
    await addVolume('middle', '5Gi');
    await addVolume('classy', '3Gi', { storageClassName: 'fast' });
    await addVolume('shared', '3Gi', { accessModes: ['ReadWriteOnce', 'ReadOnlyMany'] });
    await addVolume('device', '3Gi', { volumeMode: 'Block' });
    await simulation.run(1);
    await addClaim('a', '2Gi');
    await simulation.run(1);
    expect(await boundTo('a')).toEqual(['Bound', 'middle']);
    const { status, metadata } = await claim('a');
    expect(status).toEqual({
      phase: 'Bound',
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '5Gi' },
    });
    expect(metadata.annotations).toEqual({
      'pv.kubernetes.io/bind-completed': 'yes',
      'pv.kubernetes.io/bound-by-controller': 'yes',
    });
    const { spec, status: bound } = await volume('middle');
    expect(bound.phase).toBe('Bound');
    expect(spec.claimRef).toMatchObject({ namespace, name: 'a', uid: metadata.uid });
    await addClaim('b', '2Gi');
    await addClaim('c', '2Gi');
    await simulation.run(1);
    expect([await boundTo('b'), await boundTo('c')]).toEqual([
      ['Bound', 'large'],
      ['Bound', 'shared'],
    ]);
  });

  it('waits until there is one', async () => {
    await begin();
    await addVolume('tiny', '1Mi');
    await addClaim('a', '1Gi', { selector: { matchLabels: { a: 'b' } } });
    await addPod('p', 'a');
    await simulation.run(5);
    expect(await boundTo('a')).toEqual(['Pending', undefined]);
    expect(await reported('PersistentVolumeClaim', 'a')).toEqual([
      'FailedBinding: no persistent volumes available for this claim and no storage class is set',
    ]);
    expect(await nodeOf('p')).toBeUndefined();
    expect(await reported('Pod', 'p')).toContainEqual(
      expect.stringContaining('2 pod has unbound immediate PersistentVolumeClaims'),
    );
    await addVolume('other', '1Gi');
    await simulation.run(5);
    expect(await boundTo('a')).toEqual(['Pending', undefined]);
    const spec = {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      hostPath: { path: '/tmp/x' },
    };
    const labelled = { metadata: { name: 'right', labels: { a: 'b' } }, spec };
    await simulation.client.create(persistentVolume, labelled as never);
    await simulation.run(30);
    expect(await boundTo('a')).toEqual(['Bound', 'right']);
    expect(await nodeOf('p')).toBeDefined();
  });

  it('names its volume, which has to fit', async () => {
    await begin();
    await addVolume('v', '1Gi');
    await addClaim('a', '2Gi', { volumeName: 'v' });
    await addClaim('b', '1Gi', { volumeName: 'none' });
    await simulation.run(1);
    expect(await reported('PersistentVolumeClaim', 'a')).toEqual([
      'VolumeMismatch: Cannot bind to requested volume "v": requested PV is too small',
    ]);
    expect(await boundTo('b')).toEqual(['Pending', 'none']);
    await addClaim('c', '1Gi', { volumeName: 'v' });
    await addClaim('d', '1Gi', { volumeName: 'v' });
    await simulation.run(1);
    expect(await boundTo('c')).toEqual(['Bound', 'v']);
    expect((await claim('c')).metadata.annotations).toEqual({
      'pv.kubernetes.io/bind-completed': 'yes',
    });
    expect(await reported('PersistentVolumeClaim', 'd')).toContain(
      'FailedBinding: volume "v" already bound to a different claim.',
    );
  });

  it('gets the volume that is reserved for it', async () => {
    await begin();
    await addVolume('small', '1Gi');
    await addVolume('own', '10Gi', { claimRef: { namespace, name: 'a' } });
    await simulation.run(1);
    expect((await volume('own')).status.phase).toBe('Available');
    await addClaim('a', '1Gi');
    await simulation.run(1);
    expect(await boundTo('a')).toEqual(['Bound', 'own']);
    expect((await volume('own')).metadata.annotations).toBeUndefined();
  });

  it('is lost with its volume', async () => {
    await begin();
    await addVolume('v', '1Gi');
    await simulation.run(1);
    await addClaim('a', '1Gi');
    await simulation.run(1);
    await simulation.client.delete(persistentVolume, { name: 'v' });
    await simulation.run(1);
    expect((await volume('v')).metadata.deletionTimestamp).toBeDefined();
    const body = { metadata: { finalizers: null } };
    await simulation.client.patch(persistentVolume, { name: 'v' }, { type: 'merge', body });
    await simulation.run(1);
    expect((await claim('a')).status).toEqual({ phase: 'Lost' });
    expect(await reported('PersistentVolumeClaim', 'a')).toEqual([
      'ClaimLost: Bound claim has lost its PersistentVolume. Data on the volume is lost!',
    ]);
  });

  it('of an unknown class, or of one without a provisioner, waits', async () => {
    await begin();
    await addClass('manual', { provisioner: 'kubernetes.io/no-provisioner' });
    await addClaim('a', '1Gi', { storageClassName: 'none' });
    await addClaim('b', '1Gi', { storageClassName: 'manual' });
    await simulation.run(1);
    expect(await reported('PersistentVolumeClaim', 'a')).toEqual([
      'ProvisioningFailed: storageclass.storage.k8s.io "none" not found',
    ]);
    expect(await reported('PersistentVolumeClaim', 'b')).toEqual([
      'ProvisioningFailed: no volume plugin matched name: kubernetes.io/no-provisioner',
    ]);
  });
});

describe('a volume that is released', () => {
  async function release(policy: string, parts: object = {}): Promise<void> {
    await begin();
    await addVolume('v', '1Gi', { persistentVolumeReclaimPolicy: policy, ...parts });
    await simulation.run(1);
    await addClaim('a', '1Gi');
    await simulation.run(1);
    await simulation.client.delete(persistentVolumeClaim, { namespace, name: 'a' });
    await simulation.run(1);
  }

  it('is kept', async () => {
    await release('Retain');
    expect((await volume('v')).status).toEqual({ phase: 'Released' });
  });

  it('is deleted', async () => {
    await release('Delete');
    await expect(volume('v')).rejects.toThrow('not found');
  });

  it.each([
    [
      { hostPath: { path: '/data' } },
      'host_path deleter only supports /tmp/.+ but received provided /data',
    ],
    [
      { hostPath: undefined, nfs: { server: 's', path: '/p' } },
      'error getting deleter volume plugin for volume "v": no deletable volume plugin matched',
    ],
  ])('cannot be deleted with %j', async (parts, message) => {
    await release('Delete', parts);
    expect((await volume('v')).status).toEqual({ phase: 'Failed', message });
    expect(await reported('PersistentVolume', 'v')).toEqual([`VolumeFailedDelete: ${message}`]);
  });

  it('is recycled', async () => {
    await release('Recycle');
    const { spec, status, metadata } = await volume('v');
    expect([spec.claimRef, status.phase, metadata.annotations]).toEqual([
      undefined,
      'Available',
      undefined,
    ]);
    expect(await reported('PersistentVolume', 'v')).toEqual(['VolumeRecycled: Volume recycled']);
  });
});

describe('volumes that are made', () => {
  it('take a second', async () => {
    await begin();
    await addClass('fast', { reclaimPolicy: 'Retain', mountOptions: ['ro'] });
    await addClaim('a', '3Gi', { storageClassName: 'fast' });
    await simulation.run(0.5);
    expect(await boundTo('a')).toEqual(['Pending', undefined]);
    await simulation.run(1);
    const { metadata, spec } = await claim('a');
    const name = `pvc-${metadata.uid}`;
    expect(await boundTo('a')).toEqual(['Bound', name]);
    expect(metadata.annotations).toMatchObject({
      'volume.beta.kubernetes.io/storage-provisioner': 'disks.example.com',
      'volume.kubernetes.io/storage-provisioner': 'disks.example.com',
    });
    expect(spec.storageClassName).toBe('fast');
    const made = await volume(name);
    expect(made.metadata.annotations).toEqual({
      'pv.kubernetes.io/provisioned-by': 'disks.example.com',
    });
    expect(made.spec).toMatchObject({
      capacity: { storage: '3Gi' },
      csi: { driver: 'disks.example.com', volumeHandle: name },
      mountOptions: ['ro'],
      persistentVolumeReclaimPolicy: 'Retain',
      storageClassName: 'fast',
    });
    expect(await reported('PersistentVolumeClaim', 'a')).toEqual([
      'ExternalProvisioning: waiting for a volume to be created, either by external provisioner "disks.example.com" or manually created by system administrator',
      'Provisioning: External provisioner is provisioning volume for claim "default/a"',
      `ProvisioningSucceeded: Successfully provisioned volume ${name}`,
    ]);
  });

  it('grow with their claim, where the class allows it', async () => {
    await begin();
    await addClass('fast', { allowVolumeExpansion: true });
    await addClaim('a', '1Gi', { storageClassName: 'fast' });
    await simulation.run(5);
    const body = { spec: { resources: { requests: { storage: '2Gi' } } } };
    const ref = { namespace, name: 'a' };
    await simulation.client.patch(persistentVolumeClaim, ref, { type: 'merge', body });
    await simulation.run(5);
    const { metadata, status } = await claim('a');
    expect(status.capacity).toEqual({ storage: '2Gi' });
    expect((await volume(`pvc-${metadata.uid}`)).spec.capacity).toEqual({ storage: '2Gi' });
    expect(await reported('PersistentVolumeClaim', 'a')).toContain(
      'VolumeResizeSuccessful: Resize volume succeeded',
    );
  });

  it('go with their claim, once no pod uses it', async () => {
    await begin();
    await addClass('fast');
    await addClaim('a', '1Gi', { storageClassName: 'fast' });
    await addPod('p', 'a');
    await simulation.run(20);
    expect(await nodeOf('p')).toBeDefined();
    await simulation.client.delete(persistentVolumeClaim, { namespace, name: 'a' });
    await simulation.run(5);
    expect((await boundTo('a'))[0]).toBe('Bound');
    await simulation.client.delete(pod, { namespace, name: 'p' });
    await simulation.run(60);
    const { items } = await simulation.client.list(persistentVolume);
    expect(items).toEqual([]);
  });

  it('wait for the node of a pod, in a part of the cluster that the class allows', async () => {
    await begin();
    const body = { metadata: { labels: { zone: 'b' } } };
    await simulation.client.patch(node, { name: 'node-2' }, { type: 'merge', body });
    await addClass('fast', {
      volumeBindingMode: 'WaitForFirstConsumer',
      allowedTopologies: [{ matchLabelExpressions: [{ key: 'zone', values: ['a', 'b'] }] }],
    });
    await addClaim('a', '1Gi', { storageClassName: 'fast' });
    await simulation.run(5);
    expect(await reported('PersistentVolumeClaim', 'a')).toEqual([
      'WaitForFirstConsumer: waiting for first consumer to be created before binding',
    ]);
    await addPod('p', 'a');
    await simulation.run(10);
    expect(await nodeOf('p')).toBe('node-2');
    const { metadata } = await claim('a');
    expect(metadata.annotations).toMatchObject({ 'volume.kubernetes.io/selected-node': 'node-2' });
    expect((await volume(`pvc-${metadata.uid}`)).spec.nodeAffinity).toEqual({
      required: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['b'] }] }],
      },
    });
    await addClaim('c', '1Gi', { storageClassName: 'fast' });
    // A node outside that part, which fits otherwise: the first reason of a node is the one that is given.
    const elsewhere = { metadata: { labels: { place: 'elsewhere' } } };
    await simulation.client.patch(node, { name: 'node-1' }, { type: 'merge', body: elsewhere });
    const spec = {
      nodeName: undefined,
      nodeSelector: { place: 'elsewhere' },
      containers: [{ name: 'c', image: 'i:1' }],
      volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }],
    };
    await simulation.client.create(pod, { metadata: { name: 'q', namespace }, spec } as never);
    await simulation.run(10);
    expect(await reported('Pod', 'q')).toContainEqual(
      expect.stringContaining("node(s) didn't find available persistent volumes to bind"),
    );
  });

  it('go where the driver reports enough space for them', async () => {
    await begin();
    await addClass('fast', { volumeBindingMode: 'WaitForFirstConsumer' });
    await simulation.client.create(csiDriver, {
      metadata: { name: 'disks.example.com' },
      spec: { storageCapacity: true },
    });
    const report = (name: string, place: string, capacity: string) =>
      simulation.client.create(csiStorageCapacity, {
        metadata: { name, namespace },
        storageClassName: 'fast',
        capacity,
        nodeTopology: { matchLabels: { place } },
      });
    for (const name of ['node-1', 'node-2']) {
      const body = { metadata: { labels: { place: name } } };
      await simulation.client.patch(node, { name }, { type: 'merge', body });
    }
    await report('one', 'node-1', '1Gi');
    await report('two', 'node-2', '5Gi');
    for (const [name, size] of [
      ['a', '3Gi'],
      ['b', '8Gi'],
    ] as const) {
      await addClaim(name, size, { storageClassName: 'fast' });
      await addPod(name, name);
    }
    await simulation.run(10);
    expect([await nodeOf('a'), await nodeOf('b')]).toEqual(['node-2', undefined]);
    expect(await reported('Pod', 'b')).toContainEqual(
      expect.stringContaining('2 node(s) did not have enough free storage'),
    );
    const body = { maximumVolumeSize: '10Gi' };
    const ref = { namespace, name: 'one' };
    await simulation.client.patch(csiStorageCapacity, ref, { type: 'merge', body });
    await simulation.run(10);
    expect(await nodeOf('b')).toBe('node-1');
  });

  it('are waited for for ten minutes', async () => {
    await begin();
    await addClass('slow', { volumeBindingMode: 'WaitForFirstConsumer' });
    simulation.sim.killControllers(['volumeprovisioner']);
    await addClaim('a', '1Gi', { storageClassName: 'slow' });
    await addPod('p', 'a');
    await simulation.run(590);
    expect(await reported('Pod', 'p')).toEqual([]);
    await simulation.run(20);
    expect(await reported('Pod', 'p')).toContainEqual(
      expect.stringContaining(
        'running PreBind plugin "VolumeBinding": binding volumes: timed out waiting for the condition',
      ),
    );
  });
});

describe('two pods of an instant', () => {
  it('take two volumes', async () => {
    await begin();
    await addClass('local', {
      provisioner: 'kubernetes.io/no-provisioner',
      volumeBindingMode: 'WaitForFirstConsumer',
    });
    for (const name of ['v1', 'v2']) {
      const on = { key: 'metadata.name', operator: 'In', values: ['node-1'] };
      await addVolume(name, '1Gi', {
        storageClassName: 'local',
        hostPath: undefined,
        local: { path: '/x' },
        nodeAffinity: { required: { nodeSelectorTerms: [{ matchFields: [on] }] } },
      });
    }
    await simulation.run(1);
    for (const name of ['a', 'b', 'c']) await addClaim(name, '1Gi', { storageClassName: 'local' });
    for (const name of ['a', 'b', 'c']) await addPod(`p-${name}`, name);
    await simulation.run(10);
    expect(await Promise.all(['p-a', 'p-b', 'p-c'].map(nodeOf))).toEqual([
      'node-1',
      'node-1',
      undefined,
    ]);
    const taken = [(await boundTo('a'))[1], (await boundTo('b'))[1]].sort();
    expect(taken).toEqual(['v1', 'v2']);
  });
});

describe('an ephemeral volume', () => {
  const spec = {
    containers: [{ name: 'c', image: 'i:1' }],
    volumes: [
      {
        name: 'scratch',
        ephemeral: {
          volumeClaimTemplate: {
            metadata: { labels: { for: 'scratch' } },
            spec: {
              accessModes: ['ReadWriteOnce'],
              storageClassName: 'fast',
              resources: { requests: { storage: '1Gi' } },
            },
          },
        },
      },
    ],
  };
  const create = (name: string): Promise<unknown> =>
    simulation.client.create(pod, { metadata: { name, namespace }, spec } as never);

  it('gets a claim that belongs to its pod, and goes with it', async () => {
    await begin();
    await addClass('fast', { volumeBindingMode: 'WaitForFirstConsumer' });
    await create('web');
    await simulation.run(10);
    const made = await claim('web-scratch');
    expect(made.metadata.labels).toEqual({ for: 'scratch' });
    expect(made.metadata.ownerReferences).toMatchObject([
      { kind: 'Pod', name: 'web', controller: true, blockOwnerDeletion: true },
    ]);
    expect(made.status.phase).toBe('Bound');
    expect((await simulation.get(pod, 'web')).status.phase).toBe('Running');
    await simulation.client.delete(pod, { namespace, name: 'web' });
    await simulation.run(60);
    await expect(claim('web-scratch')).rejects.toThrow('not found');
    expect((await simulation.client.list(persistentVolume)).items).toEqual([]);
  });

  it("waits while another's claim has the name", async () => {
    await begin();
    await addClass('fast');
    await addClaim('web-scratch', '1Gi', { storageClassName: 'fast' });
    await create('web');
    await simulation.run(10);
    const condition = (await simulation.get(pod, 'web')).status.conditions?.[0];
    const text = 'PVC default/web-scratch was not created for pod default/web (pod is not owner)';
    expect(condition?.message).toContain(text);
    const { items } = await simulation.client.list(event);
    const { message } = items.find(({ reason }) => reason === 'FailedBinding')!;
    expect(message).toBe(`ephemeral volume scratch: ${text}`);
    expect(failures.splice(0).length).toBeGreaterThan(0);
    await simulation.client.delete(persistentVolumeClaim, { namespace, name: 'web-scratch' });
    await simulation.run(60);
    expect((await simulation.get(pod, 'web')).status.phase).toBe('Running');
  });
});
