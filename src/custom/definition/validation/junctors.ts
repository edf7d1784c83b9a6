/** `allOf`, `anyOf`, `oneOf` and `not`: they may check values, and nothing else. */
import { forbidden, invalid, isEnough, show, type FieldErrors, regexOf } from '#values';
import type { JSONSchemaProps } from '#types';
import { isSchema } from './schemas.ts';

/** Where `anyOf` may have types: that of the schema itself, that of its first `allOf`. */
export interface Exceptions {
  readonly anyOf: boolean;
  readonly firstAllOf: boolean;
}

const none: Exceptions = { anyOf: false, firstAllOf: false };

export function validateJunctors(
  errors: FieldErrors,
  { anyOf, allOf, oneOf, not }: JSONSchemaProps,
  field: string,
  except: Exceptions,
): void {
  if (!except.anyOf) {
    anyOf?.forEach((part, index) => validateClause(errors, part, `${field}.anyOf[${index}]`, none));
  }
  allOf?.forEach((part, index) => {
    const exception = { anyOf: except.firstAllOf && index === 0, firstAllOf: false };
    validateClause(errors, part, `${field}.allOf[${index}]`, exception);
  });
  oneOf?.forEach((part, index) => validateClause(errors, part, `${field}.oneOf[${index}]`, none));
  if (not != null) validateClause(errors, not, `${field}.not`, none);
}

/** What a clause must not have, and what it must be instead. */
const forbiddenFields = [
  ['type', 'empty'],
  ['additionalProperties', 'undefined'],
  ['default', 'undefined'],
  ['title', 'empty'],
  ['description', 'empty'],
  ['nullable', 'false'],
  ['x-kubernetes-preserve-unknown-fields', 'false'],
  ['x-kubernetes-embedded-resource', 'false'],
  ['x-kubernetes-int-or-string', 'false'],
  ['x-kubernetes-list-map-keys', 'empty'],
  ['x-kubernetes-list-type', 'undefined'],
  ['x-kubernetes-map-type', 'undefined'],
  ['x-kubernetes-validations', 'empty'],
] as const;

function validateClause(
  errors: FieldErrors,
  clause: JSONSchemaProps,
  field: string,
  except: Exceptions,
): void {
  if (isEnough(errors)) return;
  validateJunctors(errors, clause, field, except);
  validatePattern(errors, clause, field);
  const { items, properties = {} } = clause;
  if (isSchema(items)) validateClause(errors, items, `${field}.items`, none);
  for (const [name, property] of Object.entries(properties)) {
    validateClause(errors, property, `${field}.properties[${name}]`, none);
  }
  for (const [name, expected] of forbiddenFields) {
    const value = clause[name];
    if (value == null || (Array.isArray(value) && value.length === 0)) continue;
    errors.push(forbidden(`${field}.${name}`, `must be ${expected} to be structural`));
  }
  if (Object.hasOwn(properties, 'metadata')) {
    const why = 'must not be specified in a nested context';
    errors.push(forbidden(`${field}.properties[metadata]`, why));
  }
}

/** How long a pattern may be, in characters. */
const longestPattern = 10_000;

export function validatePattern(
  errors: FieldErrors,
  { pattern }: JSONSchemaProps,
  field: string,
): void {
  if (!pattern) return;
  try {
    regexOf(pattern, longestPattern);
  } catch (error) {
    const why = (error as Error).message;
    const shown = show(pattern);
    const text = `must be a valid regular expression, but isn't: ${why}`;
    errors.push(invalid(`${field}.pattern`, shown, text));
  }
}
