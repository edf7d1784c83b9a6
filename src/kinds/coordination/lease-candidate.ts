/** LeaseCandidates: who may lead, of those that let the control plane choose. In the oldest version that still is served. */
import { ageColumn, column } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import {
  immutable,
  validateMetadata,
  validateMetadataUpdate,
} from '../object/validate-metadata.ts';
import {
  checkConfigKey,
  checkQualifiedName,
  compareSemanticVersions,
  fillAbsent,
  invalid,
  invalidFor,
  readSemanticVersion,
  notSupported,
  required,
  show,
  type FieldErrors,
  type SemanticVersion,
} from '#values';
import type { coordinationV1Beta1 } from '#types';

type LeaseCandidate = coordinationV1Beta1.LeaseCandidate;
type LeaseCandidateSpec = coordinationV1Beta1.LeaseCandidateSpec;

/** What cannot be read counts as the first version of all. */
const unreadable = readSemanticVersion('0.0.0')!;
const oldest = 'OldestEmulationVersion';

export const leaseCandidate: Kind<LeaseCandidate> = defineKind<LeaseCandidate>({
  group: 'coordination.k8s.io',
  version: 'v1beta1',
  kind: 'LeaseCandidate',
  plural: 'leasecandidates',
  namespaced: true,
  wire: {
    createOnUpdate: true,
    requiresVersion: true,
    selectableFields: { 'spec.leaseName': ({ spec }) => spec.leaseName },
  },
  rules: {
    defaults: (object) => fillAbsent(object, { spec: {} as LeaseCandidateSpec }),
    validateName: checkConfigKey,
    validate: (errors, { spec }) => validateSpec(errors, spec),
    validateUpdate(errors, { metadata, spec }, old) {
      validateMetadata(errors, metadata, leaseCandidate);
      validateMetadataUpdate(errors, metadata, old.metadata);
      validateSpec(errors, spec);
      if (spec.leaseName === old.spec.leaseName) return;
      errors.push(invalid('spec.leaseName', show(spec.leaseName), immutable));
    },
  },
  table: {
    columns: [
      column('LeaseName', 'string', 'What it may hold.', ({ spec }) => spec.leaseName),
      column('BinaryVersion', 'string', 'Its version.', ({ spec }) => spec.binaryVersion),
      column('EmulationVersion', 'string', 'The version that it behaves as.', ({ spec }) => {
        return spec.emulationVersion ?? '';
      }),
      ageColumn,
    ],
  },
  view: { isLeftOutOfSummary: true, isMadeByOthers: true },
});

function validateSpec(
  errors: FieldErrors,
  { leaseName, binaryVersion: binary, emulationVersion: emulated, strategy }: LeaseCandidateSpec,
): void {
  if (!leaseName) errors.push(required('spec.leaseName', ''));
  const read = (field: string, text: string): SemanticVersion | undefined => {
    const version = readSemanticVersion(text);
    if (version === undefined) {
      errors.push(invalid(field, show(text), 'must be a valid semantic version'));
    }
    return version;
  };
  const emulation = emulated ? read('spec.emulationVersion', emulated) : undefined;
  if (!binary) errors.push(required('spec.binaryVersion', ''));
  else {
    const own = read('spec.binaryVersion', binary) ?? unreadable;
    if (emulation !== undefined && compareSemanticVersions(own, emulation) < 0) {
      const why = 'must be greater than or equal to `emulationVersion`';
      errors.push(invalid('spec.binaryVersion', show(binary), why));
    }
  }
  if (!strategy) errors.push(required('spec.strategy', ''));
  else validateStrategy(errors, strategy, emulation !== undefined);
}

function validateStrategy(errors: FieldErrors, strategy: string, isEmulated: boolean): void {
  if (strategy === oldest && !isEmulated) {
    const why = `must be specified when \`strategy\` is '${oldest}'`;
    errors.push(required('spec.emulationVersion', why));
  }
  const field = 'spec.strategy.strategy';
  if (strategy.includes('/')) {
    invalidFor(errors, field, strategy, checkQualifiedName(strategy, errors.release));
  } else if (strategy !== oldest) errors.push(notSupported(field, show(strategy), [oldest]));
}
