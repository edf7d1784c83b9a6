/** A claim and a volume, and what one look at them does. */
import type { KubeObject } from '#values';
import type { PersistentVolume, PersistentVolumeClaim } from '#types';
import {
  Latest,
  type BinderCaches,
} from '../../../../controllers/persistentvolume/binder-caches.ts';
import { listerOf } from '../handlers/recording.ts';

export const claimOf = (
  spec: object = {},
  annotations: Readonly<Record<string, string>> = {},
  phase = 'Pending',
): PersistentVolumeClaim =>
  ({
    metadata: { namespace: 'n', name: 'c', uid: 'cu', resourceVersion: '5', annotations },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
    status: { phase },
  }) as never;

export const volumeOf = (
  spec: object = {},
  phase = 'Available',
  annotations?: Readonly<Record<string, string>>,
): PersistentVolume =>
  ({
    metadata: { name: 'v', uid: 'vu', resourceVersion: '6', ...(annotations && { annotations }) },
    spec: {
      ...{ capacity: { storage: '5Gi' }, accessModes: ['ReadWriteOnce'] },
      ...{ persistentVolumeReclaimPolicy: 'Retain', ...spec },
    },
    status: { phase },
  }) as never;

export const seenOf = (parts: {
  readonly claims?: readonly KubeObject[];
  readonly volumes?: readonly KubeObject[];
  readonly classes?: readonly object[];
}): BinderCaches => {
  const { claims = [], volumes = [], classes = [] } = parts;
  return {
    claims: new Latest(listerOf(claims) as never),
    volumes: new Latest(listerOf(volumes) as never),
    classes: listerOf(classes as readonly KubeObject[]) as never,
    pods: { byIndex: () => [] } as never,
  };
};

/** What was done, with only the parts of objects that a binder changes. */
export function shown(done: readonly unknown[]): readonly unknown[] {
  return done.map((each) => {
    if (typeof each === 'string') return each;
    const [what, object] = each as [string, PersistentVolume & PersistentVolumeClaim];
    if (object.metadata === undefined) return [what, object];
    if (what.endsWith('/status')) return [what, object.status];
    const { claimRef, volumeName } = object.spec;
    const { annotations } = object.metadata;
    return [
      what,
      { ...(claimRef && { claimRef }), ...(volumeName && { volumeName }), annotations },
    ];
  });
}

export const claimRef = {
  ...{ kind: 'PersistentVolumeClaim', apiVersion: 'v1', namespace: 'n', name: 'c', uid: 'cu' },
  resourceVersion: '5',
};
export const boundStatus = {
  ...{ phase: 'Bound', accessModes: ['ReadWriteOnce'], capacity: { storage: '5Gi' } },
};
