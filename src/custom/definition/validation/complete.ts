/** What junctors of the root check is also declared outside of them. */
import { isEnough, required, type FieldErrors } from '#values';
import type { JSONSchemaProps } from '#types';
import { isSchema } from './schemas.ts';

export function findIncomplete(errors: FieldErrors, root: JSONSchemaProps, field: string): void {
  compareJunctors(errors, root, root, field, field);
}

/** @param clause what is checked at `path` about what `declared` declares at `field` */
function compareJunctors(
  errors: FieldErrors,
  { not, allOf, anyOf, oneOf }: JSONSchemaProps,
  declared: JSONSchemaProps,
  field: string,
  path: string,
): void {
  if (not != null) compare(errors, not, declared, field, `${path}.not`);
  for (const [name, clauses] of Object.entries({ allOf, anyOf, oneOf })) {
    clauses?.forEach((clause, index) =>
      compare(errors, clause, declared, field, `${path}.${name}[${index}]`),
    );
  }
}

function compare(
  errors: FieldErrors,
  clause: JSONSchemaProps,
  declared: JSONSchemaProps | undefined,
  field: string,
  path: string,
): void {
  if (isEnough(errors)) return;
  if (declared === undefined) {
    errors.push(required(field, `because it is defined in ${path}`));
    return;
  }
  compareJunctors(errors, clause, declared, field, path);
  if (isSchema(clause.items)) {
    const items = isSchema(declared.items) ? declared.items : undefined;
    compare(errors, clause.items, items, `${field}.items`, `${path}.items`);
  }
  for (const [name, property] of Object.entries(clause.properties ?? {})) {
    const known = Object.hasOwn(declared.properties ?? {}, name);
    const step = `properties[${name}]`;
    const of = known ? declared.properties![name] : undefined;
    compare(errors, property, of, `${field}.${step}`, `${path}.${step}`);
  }
}
