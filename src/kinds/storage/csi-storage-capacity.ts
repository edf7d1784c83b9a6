/** CSIStorageCapacities: how much space a storage class has left, by part of the cluster. */
import { createdAtColumn } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import {
  fillAbsent,
  invalid,
  invalidFor,
  show,
  type FieldErrors,
  showSelector,
  checkDns1123Subdomain,
  parseQuantity,
} from '#values';
import { validateLabelSelector } from '../object/validate-labels.ts';
import {
  validateMetadata,
  validateMetadataUpdate,
  validateSame,
  validateUnchanged,
} from '../object/validate-metadata.ts';
import { notNegative } from '../object/validate-values.ts';
import { servedVersion } from '../object/served-version.ts';
import type { CSIStorageCapacity } from '#types';

export const csiStorageCapacity: Kind<CSIStorageCapacity> = defineKind<CSIStorageCapacity>({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSIStorageCapacity',
  plural: 'csistoragecapacities',
  namespaced: true,
  wire: { requiresVersion: true },
  rules: {
    defaults: (object) => fillAbsent(object, { storageClassName: '' }),
    validate(errors, object, { profile }) {
      validateCapacity(errors, object);
      if (!profile.enabled('CapacitiesCheckedTwice')) return;
      validateMetadata(errors, object.metadata, csiStorageCapacity);
      validateCapacity(errors, object);
    },
    validateUpdate(errors, object, old) {
      validateMetadata(errors, object.metadata, csiStorageCapacity);
      validateCapacity(errors, object);
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      const { nodeTopology, storageClassName } = object;
      validateUnchanged(errors, nodeTopology, old.nodeTopology, 'nodeTopology', showSelector);
      validateSame(errors, storageClassName, old.storageClassName, 'storageClassName');
    },
  },
  table: { defaultTable: true, columns: [createdAtColumn] },
  view: {
    isLeftOutOfSummary: true,
    isMadeByOthers: true,
    madeFor: ['PersistentVolume', 'volumeClaimTemplate'],
  },
});

export const csiStorageCapacityBeta: Kind<CSIStorageCapacity> = servedVersion(csiStorageCapacity, {
  version: 'v1beta1',
  toStorage: (object: CSIStorageCapacity) => object,
  fromStorage: (stored) => stored,
});

function validateCapacity(
  errors: FieldErrors,
  { nodeTopology, storageClassName = '', capacity }: CSIStorageCapacity,
): void {
  validateLabelSelector(errors, nodeTopology, 'nodeTopology');
  const messages = checkDns1123Subdomain(storageClassName);
  invalidFor(errors, 'storageClassName', storageClassName, messages);
  if (capacity != null && parseQuantity(capacity).sign() < 0) {
    errors.push(invalid('capacity', show(capacity), notNegative));
  }
}
