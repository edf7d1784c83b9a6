/** Namespaces in a whole control plane: what each of them gets, and how it ends. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configMap, namespace, persistentVolumeClaim, pod, serviceAccount } from '#kinds';
import { isNotFound } from '#values';
import type { Namespace, PersistentVolumeClaim, Pod } from '#types';
import { simulate, type Simulation } from '../support/simulate.ts';

let simulation: Simulation;
beforeEach(async () => {
  simulation = await simulate(1);
  await simulation.client.create(namespace, { metadata: { name: 'team' } });
  await simulation.run(1);
});
afterEach(() => simulation.stop());

const end = (): Promise<void> => simulation.client.delete(namespace, { name: 'team' });

async function team(): Promise<Namespace | undefined> {
  try {
    return await simulation.client.get(namespace, { name: 'team' });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** `TYPE status reason: message` of the conditions that are met, then the others' reasons. */
async function conditions(): Promise<readonly string[]> {
  const { status } = (await team())!;
  return (status.conditions ?? []).map(
    ({ type, status: met, reason, message }) => `${type} ${met} ${reason}: ${message}`,
  );
}

async function addPod(name: string, seconds: number, spec: Partial<Pod['spec']> = {}) {
  await simulation.client.create(pod, {
    metadata: {
      name,
      namespace: 'team',
      annotations: { 'sim/terminate-seconds': String(seconds) },
    },
    spec: { containers: [{ name: 'main', image: 'example.com/app:1' }], ...spec },
  });
}

async function addMap(name: string, finalizers?: readonly string[]) {
  await simulation.client.create(configMap, {
    metadata: { name, namespace: 'team', ...(finalizers && { finalizers }) },
  });
}

describe('a namespace', () => {
  it('has an account and root certificates, and gets them back', async () => {
    const both = async () => [
      ...(await simulation.client.list(serviceAccount, { namespace: 'team' })).items,
      ...(await simulation.client.list(configMap, { namespace: 'team' })).items,
    ];
    const names = async () => (await both()).map(({ metadata }) => metadata.name);
    expect(await names()).toEqual(['default', 'kube-root-ca.crt']);
    await simulation.client.delete(serviceAccount, { namespace: 'team', name: 'default' });
    await simulation.client.delete(configMap, { namespace: 'team', name: 'kube-root-ca.crt' });
    await simulation.run(1);
    expect(await names()).toEqual(['default', 'kube-root-ca.crt']);
  });

  it('keeps its root certificates as they are published', async () => {
    const ref = { namespace: 'team', name: 'kube-root-ca.crt' };
    const published = await simulation.client.get(configMap, ref);
    await simulation.client.patch(configMap, ref, { type: 'merge', body: { data: { a: 'b' } } });
    await simulation.run(1);
    expect((await simulation.client.get(configMap, ref)).data).toEqual(published.data);
    expect(published.metadata.annotations).toEqual({
      'kubernetes.io/description':
        'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.',
    });
  });
});

describe('the end of a namespace', () => {
  it('comes five seconds after the deletion', async () => {
    await addMap('settings');
    await end();
    await simulation.run(4.9);
    expect((await team())?.status.phase).toBe('Terminating');
    await expect(addMap('late')).rejects.toThrow(
      'unable to create new content in namespace team because it is being terminated',
    );
    expect(
      (await simulation.client.get(configMap, { namespace: 'team', name: 'settings' })).metadata
        .deletionTimestamp,
    ).toBeUndefined();
    await simulation.run(0.2);
    expect(await team()).toBeUndefined();
    expect((await simulation.client.list(configMap, { namespace: 'team' })).items).toEqual([]);
  });

  it('tells what is left and what keeps it', async () => {
    await addPod('a', 3);
    await addPod('b', 3);
    await addMap('held', ['example.com/hold']);
    await simulation.run(5);
    await end();
    await simulation.run(6);
    expect(await conditions()).toEqual([
      'NamespaceDeletionDiscoveryFailure False ResourcesDiscovered: All resources successfully discovered',
      'NamespaceDeletionGroupVersionParsingFailure False ParsedGroupVersions: All legacy kube types successfully parsed',
      'NamespaceDeletionContentFailure False ContentDeleted: All content successfully deleted, may be waiting on finalization',
      'NamespaceContentRemaining True SomeResourcesRemain: Some resources are remaining: configmaps. has 1 resource instances, pods. has 2 resource instances',
      'NamespaceFinalizersRemaining True SomeFinalizersRemain: Some content in the namespace has finalizers remaining: example.com/hold in 1 resource instances',
    ]);
    await simulation.run(10);
    expect((await conditions())[3]).toMatch(/remaining: configmaps. has 1 resource instances$/);
    await simulation.client.patch(
      configMap,
      { namespace: 'team', name: 'held' },
      { type: 'merge', body: { metadata: { finalizers: null } } },
    );
    // Without an event: it is found at the next check, 15 s / 2 + 1 s after the one before.
    await simulation.run(10);
    expect(await team()).toBeUndefined();
  });

  it('fails, again and again, for pods that outlive their grace period', async () => {
    await addPod('slow', 60, { terminationGracePeriodSeconds: 2 });
    await simulation.run(5);
    await end();
    await simulation.run(10);
    expect((await conditions())[2]).toBe(
      'NamespaceDeletionContentFailure True ContentDeletionFailed: Failed to delete all resource types, 1 remaining: unexpected items still remain in namespace: team for gvr: /v1, Resource=pods',
    );
    await simulation.run(120);
    expect(await team()).toBeUndefined();
  });

  it('waits for claims in use, and these for their pods', async () => {
    await simulation.client.create(persistentVolumeClaim, {
      metadata: { name: 'data', namespace: 'team' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    } as never);
    const persistentVolumeClaims = { persistentVolumeClaim: { claimName: 'data' } };
    await addPod('user', 3, { volumes: [{ name: 'data', ...persistentVolumeClaims }] });
    await simulation.run(5);
    const ref = { namespace: 'team', name: 'data' };
    await simulation.client.delete(persistentVolumeClaim, ref);
    await simulation.run(5);
    const claim = (): Promise<PersistentVolumeClaim> =>
      simulation.client.get(persistentVolumeClaim, ref);
    expect((await claim()).metadata.finalizers).toEqual(['kubernetes.io/pvc-protection']);
    await simulation.client.delete(pod, { namespace: 'team', name: 'user' });
    await simulation.run(2);
    expect((await claim()).metadata.deletionTimestamp).toBeDefined();
    await simulation.run(2);
    await expect(claim()).rejects.toThrow('not found');
    await end();
    await simulation.run(6);
    expect(await team()).toBeUndefined();
  });
});
