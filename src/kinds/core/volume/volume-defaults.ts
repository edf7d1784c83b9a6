/** The defaults of v1.24 for volumes of pods, and for values that are taken from fields. */
import {
  changeField,
  fillAbsent,
  fillUnset,
  imageTag,
  changingElements,
  changingField,
  andThen,
  type Resumable,
} from '#values';
import type {
  DownwardAPIVolumeSource,
  EnvVarSource,
  ImageVolumeSource,
  ProjectedVolumeSource,
  Volume,
} from '#types';

/** Permissions of files made from objects: 0644, in decimal. */
const fileMode = { defaultMode: 420 };

/** For volumes in external storage: where Go has no pointer, an empty value counts as absent. */
const rbd = { pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' };
const iscsi = { iscsiInterface: 'default' };
const azureDisk = { cachingMode: 'ReadWrite', kind: 'Shared', fsType: 'ext4', readOnly: false };
const scaleIO = { storageMode: 'ThinProvisioned', fsType: 'xfs' };
const claim = { volumeMode: 'Filesystem' };

/** @param hasImages images are known as volumes */
export function defaultingVolume(volume: Volume, hasImages: boolean): Volume | Resumable<Volume> {
  let filled = hasSource(volume) ? volume : { ...volume, emptyDir: {} };
  filled = changeField(filled, 'secret', (source) => fillAbsent(source, fileMode));
  filled = changeField(filled, 'configMap', (source) => fillAbsent(source, fileMode));
  return andThen(changingField(filled, 'downwardAPI', defaultingDownwardApi), (sourced) =>
    andThen(changingField(sourced, 'projected', defaultingProjected), (projected) =>
      defaultOthers(projected, hasImages),
    ),
  );
}

function defaultOthers(volume: Volume, hasImages: boolean): Volume {
  let filled = defaultBackend(volume);
  if (hasImages) filled = changeField(filled, 'image', defaultImage);
  return changeField(filled, 'ephemeral', (source) =>
    changeField(source, 'volumeClaimTemplate', (template) =>
      changeField(template, 'spec', (spec) => fillAbsent(spec, claim)),
    ),
  );
}

function defaultImage(source: ImageVolumeSource): ImageVolumeSource {
  const isLatest = imageTag(source.reference ?? '') === 'latest';
  return fillUnset(source, { pullPolicy: isLatest ? 'Always' : 'IfNotPresent' });
}

/** The sources in storage systems, which pods and persistent volumes share. */
type Backends = Pick<Volume, 'azureDisk' | 'hostPath'> & {
  readonly rbd?: Partial<typeof rbd>;
  readonly iscsi?: Partial<typeof iscsi>;
  readonly scaleIO?: Partial<typeof scaleIO>;
};

/** Also for the source of a persistent volume. */
export function defaultBackend<T extends Backends>(volume: T): T {
  let filled: Backends = volume;
  filled = changeField(filled, 'hostPath', (source) => fillAbsent(source, { type: '' }));
  filled = changeField(filled, 'rbd', (source) => fillUnset(source, rbd));
  filled = changeField(filled, 'iscsi', (source) => fillUnset(source, iscsi));
  filled = changeField(filled, 'azureDisk', (source) => fillAbsent(source, azureDisk));
  filled = changeField(filled, 'scaleIO', (source) => fillUnset(source, scaleIO));
  return filled as T;
}

function hasSource(volume: Volume): boolean {
  for (const field in volume) {
    if (field !== 'name' && volume[field as keyof Volume] != null) return true;
  }
  return false;
}

function defaultingDownwardApi(
  source: DownwardAPIVolumeSource,
): DownwardAPIVolumeSource | Resumable<DownwardAPIVolumeSource> {
  return changingElements(fillAbsent(source, fileMode), 'items', defaultFieldSources);
}

function defaultingProjected(
  projected: ProjectedVolumeSource,
): ProjectedVolumeSource | Resumable<ProjectedVolumeSource> {
  return changingElements(fillAbsent(projected, fileMode), 'sources', (source) => {
    const token = changeField(source, 'serviceAccountToken', (projection) =>
      fillAbsent(projection, { expirationSeconds: 3600 }),
    );
    return changingField(token, 'downwardAPI', (projection) =>
      changingElements(projection, 'items', defaultFieldSources),
    );
  });
}

/** The source of a value: a field of the pod, or a resource of a container. */
type FieldSources = Pick<EnvVarSource, 'fieldRef' | 'resourceFieldRef' | 'fileKeyRef'>;

export function defaultFieldSources<T extends FieldSources>(source: T): T {
  let filled: FieldSources = source;
  filled = changeField(filled, 'fieldRef', (reference) =>
    fillUnset(reference, { apiVersion: 'v1' }),
  );
  filled = changeField(filled, 'resourceFieldRef', (reference) =>
    fillUnset(reference, { divisor: '0' }),
  );
  filled = changeField(filled, 'fileKeyRef', (reference) =>
    fillAbsent(reference, { optional: false }),
  );
  return filled as T;
}
