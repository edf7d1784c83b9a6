/** CSIDrivers: what the cluster knows of a storage driver. */
import { ageColumn, column, none } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import { changeField, fillAbsent, semanticEqual } from '#values';
import type { Profile } from '../profile/profile.ts';
import { validateMetadataUpdate } from '../object/validate-metadata.ts';
import type { CSIDriver, CSIDriverSpec } from '#types';
import { volumeChecks } from '../late-checks.ts';

export const csiDriver = defineKind<CSIDriver>({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSIDriver',
  plural: 'csidrivers',
  namespaced: false,
  wire: { requiresVersion: true, deleteAnswersObject: true },
  rules: {
    load: volumeChecks.load,
    defaults: (object, profile) =>
      changeField(fillAbsent(object, { spec: {} }), 'spec', (spec) => {
        const filled = fillAbsent(spec, { ...whole, ...gatedIn(profile) });
        return (filled.volumeLifecycleModes ?? []).length > 0
          ? filled
          : { ...filled, volumeLifecycleModes: ['Persistent'] };
      }),
    prepareUpdate: (object, old, { profile }) =>
      isChanged(object.spec, old.spec, profile) ? raised(object) : object,
    validate: (errors, object) => volumeChecks.code.validateDriverSpec(errors, object.spec),
    validateUpdate(errors, object, old) {
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      volumeChecks.code.validateDriverSpec(errors, object.spec);
      volumeChecks.code.validateDriverChange(errors, object.spec, old.spec);
    },
    warnings({ spec }, old, profile) {
      const { tokenRequests = [], serviceAccountTokenInSecrets } = spec;
      if (!profile.enabled('CSIServiceAccountTokenSecrets')) return [];
      const isChanged = old === undefined || !semanticEqual(tokenRequests, old.spec.tokenRequests);
      if (!isChanged || tokenRequests.length === 0 || serviceAccountTokenInSecrets != null)
        return [];
      const advice = 'set to true to prevent possible logging of tokens in volume attributes';
      const field = 'spec.serviceAccountTokenInSecrets';
      return [`${field} is unset; if supported by this CSI driver, ${advice}`];
    },
  },
  table: {
    columns: [
      column('AttachRequired', 'boolean', 'Whether volumes are attached to nodes.', ({ spec }) => {
        return spec.attachRequired ?? true;
      }),
      column('PodInfoOnMount', 'boolean', 'Whether it is shown the pod of a mount.', ({ spec }) => {
        return spec.podInfoOnMount === true;
      }),
      column('StorageCapacity', 'boolean', 'Whether it reports its capacity.', ({ spec }) => {
        return spec.storageCapacity === true;
      }),
      column('TokenRequests', 'string', 'For whom it gets tokens of the pod.', ({ spec }) => {
        return spec.tokenRequests?.map(({ audience }) => audience).join(',') ?? '<unset>';
      }),
      column('RequiresRepublish', 'boolean', 'Whether mounts are renewed.', ({ spec }) => {
        return spec.requiresRepublish === true;
      }),
      column('Modes', 'string', 'The lifetimes of volumes that it supports.', ({ spec }) => {
        return (spec.volumeLifecycleModes ?? []).join(',') || none;
      }),
      ageColumn,
    ],
  },
});

const whole: CSIDriverSpec = {
  attachRequired: true,
  podInfoOnMount: false,
  storageCapacity: false,
  fsGroupPolicy: 'ReadWriteOnceWithFSType',
  requiresRepublish: false,
};

function gatedIn(profile: Profile): Partial<CSIDriverSpec> {
  return {
    ...(profile.enabled('SELinuxMountReadWriteOncePod') && { seLinuxMount: false }),
    ...(profile.enabled('VolumeLimitScaling') && { preventPodSchedulingIfMissing: false }),
  };
}

/** New drivers have no generation, and at first only these fields count. */
function isChanged(spec: CSIDriverSpec, old: CSIDriverSpec, profile: Profile): boolean {
  if (profile.enabled('CSIDriverSpecGeneration')) return !semanticEqual(spec, old);
  return (
    !semanticEqual(spec.tokenRequests, old.tokenRequests) ||
    spec.requiresRepublish !== old.requiresRepublish ||
    spec.seLinuxMount !== old.seLinuxMount
  );
}

function raised(driver: CSIDriver): CSIDriver {
  const { metadata } = driver;
  return { ...driver, metadata: { ...metadata, generation: (metadata.generation ?? 0) + 1 } };
}
