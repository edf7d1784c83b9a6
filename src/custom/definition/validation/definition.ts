/** Checks of definitions of custom resources. */
import { approvalAnnotation, approvalOf, isProtectedGroup } from '../approval.ts';
import {
  invalid,
  required,
  show,
  type FieldErrors,
  type Shown,
  isSince,
  showStrings,
} from '#values';
import {
  validatePlainMetadata,
  validatePlainMetadataUpdate,
  validateSame,
  type Profile,
  type StrategyContext,
} from '#kinds';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
} from '#types';
import { validateChoice } from './choice.ts';
import { validateConversion } from './conversion.ts';
import { nameFaults, requireNames, validateGroup, validateLabel, validateNames } from './names.ts';
import { rulesAfter } from './ratchet.ts';
import { validateRoot } from './root.ts';
import { newDefinition, type DefinitionChecks } from './rules.ts';
import { showVersion, showVersions } from './show-versions.ts';
import { hasSchema, schemasIn, sharedParts, versionsOf, type SharedParts } from './schemas.ts';
import {
  validateColumn,
  validateDeprecation,
  validateSelectable,
  validateSubresources,
} from './versions.ts';

type Definition = CustomResourceDefinition;
type Version = CustomResourceDefinitionVersion;

const scopes = ['Cluster', 'Namespaced'];

export function validateDefinition(
  errors: FieldErrors,
  definition: Definition,
  { profile }: StrategyContext,
): void {
  const validateName = (name: string): readonly string[] => nameFaults(definition, name);
  validatePlainMetadata(errors, definition.metadata, {
    namespaced: false,
    rules: { validateName },
  });
  validateSpec(errors, definition.spec, { ...newDefinition, ...typesOf(profile) });
  validateStatus(errors, definition);
  validateStoredVersions(errors, definition, profile);
  validateApproval(errors, definition);
  validatePreserving(errors, definition, profile);
}

function typesOf(profile: Profile): Pick<DefinitionChecks, 'metadata' | 'profile'> {
  return { metadata: profile.schemas.of('meta/v1', 'ObjectMeta'), profile };
}

export function validateDefinitionUpdate(
  errors: FieldErrors,
  definition: Definition,
  old: Definition,
  { profile }: StrategyContext,
): void {
  const rules = { ...rulesAfter(old), ...typesOf(profile) };
  validatePlainMetadataUpdate(errors, definition.metadata, old.metadata);
  validateSpec(errors, definition.spec, rules);
  validateFixed(errors, definition.spec, old.spec, rules);
  validateStatus(errors, definition);
  validateStoredVersions(errors, definition, profile);
  const approval = approvalOf(definition.metadata.annotations);
  if (approval.approval !== approvalOf(old.metadata.annotations).approval) {
    validateApproval(errors, definition);
  }
  if (old.spec.preserveUnknownFields !== true) validatePreserving(errors, definition, profile);
}

export function validateDefinitionStatus(
  errors: FieldErrors,
  definition: Definition,
  old: Definition,
): void {
  validatePlainMetadataUpdate(errors, definition.metadata, old.metadata);
  validateStatus(errors, definition);
}

function validateStatus(errors: FieldErrors, { status }: Definition): void {
  if (status.acceptedNames != null) {
    validateNames(errors, status.acceptedNames, 'status.acceptedNames');
  }
}

function validateSpec(
  errors: FieldErrors,
  spec: CustomResourceDefinitionSpec,
  input: DefinitionChecks,
): void {
  validateGroup(errors, spec.group);
  validateChoice(errors, spec.scope, scopes, 'spec.scope');
  const versions = versionsOf(spec);
  const preserves = spec.preserveUnknownFields === true;
  const rules = { ...input, structure: input.structure || !preserves || needsStructure(spec) };
  validateSchemasAreThere(errors, versions, rules, preserves);
  if (preserves && hasDefaults(spec)) {
    const why = 'must be false in order to use defaults in the schema';
    errors.push(invalid('spec.preserveUnknownFields', show(true), why));
  }
  const shared = sharedParts(versions);
  for (const [index, version] of versions.entries()) {
    validateVersion(errors, version, shared, `spec.versions[${index}]`, rules);
  }
  validateVersions(errors, versions, () =>
    showVersions(spec.versions == null ? undefined : versions, shared, rules.profile),
  );
  requireNames(errors, spec.names, 'spec.names');
  validateNames(errors, spec.names, 'spec.names');
  validateSharedParts(errors, versions, shared, rules);
  validateConversion(errors, spec, rules);
}

function validateSchemasAreThere(
  errors: FieldErrors,
  versions: readonly Version[],
  rules: DefinitionChecks,
  preserves: boolean,
): void {
  const isBrief = rules.profile.enabled('BriefMessages');
  for (const [index, version] of versions.entries()) {
    if (hasSchema(version)) continue;
    const field = `spec.versions[${index}].schema.openAPIV3Schema`;
    if (rules.schemas) errors.push(required(field, isBrief ? '' : 'schemas are required'));
    else if (!preserves && version.served) {
      errors.push(required(field, 'because otherwise all fields are pruned'));
    }
  }
}

/** What only this version has. */
function validateVersion(
  errors: FieldErrors,
  version: Version,
  shared: SharedParts,
  field: string,
  rules: DefinitionChecks,
): void {
  validateLabel(errors, version.name, `${field}.name`);
  validateDeprecation(errors, version, field);
  if (!shared.schema) {
    const hasStatus = version.subresources?.status != null;
    validateRoot(errors, version.schema, hasStatus, `${field}.schema`, rules);
  }
  if (!shared.subresources) {
    validateSubresources(errors, version.subresources, `${field}.subresources`);
  }
  if (!shared.additionalPrinterColumns) {
    validateColumns(errors, version, field);
  }
  if (!shared.selectableFields) {
    const root = version.schema?.openAPIV3Schema;
    validateSelectable(errors, version.selectableFields, root, `${field}.selectableFields`);
  }
}

/** What all versions have alike. */
function validateSharedParts(
  errors: FieldErrors,
  versions: readonly Version[],
  shared: SharedParts,
  rules: DefinitionChecks,
): void {
  const [first] = versions;
  if (first === undefined) return;
  if (shared.schema) {
    const hasStatus = versions.some(({ subresources }) => subresources?.status != null);
    validateRoot(errors, first.schema, hasStatus, 'spec.validation', rules);
  }
  if (shared.subresources) {
    validateSubresources(errors, first.subresources, 'spec.subresources');
  }
  if (shared.additionalPrinterColumns) validateColumns(errors, first, 'spec');
  if (shared.selectableFields) {
    const root = first.schema?.openAPIV3Schema;
    validateSelectable(errors, first.selectableFields, root, 'spec.selectableFields');
  }
}

function validateColumns(errors: FieldErrors, version: Version, field: string): void {
  for (const [index, column] of (version.additionalPrinterColumns ?? []).entries()) {
    validateColumn(errors, column, `${field}.additionalPrinterColumns[${index}]`);
  }
}

function validateVersions(
  errors: FieldErrors,
  versions: readonly Version[],
  shown: () => Shown,
): void {
  const refuse = (why: string): void => {
    errors.push(invalid('spec.versions', shown(), why));
  };
  if (new Set(versions.map(({ name }) => name)).size < versions.length) {
    refuse('must contain unique version names');
  }
  if (versions.filter(({ storage }) => storage).length !== 1) {
    refuse('must have exactly one version marked as storage version');
  }
  // v1.24 keeps the name of the first version a second time.
  const first = versions[0]?.name;
  if (first) validateLabel(errors, first, 'spec.version');
}

function needsStructure(spec: CustomResourceDefinitionSpec): boolean {
  for (const schema of schemasIn(spec)) {
    const isExtended =
      schema['x-kubernetes-embedded-resource'] === true ||
      schema['x-kubernetes-preserve-unknown-fields'] != null ||
      schema['x-kubernetes-int-or-string'] === true ||
      (schema['x-kubernetes-list-map-keys'] ?? []).length > 0 ||
      schema['x-kubernetes-list-type'] != null;
    if (isExtended || schema.default != null) return true;
  }
  return false;
}

function hasDefaults(spec: CustomResourceDefinitionSpec): boolean {
  for (const schema of schemasIn(spec)) if (schema.default != null) return true;
  return false;
}

function validateFixed(
  errors: FieldErrors,
  spec: CustomResourceDefinitionSpec,
  old: CustomResourceDefinitionSpec,
  rules: DefinitionChecks,
): void {
  if (rules.fixedNames) {
    validateSame(errors, spec.scope, old.scope, 'spec.scope');
    validateSame(errors, spec.names.kind, old.names.kind, 'spec.names.kind');
  }
  validateSame(errors, spec.group, old.group, 'spec.group');
  validateSame(errors, spec.names.plural, old.names.plural, 'spec.names.plural');
}

function validateStoredVersions(
  errors: FieldErrors,
  { spec, status }: Definition,
  profile: Profile,
): void {
  const field = 'status.storedVersions';
  const stored = status.storedVersions ?? [];
  if (stored.length === 0) {
    errors.push(invalid(field, showStrings(undefined), 'must have at least one stored version'));
    return;
  }
  const left = new Map(stored.map((name, index) => [name, index]));
  const versions = versionsOf(spec);
  for (const version of versions) {
    if (version.storage && !left.has(version.name)) {
      const why = `must have the storage version ${version.name}`;
      const shown = isSince(errors, 'StoredVersionsShown')
        ? showStrings(stored)
        : showVersion(version, sharedParts(versions), profile);
      errors.push(invalid(field, shown, why));
    }
    left.delete(version.name);
  }
  for (const [name, index] of left) {
    const why = isSince(errors, 'StoredVersionsExplained')
      ? `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions ` +
        `until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`
      : 'must appear in spec.versions';
    errors.push(invalid(`${field}[${index}]`, show(name), why));
  }
}

function validateApproval(errors: FieldErrors, { metadata, spec }: Definition): void {
  if (!isProtectedGroup(spec.group)) return;
  const { approval, message } = approvalOf(metadata.annotations);
  const field = `metadata.annotations[${approvalAnnotation}]`;
  if (approval === 'missing') errors.push(required(field, message));
  if (approval === 'invalid') {
    errors.push(invalid(field, show(metadata.annotations![approvalAnnotation]!), message));
  }
}

function validatePreserving(errors: FieldErrors, { spec }: Definition, profile: Profile): void {
  if (spec.preserveUnknownFields !== true) return;
  const marker = profile.enabled('PreservingMarkerInFull')
    ? 'x-kubernetes-preserve-unknown-fields'
    : 'x-preserve-unknown-fields';
  const instead = `set ${marker} to true in spec.versions[*].schema instead`;
  const field = 'spec.preserveUnknownFields';
  errors.push(invalid(field, show(true), `cannot set to true, ${instead}`));
}
