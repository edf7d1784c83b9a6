/** What v1.24 fills in for volumes and for values that are taken from fields. */
import { describe, expect, it } from 'vitest';
import type { Volume } from '#types';
import { runToEnd } from '#values';
import {
  defaultFieldSources,
  defaultingVolume,
} from '../../../../src/kinds/core/volume/volume-defaults.ts';

const filled = (source: object): object => {
  const { name, ...rest } = runToEnd(defaultingVolume({ name: 'v', ...source } as Volume, true));
  expect(name).toBe('v');
  return rest;
};

describe('the defaults of a volume', () => {
  const rbd = { pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' };
  const disk = { cachingMode: 'ReadWrite', kind: 'Shared', fsType: 'ext4', readOnly: false };
  it.each<[string, object, object]>([
    ['no source', {}, { emptyDir: {} }],
    ['a source that is null', { secret: null }, { secret: null, emptyDir: {} }],
    ['an empty folder', { emptyDir: { medium: 'Memory' } }, { emptyDir: { medium: 'Memory' } }],
    [
      'a secret',
      { secret: { secretName: 's' } },
      { secret: { secretName: 's', defaultMode: 420 } },
    ],
    ['a secret with a mode', { secret: { defaultMode: 0 } }, { secret: { defaultMode: 0 } }],
    ['a map', { configMap: { name: 'm' } }, { configMap: { name: 'm', defaultMode: 420 } }],
    ['the pod', { downwardAPI: {} }, { downwardAPI: { defaultMode: 420 } }],
    [
      'fields of the pod',
      { downwardAPI: { items: [{ path: 'p', fieldRef: { fieldPath: 'f' } }] } },
      {
        downwardAPI: {
          defaultMode: 420,
          items: [{ path: 'p', fieldRef: { fieldPath: 'f', apiVersion: 'v1' } }],
        },
      },
    ],
    [
      'several sources',
      {
        projected: {
          sources: [
            { serviceAccountToken: { path: 't' } },
            { serviceAccountToken: { path: 't', expirationSeconds: 600 } },
            { downwardAPI: { items: [{ path: 'p', resourceFieldRef: { resource: 'r' } }] } },
          ],
        },
      },
      {
        projected: {
          defaultMode: 420,
          sources: [
            { serviceAccountToken: { path: 't', expirationSeconds: 3600 } },
            { serviceAccountToken: { path: 't', expirationSeconds: 600 } },
            {
              downwardAPI: {
                items: [{ path: 'p', resourceFieldRef: { resource: 'r', divisor: '0' } }],
              },
            },
          ],
        },
      },
    ],
    ['a folder of the node', { hostPath: { path: '/' } }, { hostPath: { path: '/', type: '' } }],
    ['Ceph', { rbd: {} }, { rbd }],
    ['Ceph with an empty user', { rbd: { user: '', pool: 'p' } }, { rbd: { ...rbd, pool: 'p' } }],
    ['iSCSI', { iscsi: {} }, { iscsi: { iscsiInterface: 'default' } }],
    ['a disk of Azure', { azureDisk: {} }, { azureDisk: disk }],
    [
      'a disk of Azure with an empty type',
      { azureDisk: { fsType: '', readOnly: true } },
      { azureDisk: { ...disk, fsType: '', readOnly: true } },
    ],
    ['ScaleIO', { scaleIO: {} }, { scaleIO: { storageMode: 'ThinProvisioned', fsType: 'xfs' } }],
    [
      'a claim of its own',
      { ephemeral: { volumeClaimTemplate: { spec: {} } } },
      { ephemeral: { volumeClaimTemplate: { spec: { volumeMode: 'Filesystem' } } } },
    ],
    [
      'a claim of its own with a mode',
      { ephemeral: { volumeClaimTemplate: { spec: { volumeMode: 'Block' } } } },
      { ephemeral: { volumeClaimTemplate: { spec: { volumeMode: 'Block' } } } },
    ],
  ])('%s', (_, given, expected) => {
    expect(filled(given)).toEqual(expected);
  });

  it('of a source that needs none leave the volume as it is', () => {
    const volume: Volume = { name: 'v', emptyDir: {} };
    expect(runToEnd(defaultingVolume(volume, true))).toBe(volume);
  });
});

it('a value from a field has the version of the field, one from a resource its divisor', () => {
  const fieldRef = { fieldPath: 'f' };
  expect(defaultFieldSources({ fieldRef })).toEqual({
    fieldRef: { ...fieldRef, apiVersion: 'v1' },
  });
  const own = { fieldRef: { fieldPath: 'f', apiVersion: 'v2' } };
  expect(defaultFieldSources(own)).toEqual(own);
  const resourceFieldRef = { resource: 'r', divisor: '1m' };
  expect(defaultFieldSources({ resourceFieldRef })).toEqual({ resourceFieldRef });
});
