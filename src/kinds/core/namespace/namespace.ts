/** Namespaces. */
import { ageColumn, column } from '../../object/columns.ts';
import { defineKind } from '../../object/define-kind.ts';
import type { Kind } from '../../object/kind.ts';
import {
  fillAbsent,
  fillUnset,
  withField,
  invalid,
  invalidFor,
  show,
  type FieldErrors,
  checkDns1123Label,
  checkQualifiedName,
} from '#values';
import { defaultTransitionTimes } from '../../object/conditions.ts';
import {
  validateFinalizerDomain,
  validateMetadata,
  validateMetadataUpdate,
} from '../../object/validate-metadata.ts';
import { specListPart, statusPart } from '../../object/subresources.ts';
import type { Namespace } from '#types';

/** Every namespace has its name as this label, so that selectors can find it. */
const nameLabel = 'kubernetes.io/metadata.name';
/** Kept until the namespace controller has emptied the namespace. */
const emptiedFinalizer = 'kubernetes';

export const namespace: Kind<Namespace> = defineKind<Namespace>({
  group: '',
  version: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  namespaced: false,
  names: { shortNames: ['ns'] },
  wire: {
    lacksDeleteCollection: true,
    deleteAnswersObject: true,
    selectableFields: { 'status.phase': (object) => object.status?.phase ?? '' },
  },
  subresources: {
    finalize: specListPart<Namespace>('finalizers', {
      verbs: ['update'],
      keeps: ['status'],
      validate(errors, object, old) {
        validateMetadataUpdate(errors, object.metadata, old.metadata);
        for (const [index, finalizer] of (object.spec.finalizers ?? []).entries()) {
          validateFinalizer(errors, finalizer, `spec.finalizers[${index}]`);
        }
      },
    }),
    status: statusPart({
      prepare: (object) => withNameLabel(defaultStatus(object)),
      validate(errors, object, old) {
        validateMetadataUpdate(errors, object.metadata, old.metadata);
        validatePhase(errors, object);
      },
    }),
  },
  rules: {
    defaultsLabels: true,
    defaults: (object) =>
      withNameLabel(defaultStatus(fillAbsent(object, { spec: {}, status: {} }))),
    prepareCreate: (object) => withFinalizer({ ...object, status: { phase: 'Active' } }),
    // One with a generated name gets the label of its name only when it is read.
    asStored: withNameLabel,
    prepareUpdate: (object, old) => withNameLabel(withField(object, 'spec', old.spec)),
    validateName: checkDns1123Label,
    validate: validateFinalizers,
    validateUpdate(errors, object, old) {
      validateMetadata(errors, object.metadata, namespace);
      validateMetadataUpdate(errors, object.metadata, old.metadata);
    },
  },
  table: {
    columns: [
      column('Status', 'string', 'Phase of the namespace.', (object) => object.status?.phase ?? ''),
      ageColumn,
    ],
  },
  view: { restoreRank: 0, isLeftOutOfSummary: true, isMadeByOthers: true },
});

function defaultStatus(object: Namespace): Namespace {
  const timed = defaultTransitionTimes(object.status);
  return withField(object, 'status', fillUnset(timed ?? {}, { phase: 'Active' }));
}

function withNameLabel(object: Namespace): Namespace {
  const { metadata } = object;
  if (!metadata?.name || metadata.labels?.[nameLabel] === metadata.name) return object;
  const labels = { ...metadata.labels, [nameLabel]: metadata.name };
  return { ...object, metadata: { ...metadata, labels } };
}

function withFinalizer(object: Namespace): Namespace {
  const finalizers = object.spec.finalizers ?? [];
  if (finalizers.includes(emptiedFinalizer)) return object;
  return { ...object, spec: { ...object.spec, finalizers: [...finalizers, emptiedFinalizer] } };
}

function validateFinalizers(errors: FieldErrors, { spec }: Namespace): void {
  for (const finalizer of spec.finalizers ?? []) {
    validateFinalizer(errors, finalizer, 'spec.finalizers');
  }
}

function validateFinalizer(errors: FieldErrors, finalizer: string, field: string): void {
  invalidFor(errors, field, finalizer, checkQualifiedName(finalizer, errors.release));
  validateFinalizerDomain(errors, finalizer, field);
}

/** The phase depends on whether the namespace is being deleted. */
function validatePhase(errors: FieldErrors, { metadata, status }: Namespace): void {
  const isDeleting = metadata.deletionTimestamp != null;
  const phase = isDeleting ? 'Terminating' : 'Active';
  if (status.phase === phase) return;
  const state = isDeleting ? 'is not empty' : 'is empty';
  const why = `may only be '${phase}' if \`deletionTimestamp\` ${state}`;
  errors.push(invalid('status.Phase', show(status.phase ?? ''), why));
}
