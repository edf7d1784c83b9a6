/** Runtime classes: what runs the containers of a pod. */
import { ageColumn, column } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import { fillAbsent } from '#values';
import { validatePlainMetadata, validatePlainMetadataUpdate } from '../object/validate-metadata.ts';
import { servedVersion } from '../object/served-version.ts';
import type { RuntimeClass } from '#types';
import { rareChecks, warningTexts } from '../late-checks.ts';

export const runtimeClass: Kind<RuntimeClass> = defineKind<RuntimeClass>({
  group: 'node.cluster.io',
  version: 'v1',
  kind: 'RuntimeClass',
  plural: 'runtimeclasses',
  namespaced: false,
  wire: { storageVersion: 'node.k8s.io/v1', createOnUpdate: true, requiresVersion: true },
  rules: {
    load: rareChecks.load,
    metadataChecks: 'plain',
    defaults: (object) => fillAbsent(object, { handler: '' }),
    warnings: ({ scheduling }, _old, release) =>
      Object.keys(scheduling?.nodeSelector ?? {}).flatMap((label) => {
        const replacement = warningTexts.code.renamedLabel(label, release);
        return replacement === undefined ? [] : [`scheduling.nodeSelector: ${replacement}`];
      }),
    validate(errors, object, { profile }) {
      rareChecks.code.validateRuntimeClass(errors, object);
      rareChecks.code.validateHandler(errors, object, undefined, profile);
    },
    // v1.24 checks an updated RuntimeClass as a new one, then as an update.
    validateUpdate(errors, object, old, { profile }) {
      validatePlainMetadata(errors, object.metadata, runtimeClass);
      rareChecks.code.validateRuntimeClass(errors, object);
      validatePlainMetadataUpdate(errors, object.metadata, old.metadata);
      rareChecks.code.validateHandler(errors, object, old, profile);
    },
  },
  table: {
    columns: [
      // v1.24 has no description of it.
      column('Handler', 'string', '', ({ handler }) => handler ?? ''),
      ageColumn,
    ],
  },
});

/** The same objects in the group that Kubernetes has them in, where clients look for them. */
export const runtimeClassOfKubernetes: Kind<RuntimeClass> = servedVersion(runtimeClass, {
  group: 'node.k8s.io',
  version: 'v1',
  toStorage: (object: RuntimeClass) => object,
  fromStorage: (stored) => stored,
});

export const runtimeClassBeta: Kind<RuntimeClass> = servedVersion(runtimeClass, {
  group: 'node.k8s.io',
  version: 'v1beta1',
  toStorage: (object: RuntimeClass) => object,
  fromStorage: (stored) => stored,
});
