/** The schema of a version: rules about its root, and all others. */
import { forbidden, invalid, show, type FieldErrors, showStruct } from '#values';
import type { CustomResourceDefinitionVersion, JSONSchemaProps } from '#types';
import { checkDefaults } from './defaults.ts';
import { validateExpressions } from './expressions.ts';
import { validateRuleTexts } from './rule-texts.ts';
import type { DefinitionChecks } from './rules.ts';
import { validateSchema } from './schema.ts';
import { schemasOf } from './schemas.ts';
import { structuralFaults, unstructured } from './structural.ts';

export function validateRoot(
  errors: FieldErrors,
  schema: CustomResourceDefinitionVersion['schema'],
  hasStatus: boolean,
  field: string,
  rules: DefinitionChecks,
): void {
  const root = schema?.openAPIV3Schema;
  if (root == null) return;
  const at = `${field}.openAPIV3Schema`;
  const found: FieldErrors = [];
  if (hasStatus) validateWithStatus(found, root, at);
  if (root.nullable === true) {
    found.push(forbidden(`${at}.nullable`, 'nullable cannot be true at the root'));
  }
  if (rules.profile.enabled('RulesCheckedInPlace')) validateInPlace(found, root, at, rules);
  else {
    validateSchema(found, root, at, rules);
    if (rules.structure) validateStructure(found, root, at, rules);
  }
  errors.push(...found);
}

/** Structure and defaults come first; where they are right, rules are checked with their schemas. */
function validateInPlace(
  errors: FieldErrors,
  root: JSONSchemaProps,
  field: string,
  rules: DefinitionChecks,
): void {
  const keyword = rules.structure ? firstUnstructured(root) : undefined;
  const faults: FieldErrors = [];
  if (rules.structure && keyword === undefined) {
    faults.push(...structuralFaults(root, field));
    if (faults.length === 0) checkDefaults({ errors: faults, ...rules }, root, field);
    errors.push(...faults);
  }
  const found: FieldErrors = [];
  validateSchema(found, root, field, rules);
  const isWhole = rules.structure && keyword === undefined && faults.length === 0;
  const texts: FieldErrors = [];
  validateRuleTexts(texts, root, field, rules.profile);
  errors.push(...found, ...texts);
  if (isWhole) validateExpressions(errors, root, field, rules.profile, [...found, ...texts]);
  if (keyword !== undefined && errors.length === 0) {
    errors.push(invalid(field, show(''), `OpenAPIV3Schema '${keyword}' is not supported`));
  }
}

function firstUnstructured(root: JSONSchemaProps): string | undefined {
  for (const schema of schemasOf(root)) {
    const keyword = unstructured(schema);
    if (keyword !== undefined) return keyword;
  }
  return undefined;
}

/** The message about a keyword is in order only where no other check has named it. */
function validateStructure(
  errors: FieldErrors,
  root: JSONSchemaProps,
  field: string,
  rules: DefinitionChecks,
): void {
  const keyword = firstUnstructured(root);
  if (keyword !== undefined) {
    const why = `OpenAPIV3Schema '${keyword}' is not supported`;
    if (errors.length === 0) errors.push(invalid(field, show(''), why));
    return;
  }
  const faults = structuralFaults(root, field);
  if (faults.length > 0) errors.push(...faults);
  else {
    validateExpressions(errors, root, field, rules.profile);
    checkDefaults({ errors, ...rules }, root, field);
  }
}

/** Fields of the root that may stand beside a status subresource, as Go calls them. */
const besideStatus = [
  ...['Description', 'Type', 'Format', 'Title', 'Maximum', 'ExclusiveMaximum', 'Minimum'],
  ...['ExclusiveMinimum', 'MaxLength', 'MinLength', 'Pattern', 'MaxItems', 'MinItems'],
  ...['UniqueItems', 'MultipleOf', 'Required', 'Items', 'Properties', 'ExternalDocs', 'Example'],
  ...['XPreserveUnknownFields', 'XValidations'],
];

/** All other fields: those before the type in Go's struct, and those after it. */
const beforeType = ['id', '$schema', '$ref'] as const;
const afterType = [
  ...(['nullable', 'default', 'enum', 'maxProperties', 'minProperties'] as const),
  ...(['allOf', 'oneOf', 'anyOf', 'not', 'additionalProperties', 'patternProperties'] as const),
  ...(['dependencies', 'additionalItems', 'definitions'] as const),
  ...(['x-kubernetes-embedded-resource', 'x-kubernetes-int-or-string'] as const),
  ...(['x-kubernetes-list-map-keys', 'x-kubernetes-list-type', 'x-kubernetes-map-type'] as const),
];

/** The schema of a status must not depend on what stands around it. Reports the first fault only. */
function validateWithStatus(errors: FieldErrors, root: JSONSchemaProps, field: string): void {
  const place = 'at the root of the schema if the status subresource is enabled';
  const has = (name: keyof JSONSchemaProps): boolean => root[name] != null;
  if (!beforeType.some(has) && has('type') && root.type !== 'object') {
    const why = `only "object" is allowed as the type ${place}`;
    errors.push(invalid(`${field}.type`, show(root.type!), why));
  } else if (beforeType.some(has) || afterType.some(has)) {
    const why = `only [${besideStatus.join(' ')}] fields are allowed ${place}`;
    errors.push(invalid(field, showStruct('apiextensions.JSONSchemaProps', []), why));
  }
}
