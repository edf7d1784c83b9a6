/** CSINodes: the storage drivers that run on a node. */
import { ageColumn, column } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import { changeElements, changeField, fillAbsent } from '#values';
import { statusAlone } from '../object/subresources.ts';
import type { Profile } from '../profile/profile.ts';
import { validateMetadata } from '../object/validate-metadata.ts';
import type { CSINode, CSINodeDriver, CSINodeSpec } from '#types';
import { volumeChecks } from '../late-checks.ts';

export const csiNode = defineKind<CSINode>({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSINode',
  plural: 'csinodes',
  namespaced: false,
  wire: { requiresVersion: true, deleteAnswersObject: true },
  subresources: { status: statusAlone() },
  rules: {
    load: volumeChecks.load,
    defaults: (object, profile) =>
      changeField(fillAbsent(object, emptyIn(profile)), 'spec', (spec) =>
        changeElements(fillAbsent(spec, noDrivers), 'drivers', (driver) =>
          fillAbsent(driver, noTopology),
        ),
      ),
    validate: (errors, object) => volumeChecks.code.validateCsiNode(errors, object.spec),
    validateUpdate(errors, object, old) {
      // v1.24 checks all of it twice.
      validateMetadata(errors, object.metadata, csiNode);
      volumeChecks.code.validateCsiNode(errors, object.spec);
      validateMetadata(errors, object.metadata, csiNode);
      volumeChecks.code.validateCsiNode(errors, object.spec);
      volumeChecks.code.validateCsiNodeChange(errors, object.spec, old.spec);
    },
  },
  table: {
    columns: [
      column('Drivers', 'integer', 'Number of drivers.', ({ spec }) => (spec.drivers ?? []).length),
      ageColumn,
    ],
  },
  view: {
    isLeftOutOfSummary: true,
    isMadeByOthers: true,
    madeFor: ['PersistentVolume', 'volumeClaimTemplate'],
  },
});

function emptyIn(profile: Profile): Partial<CSINode> {
  return { spec: noDrivers, ...(profile.enabled('CSINodesHaveStatus') && { status: {} }) };
}

/** Lists that are printed even when they are absent, which the types leave out. */
const noDrivers = { drivers: null } as unknown as CSINodeSpec;
const noTopology = { topologyKeys: null } as unknown as Partial<CSINodeDriver>;
