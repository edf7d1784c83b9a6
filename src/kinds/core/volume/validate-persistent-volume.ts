/** Checks of persistent volumes. */
import {
  normalizePath,
  forbidden,
  invalid,
  invalidFor,
  isSince,
  notSupported,
  required,
  show,
  type FieldErrors,
  showStruct,
  omitFields,
  checkDns1123Subdomain,
  parseQuantity,
  semanticEqual,
  inGo,
  goOf,
  shownNull,
} from '#values';
import { immutable, validateSame } from '../../object/validate-metadata.ts';
import { validateOneOf } from '../../object/validate-values.ts';
import type { PersistentVolume, PersistentVolumeSpec } from '#types';
import { shownChanges } from '../../object/changed-fields.ts';
import type { Profile } from '../../profile/profile.ts';
import { validateAccessModes, volumeModes } from './validate-claims.ts';
import { validateNodeSelector } from '../node/validate-node-selector.ts';
import { persistentSources, validatePersistentSource } from './validate-persistent-sources.ts';
import { showQuantity } from '../pod/validation/resources.ts';

const reclaimPolicies = ['Delete', 'Recycle', 'Retain'];

/** Checks a spec with its defaults. @param old what is stored, of an update */
export function validateVolumeSpec(
  errors: FieldErrors,
  spec: PersistentVolumeSpec,
  volume: string,
  old?: PersistentVolumeSpec,
): void {
  const field = 'spec';
  validateModes(errors, spec.accessModes ?? [], `${field}.accessModes`);
  validateCapacity(errors, spec.capacity, `${field}.capacity`);
  const { persistentVolumeReclaimPolicy: policy, nodeAffinity, storageClassName } = spec;
  if (policy)
    validateOneOf(errors, policy, reclaimPolicies, `${field}.persistentVolumeReclaimPolicy`);
  if (nodeAffinity != null) validateNodeAffinity(errors, nodeAffinity, `${field}.nodeAffinity`);
  validateSource(errors, spec, field, volume);
  if (storageClassName) {
    const messages = checkDns1123Subdomain(storageClassName);
    invalidFor(errors, `${field}.storageClassName`, storageClassName, messages);
  }
  if (spec.volumeMode != null) {
    validateOneOf(errors, spec.volumeMode, volumeModes, `${field}.volumeMode`);
  }
  // A class that is stored has not been checked where the gate was off.
  const mayHaveClass =
    isSince(errors, 'VolumeAttributesClass') || old?.volumeAttributesClassName != null;
  if (mayHaveClass) validateClass(errors, spec, field);
}

/** Checks the class of attributes, which only drivers know. */
function validateClass(errors: FieldErrors, spec: PersistentVolumeSpec, field: string): void {
  const { volumeAttributesClassName: name, csi } = spec;
  if (name == null) return;
  const at = `${field}.volumeAttributesClassName`;
  if (name === '') errors.push(required(at, 'an empty string is disallowed'));
  else invalidFor(errors, at, name, checkDns1123Subdomain(name));
  if (csi != null) return;
  const why = 'has to be specified when using volumeAttributesClassName';
  errors.push(required(`${field}.csi`, why));
}

/** Of a volume without an object of its own, which an attachment describes: for CSI drivers only. */
export function validateInlineVolume(
  errors: FieldErrors,
  spec: PersistentVolumeSpec,
  field: string,
): void {
  const refuse = (name: keyof PersistentVolumeSpec): void => {
    const why = 'may not be specified in the context of inline volumes';
    errors.push(forbidden(`${field}.${name}`, why));
  };
  if (spec.claimRef != null) refuse('claimRef');
  if (Object.keys(spec.capacity ?? {}).length > 0) refuse('capacity');
  if (spec.csi == null) {
    errors.push(required(`${field}.csi`, 'has to be specified in the context of inline volumes'));
  }
  validateModes(errors, spec.accessModes ?? [], `${field}.accessModes`);
  const { persistentVolumeReclaimPolicy: policy } = spec;
  if (policy && policy !== 'Retain') {
    const why = 'may only be Retain in the context of inline volumes';
    errors.push(forbidden(`${field}.persistentVolumeReclaimPolicy`, why));
  }
  if (spec.nodeAffinity != null) refuse('nodeAffinity');
  // v1.24 does not count an affinity here.
  validateSource(errors, omitFields(spec, ['nodeAffinity']), field, '');
  if (spec.storageClassName) refuse('storageClassName');
  if (spec.volumeMode != null && spec.volumeMode !== 'Filesystem') {
    const why = 'may not specify volumeMode other than Filesystem in the context of inline volumes';
    errors.push(forbidden(`${field}.volumeMode`, why));
  }
}

function validateModes(errors: FieldErrors, modes: readonly string[], field: string): void {
  if (modes.length === 0) errors.push(required(field));
  validateAccessModes(errors, modes, field);
}

function validateCapacity(
  errors: FieldErrors,
  input: PersistentVolumeSpec['capacity'],
  field: string,
): void {
  const capacity = input ?? {};
  const names = Object.keys(capacity).sort();
  if (names.length === 0) errors.push(required(field));
  if (names.length !== 1 || names[0] !== 'storage') {
    const amounts = names.map(
      (name) => [show(name), showQuantity(parseQuantity(capacity[name]!))] as const,
    );
    const list = 'core.ResourceList';
    const shown = inGo(input == null ? `${list}(nil)` : goOf(showStruct(list, amounts)), input);
    errors.push(notSupported(field, shown, ['storage']));
  }
  for (const name of names) {
    const amount = parseQuantity(capacity[name]!);
    const at = `${field}[${name}]`;
    if (amount.sign() < 0) {
      errors.push(invalid(at, String(amount.value()), 'must be a valid resource quantity'));
    }
    if (amount.sign() <= 0) {
      errors.push(invalid(at, show(capacity[name]!), 'must be greater than zero'));
    }
  }
}

function validateNodeAffinity(
  errors: FieldErrors,
  affinity: NonNullable<PersistentVolumeSpec['nodeAffinity']>,
  field: string,
): void {
  const at = `${field}.required`;
  if (affinity.required != null) validateNodeSelector(errors, affinity.required, at);
  else errors.push(required(at, 'must specify required node constraints'));
}

function validateSource(
  errors: FieldErrors,
  spec: PersistentVolumeSpec,
  field: string,
  volume: string,
): void {
  validatePersistentSource(errors, spec, field, volume);
  const { hostPath, persistentVolumeReclaimPolicy: policy } = spec;
  if (hostPath == null || policy !== 'Recycle' || !isRoot(hostPath.path)) return;
  const why = "may not be 'recycle' for a hostPath mount of '/'";
  errors.push(forbidden(`${field}.persistentVolumeReclaimPolicy`, why));
}

function isRoot(path = ''): boolean {
  return /^\/+$/.test(normalizePath(path));
}

const mountAnnotation = 'volume.beta.kubernetes.io/mount-options';
/** The sources for which the old annotation is allowed. */
const mountable = [
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'nfs',
  'rbd',
  'quobyte',
  'iscsi',
  'cinder',
  'cephfs',
  'azureFile',
  'vsphereVolume',
  'azureDisk',
  'photonPersistentDisk',
] as const;

/** The annotation for mount options, from before the field. */
export function validateMountOptions(
  errors: FieldErrors,
  { metadata, spec }: PersistentVolume,
): void {
  if (metadata.annotations?.[mountAnnotation] === undefined) return;
  if (mountable.some((source) => spec[source] != null)) return;
  const why = 'may not specify mount options for this volume type';
  errors.push(forbidden(`metadata.annotations.${mountAnnotation}`, why));
}

/** The sources in the order of Go's struct, which messages show. */
const inlinedSources = [
  ...['gcePersistentDisk', 'awsElasticBlockStore', 'hostPath', 'glusterfs', 'nfs', 'rbd', 'iscsi'],
  ...['cinder', 'cephfs', 'fc', 'flocker', 'flexVolume', 'azureFile', 'vsphereVolume', 'quobyte'],
  ...[
    'azureDisk',
    'photonPersistentDisk',
    'portworxVolume',
    'scaleIO',
    'local',
    'storageos',
    'csi',
  ],
];

/** Before, two of them stood beside others. */
const earlierSources = inlinedSources.flatMap((source) => {
  if (source === 'iscsi') return ['quobyte', source, 'flexVolume'];
  return source === 'flexVolume' || source === 'quobyte' ? [] : [source];
});

function shownSources(profile: Profile): readonly string[] {
  return profile.enabled('VolumeSourcesAsPublished') ? inlinedSources : earlierSources;
}

/** The source never changes, except that a CSI volume may get a secret to grow with. */
export function validateVolumeChange(
  errors: FieldErrors,
  spec: PersistentVolumeSpec,
  old: PersistentVolumeSpec,
  profile: Profile,
): void {
  const former = sourceOf(old);
  const source = sourceOf(spec);
  if (source.csi != null && former.csi != null && former.csi.controllerExpandSecretRef == null) {
    source.csi = omitFields(source.csi, ['controllerExpandSecretRef']);
  }
  if (!semanticEqual(source, former)) {
    const why = 'spec.persistentvolumesource is immutable after creation';
    const changes = shownChanges(
      'PersistentVolumeSpec',
      source,
      former,
      profile,
      shownSources(profile),
    );
    errors.push(forbidden('spec.persistentvolumesource', `${why}\n${changes}`));
  }
  validateSame(errors, spec.volumeMode, old.volumeMode, 'volumeMode');
  if (old.nodeAffinity != null && !isSince(errors, 'MutablePVNodeAffinity')) {
    validateAffinityUnchanged(errors, spec.nodeAffinity, old.nodeAffinity);
  }
  validateClassChange(errors, spec.volumeAttributesClassName, old.volumeAttributesClassName);
}

/** Checks that the class of attributes changes only where a gate lets it, and never goes. */
function validateClassChange(
  errors: FieldErrors,
  name: string | null | undefined,
  old: string | null | undefined,
): void {
  if (semanticEqual(name, old)) return;
  const field = 'spec.volumeAttributesClassName';
  if (!isSince(errors, 'VolumeAttributesClass')) {
    const why = 'update is forbidden when the VolumeAttributesClass feature gate is disabled';
    errors.push(forbidden(field, why));
  }
  if (old == null || name != null) return;
  errors.push(forbidden(field, 'update from non-nil value to nil is forbidden'));
}

function validateAffinityUnchanged(
  errors: FieldErrors,
  affinity: PersistentVolumeSpec['nodeAffinity'],
  old: PersistentVolumeSpec['nodeAffinity'],
): void {
  if (semanticEqual(affinity, old)) return;
  const go =
    affinity == null ? goOf(shownNull) : `core.VolumeNodeAffinity${JSON.stringify(affinity)}`;
  const exception = isSince(errors, 'AffinityLabelsRenamed')
    ? ', except for updating from beta label to GA'
    : '';
  errors.push(invalid('nodeAffinity', inGo(go, affinity), `${immutable}${exception}`));
}

type Sources = { -readonly [K in (typeof persistentSources)[number]]?: PersistentVolumeSpec[K] };

function sourceOf(spec: PersistentVolumeSpec): Sources {
  const input = persistentSources.filter((source) => spec[source] != null);
  return Object.fromEntries(input.map((source) => [source, spec[source]]));
}
