/** Leases: heartbeats of nodes and locks of leaders. */
import { ageColumn, column } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import { invalid, show, type FieldErrors } from '#values';
import { validatePlainMetadataUpdate } from '../object/validate-metadata.ts';
import { validateNonNegative } from '../object/validate-values.ts';
import type { Lease, LeaseSpec } from '#types';

export const lease = defineKind<Lease>({
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  plural: 'leases',
  namespaced: true,
  wire: { createOnUpdate: true, requiresVersion: true },
  rules: {
    metadataChecks: 'plain',
    defaults: (object) => (object.spec == null ? { ...object, spec: {} } : object),
    validate: (errors, object) => validateSpec(errors, object.spec),
    validateUpdate(errors, object, old) {
      validatePlainMetadataUpdate(errors, object.metadata, old.metadata);
      validateSpec(errors, object.spec);
    },
  },
  table: {
    columns: [
      column(
        'Holder',
        'string',
        'Who holds the lease.',
        (object) => object.spec.holderIdentity ?? '',
      ),
      ageColumn,
    ],
  },
  view: { isLeftOutOfSummary: true, isMadeByOthers: true },
});

function validateSpec(
  errors: FieldErrors,
  { leaseDurationSeconds, leaseTransitions }: LeaseSpec,
): void {
  if (leaseDurationSeconds != null && leaseDurationSeconds <= 0) {
    errors.push(
      invalid('spec.leaseDurationSeconds', show(leaseDurationSeconds), 'must be greater than 0'),
    );
  }
  validateNonNegative(errors, leaseTransitions, 'spec.leaseTransitions');
}
