/** Explanations of claims and volumes: what was considered, what refused it, and who is waited for. */
import { beforeAll, describe, expect, it } from 'vitest';
import { persistentVolume, persistentVolumeClaim } from '#kinds';
import { pastOf, pastOfText, termsOf, type PlayedPast } from '../support/past.ts';

const scene = `
name: claims
until: 1m
definitions:
  claim: &claim { accessModes: [ReadWriteOnce], resources: { requests: { storage: 5Gi } } }
  volume: &volume
    capacity: { storage: 10Gi }
    accessModes: [ReadWriteOnce]
    hostPath: { path: /tmp/x }
cluster:
  nodes: 1
  objects:
    - apiVersion: storage.k8s.io/v1
      kind: StorageClass
      metadata: { name: lazy }
      provisioner: disks.example.com
      volumeBindingMode: WaitForFirstConsumer
    - apiVersion: storage.k8s.io/v1
      kind: StorageClass
      metadata: { name: by-hand }
      provisioner: kubernetes.io/no-provisioner
    - { apiVersion: v1, kind: PersistentVolume, metadata: { name: big }, spec: { <<: *volume } }
    - { apiVersion: v1, kind: PersistentVolume, metadata: { name: huge }, spec: { <<: *volume, capacity: { storage: 90Gi } } }
    - { apiVersion: v1, kind: PersistentVolume, metadata: { name: small }, spec: { <<: *volume, capacity: { storage: 1Gi } } }
    - { apiVersion: v1, kind: PersistentVolume, metadata: { name: shared }, spec: { <<: *volume, accessModes: [ReadOnlyMany] } }
    - { apiVersion: v1, kind: PersistentVolume, metadata: { name: block }, spec: { <<: *volume, volumeMode: Block } }
    - { apiVersion: v1, kind: PersistentVolume, metadata: { name: classy }, spec: { <<: *volume, storageClassName: gold } }
steps:
  - at: 1s
    apply: { apiVersion: v1, kind: PersistentVolumeClaim, metadata: { name: fits }, spec: { <<: *claim, storageClassName: '' } }
  - at: 5s
    apply:
      - apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: { name: wide }
        spec: { <<: *claim, storageClassName: '', resources: { requests: { storage: 100Gi } } }
      - apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: { name: picky }
        spec: { <<: *claim, storageClassName: '', selector: { matchLabels: { disk: ssd } } }
      - { apiVersion: v1, kind: PersistentVolumeClaim, metadata: { name: lazy }, spec: { <<: *claim, storageClassName: lazy } }
      - { apiVersion: v1, kind: PersistentVolumeClaim, metadata: { name: lost }, spec: { <<: *claim, storageClassName: missing } }
      - { apiVersion: v1, kind: PersistentVolumeClaim, metadata: { name: manual }, spec: { <<: *claim, storageClassName: by-hand } }
      - { apiVersion: v1, kind: PersistentVolumeClaim, metadata: { name: named }, spec: { <<: *claim, storageClassName: '', volumeName: nowhere } }
  - at: 20s
    apply:
      apiVersion: v1
      kind: Pod
      metadata: { name: user }
      spec:
        nodeSelector: { none: such }
        containers: [{ name: c, image: 'i:1' }]
        volumes: [{ name: v, persistentVolumeClaim: { claimName: lazy } }]
`;

let past: PlayedPast;
beforeAll(async () => {
  past = await pastOfText(scene);
});

describe('a claim that is bound', () => {
  it('got the smallest of the volumes that fit, of all that were considered', () => {
    const told = past.ask(persistentVolumeClaim, 'fits', 'spec.volumeName', 3);
    expect(told).toMatchObject({ value: 'big', exact: true, account: { value: 'big' } });
    expect(termsOf(told)).toEqual([
      '+ PersistentVolume big 10Gi: it fits: the claim asks for 5Gi',
      '- PersistentVolume block 10Gi: its volumeMode is Block, that of the claim Filesystem',
      '- PersistentVolume classy 10Gi: its class is gold, that of the claim "" (none)',
      '- PersistentVolume huge 90Gi: it fits, and is not the smallest of those that do',
      '- PersistentVolume shared 10Gi: it offers ROX, the claim asks for RWO',
      '- PersistentVolume small 1Gi: it is too small: the claim asks for 5Gi',
    ]);
  });
});

describe('a claim that is Pending', () => {
  const pending = (name: string, seconds: number): readonly string[] => {
    const told = past.ask(persistentVolumeClaim, name, 'status.phase', seconds);
    expect(told).toMatchObject({ value: 'Pending', account: { value: 'Pending' } });
    return termsOf(told);
  };

  it('may find no volume that is large enough and free, and none that is made for it', () => {
    expect(pending('wide', 10)).toEqual(
      expect.arrayContaining([
        '- PersistentVolume big 10Gi: it is reserved for the claim default/fits',
        '- PersistentVolume huge 90Gi: it is too small: the claim asks for 100Gi',
        '- storage class: the claim has none: no volume is made for it',
      ]),
    );
  });

  it('may select labels that no volume has', () => {
    expect(pending('picky', 10)).toContain(
      '- PersistentVolume huge 90Gi: the selector of the claim does not match its labels',
    );
  });

  it('may wait for its first consumer, and then for the node of that', () => {
    expect(pending('lazy', 10).at(-1)).toBe(
      '- StorageClass lazy: WaitForFirstConsumer: waiting for first consumer to be created before binding',
    );
    expect(pending('lazy', 30).at(-1)).toBe(
      '- StorageClass lazy: WaitForFirstConsumer: waiting for pod user to be scheduled',
    );
  });

  it('may have a class that does not exist, or whose volumes are made by hand', () => {
    expect(pending('lost', 10).at(-1)).toBe('- StorageClass missing: it does not exist');
    expect(pending('manual', 10).at(-1)).toBe(
      '- StorageClass by-hand: its provisioner is kubernetes.io/no-provisioner: volumes are made by hand',
    );
  });

  it('may name a volume that does not exist', () => {
    expect(pending('named', 10)).toEqual([
      '- PersistentVolume nowhere: the claim names it, and it does not exist',
    ]);
  });

  it('may wait for who makes its volume', async () => {
    const made = await pastOf('storage/claims.yaml');
    const [created] = [...made.past.changes()].filter(
      ({ value, type }) => value.metadata.name === 'data-db-0' && type === 'created',
    );
    const moment = { revision: created!.revision, time: created!.time };
    const told = made.askAt(persistentVolumeClaim, 'data-db-0', 'status.phase', moment);
    expect(termsOf(told)).toEqual([
      '- volumes: there is none',
      '- provisioner disks.example.com: it has not been asked yet',
    ]);
  });
});

describe('a volume', () => {
  it('says what happens to it once its claim is gone', async () => {
    const local = await pastOf('storage/wait-for-first-consumer.yaml');
    const told = local.ask(persistentVolume, 'disk', 'status.phase', 179);
    expect(told).toMatchObject({ value: 'Released', exact: true });
    expect(termsOf(told)).toEqual([
      '- PersistentVolumeClaim default/data: it is gone',
      '+ reclaim policy Retain: it stays as it is, for somebody to look after',
    ]);
  });
});
