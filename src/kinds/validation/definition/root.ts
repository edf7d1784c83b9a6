/** The schema of a version: rules about its root, and all others. */
import { forbidden, invalid, show, type FieldErrors } from '../../meta/field-errors.ts';
import { showStruct } from '../../meta/go-show.ts';
import type { CustomResourceDefinitionVersion, JSONSchemaProps } from '../../types/index.ts';
import { checkDefaults } from './defaults.ts';
import { validateExpressions } from './expressions.ts';
import type { DefinitionRules } from './rules.ts';
import { validateSchema } from './schema.ts';
import { schemasOf } from './schemas.ts';
import { structuralFaults, unstructured } from './structural.ts';

export function validateRoot(
  errors: FieldErrors,
  schema: CustomResourceDefinitionVersion['schema'],
  hasStatus: boolean,
  field: string,
  rules: DefinitionRules,
): void {
  const root = schema?.openAPIV3Schema;
  if (root == null) return;
  const at = `${field}.openAPIV3Schema`;
  const found: FieldErrors = [];
  if (hasStatus) validateWithStatus(found, root, at);
  if (root.nullable === true) {
    found.push(forbidden(`${at}.nullable`, 'nullable cannot be true at the root'));
  }
  validateSchema(found, root, at, rules);
  if (rules.structure) validateStructure(found, root, at);
  errors.push(...found);
}

/** The message about a keyword is in order only where no other check has named it. */
function validateStructure(errors: FieldErrors, root: JSONSchemaProps, field: string): void {
  for (const schema of schemasOf(root)) {
    const keyword = unstructured(schema);
    if (keyword === undefined) continue;
    const why = `OpenAPIV3Schema '${keyword}' is not supported`;
    if (errors.length === 0) errors.push(invalid(field, show(''), why));
    return;
  }
  const faults = structuralFaults(root, field);
  if (faults.length > 0) errors.push(...faults);
  else {
    validateExpressions(errors, root, field);
    checkDefaults(errors, root, field);
  }
}

/** Fields of the root that may stand beside a status subresource, as Go calls them. */
const besideStatus = [
  ...['Description', 'Type', 'Format', 'Title', 'Maximum', 'ExclusiveMaximum', 'Minimum'],
  ...['ExclusiveMinimum', 'MaxLength', 'MinLength', 'Pattern', 'MaxItems', 'MinItems'],
  ...['UniqueItems', 'MultipleOf', 'Required', 'Items', 'Properties', 'ExternalDocs', 'Example'],
  ...['XPreserveUnknownFields', 'XValidations'],
];

/** All fields, in the order of Go's type. */
const inOrder = [
  ...['id', '$schema', '$ref', 'description', 'type', 'nullable', 'format', 'title', 'default'],
  ...['maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum', 'maxLength', 'minLength'],
  ...['pattern', 'maxItems', 'minItems', 'uniqueItems', 'multipleOf', 'enum', 'maxProperties'],
  ...['minProperties', 'required', 'items', 'allOf', 'oneOf', 'anyOf', 'not', 'properties'],
  ...['additionalProperties', 'patternProperties', 'dependencies', 'additionalItems'],
  ...['definitions', 'externalDocs', 'example', 'x-kubernetes-preserve-unknown-fields'],
  ...['x-kubernetes-embedded-resource', 'x-kubernetes-int-or-string'],
  ...['x-kubernetes-list-map-keys', 'x-kubernetes-list-type', 'x-kubernetes-map-type'],
  'x-kubernetes-validations',
] as readonly (keyof JSONSchemaProps)[];

/** The schema of a status must not depend on what stands around it. Reports the first fault only. */
function validateWithStatus(errors: FieldErrors, root: JSONSchemaProps, field: string): void {
  const place = 'at the root of the schema if the status subresource is enabled';
  for (const name of inOrder) {
    if (root[name] == null) continue;
    if (name === 'type') {
      if (root.type === 'object') continue;
      const why = `only "object" is allowed as the type ${place}`;
      errors.push(invalid(`${field}.type`, show(root.type!), why));
      return;
    }
    if (besideStatus.includes(goNameOf(name))) continue;
    const why = `only [${besideStatus.join(' ')}] fields are allowed ${place}`;
    errors.push(invalid(field, showStruct('apiextensions.JSONSchemaProps', []), why));
    return;
  }
}

/** `XListType` of `x-kubernetes-list-type`. */
function goNameOf(name: string): string {
  const words = name.replace('x-kubernetes-', 'x-').split('-');
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
}
