/** Defaults are values of their own schema, without unknown fields. */
import type { Profile } from '#kinds';
import { strictnessOf } from '../../checks/strictness.ts';
import { checkValue } from '../../checks/value.ts';
import { checkEmbedded } from '../../checks/embedded.ts';
import { coerceEmbedded } from '../../embedded.ts';
import { cel, ruleCompiler } from '../../late-cel.ts';
import { prune } from '../../prune.ts';
import { Structure, UnreadableValue, type StructSchema } from '#schema';
import { addAll, inField, invalid, isEnough, type FieldErrors, showJson } from '#values';
import type { JSONSchemaProps } from '#types';

/** What is found, by the types of a release. */
interface Checking {
  readonly errors: FieldErrors;
  /** The type of the metadata of objects. */
  readonly metadata: StructSchema;
  readonly profile: Profile;
}

/** The object in whose metadata a default is; undefined for defaults elsewhere. */
interface Surroundings {
  readonly root: Structure;
  /** The object with this value at the place of the default. */
  with(value: unknown): Readonly<Record<string, unknown>>;
}

export function checkDefaults(checking: Checking, root: JSONSchemaProps, field: string): void {
  checkWithin(checking, new Structure(root, true), field, undefined);
}

function checkWithin(
  checking: Checking,
  structure: Structure,
  field: string,
  around: Surroundings | undefined,
): void {
  if (isEnough(checking.errors)) return;
  const usual = structure.default;
  if (usual !== undefined) {
    const at = `${field}.default`;
    if (around === undefined) checkDefault(checking, structure, usual, at);
    else checkInMetadata(checking, structure, usual, at, around);
  }
  const { items } = structure;
  if (items !== undefined) {
    checkWithin(
      checking,
      items,
      `${field}.items`,
      within(around, structure, (value) => [value]),
    );
  }
  for (const [name, property] of structure.fields) {
    const at = `${field}.properties[${name}]`;
    const inside = startsIn(structure, name) ? { root: structure, with: typed } : around;
    checkWithin(
      checking,
      property,
      at,
      within(inside, structure, (value) => ({ [name]: value })),
    );
  }
}

/** Metadata of an embedded object begin here. */
function startsIn({ isEmbedded }: Structure, name: string): boolean {
  return isEmbedded && (name === 'metadata' || name === 'apiVersion' || name === 'kind');
}

/** Any object has a type. */
function typed(value: unknown): Readonly<Record<string, unknown>> {
  const type = { apiVersion: 'validation/v1', kind: 'Validation' };
  return { ...type, ...(value as Readonly<Record<string, unknown>>) };
}

function within(
  around: Surroundings | undefined,
  { isEmbedded }: Structure,
  step: (value: unknown) => unknown,
): Surroundings | undefined {
  if (around === undefined || (isEmbedded && around.with !== typed)) return undefined;
  return { root: around.root, with: (value) => around.with(step(value)) };
}

function checkDefault(
  { errors, metadata, profile }: Checking,
  structure: Structure,
  value: unknown,
  field: string,
): void {
  if (prune(structure, value) !== value) {
    errors.push(invalid(field, showJson(value), 'must not have unknown fields'));
  }
  const unreadable = misreading(structure, value, metadata, field);
  if (unreadable !== undefined) {
    const [at, message] = unreadable;
    errors.push({ reason: 'FieldValueInvalid', field: at, message });
    return;
  }
  const found: FieldErrors = [];
  checkEmbedded(found, structure, value, field, profile.enabled('BriefMessages'));
  if (found.length > 0) addAll(errors, found);
  else checkAgainstSchema(errors, structure, value, field, profile);
}

/** What cannot be read in the metadata of embedded objects: the field, and the message about it. */
function misreading(
  structure: Structure,
  value: unknown,
  metadata: StructSchema,
  field: string,
): readonly [string, string] | undefined {
  try {
    coerceEmbedded(structure, value, { metadata }, undefined, field);
    return undefined;
  } catch (error) {
    if (!(error instanceof UnreadableValue)) throw error;
    const [at = field, ...rest] = error.message.split(': ');
    return [at, rest.join(': ')];
  }
}

function checkAgainstSchema(
  errors: FieldErrors,
  structure: Structure,
  value: unknown,
  field: string,
  profile: Profile,
): void {
  const found: FieldErrors = [...checkValue(structure, value, '', strictnessOf(profile)).errors];
  if (found.length === 0 && profile.enabled('RulesCheckedInPlace')) {
    checkAgainstRules(found, structure, value, profile);
  }
  for (const error of found) {
    const isWhole = error.field === '' || error.field === '<nil>';
    errors.push(inField(error, isWhole ? field : `${field}.${error.field}`));
  }
}

/** A default obeys rules as a value that is there already, and as a new one. */
function checkAgainstRules(
  errors: FieldErrors,
  structure: Structure,
  value: unknown,
  profile: Profile,
): void {
  const { RuleTree, checkRules } = cel();
  const tree = RuleTree.of(structure, structure.isEmbedded, ruleCompiler(profile));
  if (tree === undefined) return;
  checkRules(errors, tree, value, value);
  if (errors.length > 0 || !profile.enabled('CRDValidationRatcheting')) return;
  checkRules(errors, tree, value);
}

/** A default in metadata has to make good metadata. */
function checkInMetadata(
  { errors, metadata, profile }: Checking,
  structure: Structure,
  value: unknown,
  field: string,
  around: Surroundings,
): void {
  const object = around.with(value);
  const fault = faultIn(around.root, object, metadata);
  if (fault === undefined) checkAgainstSchema(errors, structure, value, field, profile);
  else errors.push(invalid(field, showJson(value), `must result in valid metadata: ${fault}`));
}

/** Stands for the root in paths. */
const rootPath = 'object';

function faultIn(root: Structure, object: unknown, metadata: StructSchema): string | undefined {
  const unreadable = misreading(root, object, metadata, rootPath);
  const found: FieldErrors = [];
  if (unreadable === undefined) checkEmbedded(found, root, object, rootPath);
  const texts =
    unreadable === undefined
      ? found.map(({ field, message }) => `${field}: ${message}`)
      : [unreadable.join(': ')];
  const faults = texts.map((text) => text.slice(rootPath.length + 1));
  if (faults.length === 0) return undefined;
  return faults.length === 1 ? faults[0] : `[${faults.join(', ')}]`;
}
