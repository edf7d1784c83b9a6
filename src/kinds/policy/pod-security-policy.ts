/** PodSecurityPolicies, as objects: no admission of v1.24 applies them by default. */
import { column } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import { changeField, fillAbsent, type FieldErrors } from '#values';
import { validateMetadataUpdate } from '../object/validate-metadata.ts';
import type { PodSecurityPolicy, PodSecurityPolicySpec } from '#types';
import { rareChecks } from '../late-checks.ts';

export const podSecurityPolicy = defineKind<PodSecurityPolicy>({
  group: 'policy',
  version: 'v1beta1',
  kind: 'PodSecurityPolicy',
  plural: 'podsecuritypolicies',
  namespaced: false,
  names: { shortNames: ['psp'] },
  wire: { storagePath: 'podsecuritypolicy', deleteAnswersObject: true },
  rules: {
    load: rareChecks.load,
    defaults(object) {
      const whole = fillAbsent(object, { spec: noSpec });
      return changeField(whole, 'spec', (spec) =>
        fillAbsent(spec, { ...noSpec, allowPrivilegeEscalation: true }),
      );
    },
    validate: validatePolicy,
    validateUpdate(errors, object, old) {
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      validatePolicy(errors, object);
    },
  },
  table: {
    columns: [
      column('Priv', 'string', 'Whether containers may be privileged.', ({ spec }) =>
        String(spec.privileged === true),
      ),
      column('Caps', 'string', 'Capabilities that may be added.', ({ spec }) =>
        (spec.allowedCapabilities ?? []).join(','),
      ),
      column('SELinux', 'string', 'Rule for SELinux labels.', ({ spec }) => spec.seLinux.rule),
      column('RunAsUser', 'string', 'Rule for users.', ({ spec }) => spec.runAsUser.rule),
      column(
        'FsGroup',
        'string',
        'Rule for groups of volumes.',
        ({ spec }) => spec.fsGroup.rule ?? '',
      ),
      column('SupGroup', 'string', 'Rule for more groups.', ({ spec }) => {
        return spec.supplementalGroups.rule ?? '';
      }),
      column(
        'ReadOnlyRootFs',
        'string',
        'Whether root file systems must be read only.',
        (object) => {
          return object.spec.readOnlyRootFilesystem === true;
        },
      ),
      column('Volumes', 'string', 'Types of volumes that are allowed.', ({ spec }) =>
        (spec.volumes ?? []).join(','),
      ),
    ],
  },
});

const noSpec: PodSecurityPolicySpec = {
  fsGroup: {},
  runAsUser: { rule: '' },
  seLinux: { rule: '' },
  supplementalGroups: {},
};

function validatePolicy(errors: FieldErrors, { metadata, spec }: PodSecurityPolicy): void {
  rareChecks.code.validatePolicyAnnotations(errors, metadata.annotations, 'metadata.annotations');
  rareChecks.code.validatePodSecurityPolicySpec(errors, spec);
}
