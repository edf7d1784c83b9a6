/** What is said about a pod that waits on its node: for volumes, images and its start. */
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#values';
import type { Pod } from '#types';
import { accountant } from '../../../../src/pool/explain/index.ts';
import { said, type Said } from '../../controllers/explanations/account.ts';
import { passOver, pastView } from '../../controllers/past-view.ts';
import { makePod, T0 } from '../objects.ts';

const now = T0 + 100_000;
const rule = 'stays Pending until the containers of the pod have started';
const start = '+ start 1s: when images and volumes are there (sim/start-seconds)';

/** Why the pod is still in its phase; undefined where the kubelet does not know. */
function standing(pod: Pod, ...objects: readonly KubeObject[]): Said | undefined {
  const pass = passOver(pod, pastView({ objects: [pod, ...objects], now }));
  for (const each of accountant.explainers) {
    const account = each.standing?.['status.phase']?.(pass as never);
    if (account !== undefined) return said(account);
  }
  return undefined;
}

const pending = (nodeName: string | undefined, claims: readonly string[] = []): Pod => {
  const pod = makePod({ status: { phase: 'Pending' } });
  const volumes = claims.map((claimName) => ({
    name: claimName,
    persistentVolumeClaim: { claimName },
  }));
  return { ...pod, spec: { ...pod.spec, nodeName, volumes } } as Pod;
};

const thing = (kind: string, name: string, parts: object, namespace?: string): KubeObject =>
  ({ kind, metadata: { name, namespace }, ...parts }) as unknown as KubeObject;

const nodeWith = (...handles: readonly string[]): KubeObject => {
  const volumesAttached = handles.map((handle) => ({
    name: `kubernetes.io/csi/disks.example.com^${handle}`,
  }));
  return thing('Node', 'n1', { spec: {}, status: { volumesAttached } });
};

const namespace = pending('n1').metadata.namespace;
const claim = (name: string, volumeName?: string): KubeObject =>
  thing('PersistentVolumeClaim', name, { spec: { volumeName } }, namespace);
const volume = (name: string, volumeHandle: string): KubeObject =>
  thing('PersistentVolume', name, {
    spec: { csi: { driver: 'disks.example.com', volumeHandle } },
  });
const driver = (attachRequired: boolean): KubeObject =>
  thing('CSIDriver', 'disks.example.com', { spec: { attachRequired } });

describe('a pod that waits on its node', () => {
  it('needs time to start', () => {
    expect(standing(pending('n1'), nodeWith())).toEqual({
      value: 'Pending',
      rule,
      terms: [start],
    });
  });

  it.each<[string, readonly KubeObject[], readonly string[]]>([
    [
      'one of which is attached',
      [
        nodeWith('h-1'),
        claim('a', 'v1'),
        claim('b', 'v2'),
        volume('v1', 'h-1'),
        volume('v2', 'h-2'),
      ],
      [
        '+ volume h-1: it is attached to the node',
        '- volume h-2: it is not attached to the node yet',
      ],
    ],
    [
      'on a node that is gone',
      [claim('a', 'v1'), volume('v1', 'h-1')],
      ['- volume h-1: it is not attached to the node yet'],
    ],
    [
      'whose driver attaches none',
      [nodeWith(), claim('a', 'v1'), volume('v1', 'h-1'), driver(false)],
      [],
    ],
    [
      'whose driver attaches them',
      [nodeWith(), claim('a', 'v1'), volume('v1', 'h-1'), driver(true)],
      ['- volume h-1: it is not attached to the node yet'],
    ],
    ['that are not bound, or not there', [nodeWith(), claim('a'), claim('b', 'gone')], []],
    [
      'of no driver',
      [nodeWith(), claim('a', 'v1'), thing('PersistentVolume', 'v1', { spec: { hostPath: {} } })],
      [],
    ],
  ])('needs its volumes, %s', (_, objects, terms) => {
    expect(standing(pending('n1', ['a', 'b']), ...objects)!.terms).toEqual([...terms, start]);
  });
});

it('nothing is said about a pod without a node, or one that has started', () => {
  expect(standing(pending(undefined))).toBeUndefined();
  const started = { ...pending('n1'), status: { phase: 'Running' } } as Pod;
  expect(standing(started, nodeWith())).toBeUndefined();
});
