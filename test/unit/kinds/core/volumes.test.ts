import { describe, expect, it } from 'vitest';
import { node, pod, defaultProfile } from '#kinds';
import type { Node } from '#types';
import { cases, container, errorsOf, messages, podOf } from '../samples.ts';
import { partOf } from '../../../support/part.ts';

/** The errors of a pod that has this volume. */
function ofVolume(volume: object): readonly string[] {
  return errorsOf(pod, podOf({ volumes: [{ name: 'v', ...volume }] }));
}

describe('volumes', () => {
  const at = 'spec.volumes[0]';
  it.each(
    cases([
      [
        'a negative limit',
        { emptyDir: { sizeLimit: '-1' } },
        `${at}.emptyDir.sizeLimit: Forbidden: SizeLimit field must be a valid resource quantity`,
      ],
      [
        'a path back',
        { hostPath: { path: '/a/../b', type: 'Odd' } },
        `${at}.hostPath.path: Invalid value: "/a/../b": must not contain '..'`,
        `${at}.hostPath.type: Unsupported value: "Odd": supported values: "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"`,
      ],
      [
        'modes',
        {
          secret: {
            secretName: 's',
            defaultMode: 512,
            items: [{ key: '', path: '..a', mode: -1 }],
          },
        },
        `${at}.secret.defaultMode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive`,
        `${at}.secret.items[0].key: Required value`,
        `${at}.secret.items[0].path: Invalid value: "..a": must not start with '..'`,
        `${at}.secret.items[0].mode: Invalid value: -1: must be a number between 0 and 0777 (octal), both inclusive`,
      ],
      [
        'files of nothing',
        {
          downwardAPI: {
            items: [{ path: '/a' }, { path: 'b', resourceFieldRef: { resource: 'limits.cpu' } }],
          },
        },
        `${at}.downwardAPI.path: Invalid value: "/a": must be a relative path`,
        `${at}.downwardAPI: Required value: one of fieldRef and resourceFieldRef is required`,
        `${at}.downwardAPI.resourceFieldRef.containerName: Required value`,
      ],
      [
        'files in one place',
        {
          projected: {
            sources: [
              { secret: { name: 's', items: [{ key: 'a', path: 'p' }] } },
              {
                configMap: { name: 'c', items: [{ key: 'a', path: 'p' }] },
                downwardAPI: { items: [{ path: 'p', fieldRef: { fieldPath: 'metadata.name' } }] },
              },
            ],
          },
        },
        `${at}.projected: Invalid value: "c": conflicting duplicate paths`,
        `${at}.projected: Invalid value: "p": conflicting duplicate paths`,
        `${at}.projected.sources[1]: Forbidden: may not specify more than 1 volume type`,
      ],
      [
        'a short token',
        { projected: { sources: [{ serviceAccountToken: { expirationSeconds: 5 } }] } },
        `${at}.projected.sources[0].serviceAccountToken.expirationSeconds: Invalid value: 5: may not specify a duration less than 10 minutes`,
        `${at}.projected.path: Required value`,
        `${at}.projected.sources[0].serviceAccountToken: Forbidden: must not be specified when serviceAccountName is not set`,
      ],
      [
        'a claim without a template',
        { ephemeral: {} },
        `${at}.ephemeral.volumeClaimTemplate: Required value`,
      ],
      [
        'a claim with a name',
        {
          ephemeral: {
            volumeClaimTemplate: {
              metadata: { name: 'n' },
              spec: { accessModes: ['ReadWriteOnce'] },
            },
          },
        },
        `${at}.ephemeral.volumeClaimTemplate.metadata.name: Forbidden: cannot be set for an ephemeral volume`,
        `${at}.ephemeral.volumeClaimTemplate.spec.resources[storage]: Required value`,
      ],
      [
        'a relative share',
        { nfs: { path: 'a' } },
        `${at}.nfs.server: Required value`,
        `${at}.nfs.path: Invalid value: "a": must be an absolute path`,
      ],
      [
        'a partition',
        { gcePersistentDisk: { pdName: '', partition: 256 } },
        `${at}.persistentDisk.pdName: Required value`,
        `${at}.persistentDisk.partition: Invalid value: 256: must be between 1 and 255, inclusive`,
      ],
      [
        'a target',
        {
          iscsi: {
            targetPortal: 'p',
            iqn: 'iqn.2020',
            lun: 256,
            chapAuthSession: true,
            initiatorName: 'x',
          },
        },
        `${at}.iscsi.iqn: Invalid value: "iqn.2020": must be valid format`,
        `${at}.iscsi.lun: Invalid value: 256: must be between 0 and 255, inclusive`,
        `${at}.iscsi.secretRef: Required value`,
        `${at}.iscsi.initiatorname: Invalid value: "x": must be valid format starting with iqn, eui, or naa`,
      ],
      [
        'a channel',
        { fc: { targetWWNs: ['a'], wwids: ['b'] } },
        `${at}.fc.targetWWNs: Invalid value: []string{"a"}: targetWWNs and wwids can not be specified simultaneously`,
        `${at}.fc.lun: Required value: lun is required if targetWWNs is specified`,
      ],
      [
        'a driver',
        { csi: { driver: 'A_', nodePublishSecretRef: {} } },
        `${at}.csi.driver: Invalid value: "A_": ${messages.subdomain}`,
        `${at}.csi.nodePublishSecretRef.name: Required value`,
      ],
      [
        'reserved options',
        { flexVolume: { options: { 'x.kubernetes.io/a': 'b' } } },
        `${at}.flexVolume.driver: Required value`,
        `${at}.flexVolume.options[x.kubernetes.io/a]: Invalid value: "x.kubernetes.io/a": kubernetes.io and k8s.io namespaces are reserved`,
      ],
      [
        'a disk',
        { azureDisk: { diskName: 'd', diskURI: 'u', kind: 'Managed' } },
        `${at}.azureDisk.diskURI: Unsupported value: "u": supported values: "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}"`,
      ],
      [
        'a registry',
        { quobyte: { registry: 'a', volume: 'v' } },
        `${at}.quobyte.registry: Invalid value: "a": must be a host:port pair or multiple pairs separated by commas`,
      ],
      [
        'a data set',
        { flocker: {} },
        `${at}.flocker: Required value: one of datasetName and datasetUUID is required`,
      ],
      [
        'a repository',
        { gitRepo: { directory: '/a' } },
        `${at}.gitRepo.repository: Required value`,
        `${at}.gitRepo.directory: Invalid value: "/a": must be a relative path`,
      ],
      [
        'names of storage',
        { rbd: { monitors: [] } },
        `${at}.rbd.monitors: Required value`,
        `${at}.rbd.image: Required value`,
      ],
      [
        'two sources',
        { emptyDir: {}, downwardAPI: {}, cephfs: {} },
        `${at}.cephFS: Forbidden: may not specify more than 1 volume type`,
        `${at}.downwarAPI: Forbidden: may not specify more than 1 volume type`,
      ],
    ]),
  )('check $what', ({ parts: volume, told }) => {
    expect(ofVolume(volume)).toEqual(told);
  });

  it('that are wrong cannot be mounted', () => {
    const volumes = [{ name: 'v', hostPath: { path: '' } }];
    const containers = [{ ...container, volumeMounts: [{ name: 'v', mountPath: '/v' }] }];
    expect(errorsOf(pod, podOf({ containers, volumes }))).toEqual([
      'spec.volumes[0].hostPath.path: Required value',
      'spec.containers[0].volumeMounts[0].name: Not found: "v"',
    ]);
  });

  it('do not share claims that are made for them', () => {
    const template = {
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } },
    };
    const volumes = [
      { name: 'e', ephemeral: { volumeClaimTemplate: template } },
      { name: 'c', persistentVolumeClaim: { claimName: 'p-e' } },
    ];
    expect(errorsOf(pod, podOf({ volumes }))).toEqual([
      'spec.volumes[1].persistentVolumeClaim.claimName: Invalid value: "p-e": must not reference a PVC that gets created for an ephemeral volume',
    ]);
  });
});

describe('defaults of volumes', () => {
  it.each<[volume: object, filled: object]>([
    [
      { rbd: { image: 'i', pool: '' } },
      { pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' },
    ],
    [{ rbd: { pool: 'p', user: 'u', keyring: 'k' } }, { pool: 'p', user: 'u', keyring: 'k' }],
    [{ iscsi: { lun: 0 } }, { iscsiInterface: 'default' }],
    [
      { azureDisk: { diskName: 'd' } },
      { cachingMode: 'ReadWrite', kind: 'Shared', fsType: 'ext4', readOnly: false },
    ],
    [{ azureDisk: { fsType: '', readOnly: true } }, { fsType: '', readOnly: true }],
    [{ scaleIO: { gateway: 'g' } }, { storageMode: 'ThinProvisioned', fsType: 'xfs' }],
    [
      { ephemeral: { volumeClaimTemplate: { spec: {} } } },
      { volumeClaimTemplate: { spec: { volumeMode: 'Filesystem' } } },
    ],
  ])('%j', (volume, filled) => {
    const [source] = Object.keys(volume);
    const whole = pod.rules.defaults!(
      podOf({ volumes: [{ name: 'v', ...volume }] }) as never,
      defaultProfile,
    );
    expect(whole.spec.volumes![0]).toMatchObject({ [source!]: filled });
  });
});

describe('nodes', () => {
  it('do not keep what configures kubelets from the API', () => {
    const object = {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'n' },
      spec: { configSource: {}, providerID: 'x' },
      status: { config: {} },
    } as unknown as Node;
    const whole = node.rules.prepareCreate!(
      node.rules.defaults!(object, defaultProfile),
      {} as never,
    );
    expect(whole.spec).toEqual({ providerID: 'x' });
    expect(whole.status).not.toHaveProperty('config');
    expect(partOf(node, 'status').trim!(object, object, {} as never).status).not.toHaveProperty(
      'config',
    );
  });
});
