/** The names of a definition. */
import {
  invalid,
  required,
  show,
  type FieldErrors,
  checkDns1035Label,
  checkDns1123Subdomain,
} from '#values';
import type { CustomResourceDefinition, CustomResourceDefinitionNames } from '#types';

/** What is wrong with the name of the definition itself. */
export function nameFaults({ spec }: CustomResourceDefinition, name: string): readonly string[] {
  const faults = checkDns1123Subdomain(name);
  if (name === `${spec.names.plural}.${spec.group}`) return faults;
  return [...faults, 'must be spec.names.plural+"."+spec.group'];
}

export function validateGroup(errors: FieldErrors, group: string): void {
  const field = 'spec.group';
  if (group === '') {
    errors.push(required(field));
    return;
  }
  const faults = checkDns1123Subdomain(group);
  if (faults.length > 0) errors.push(invalid(field, show(group), faults.join(',')));
  else if (!group.includes('.')) {
    errors.push(invalid(field, show(group), 'should be a domain with at least one dot'));
  }
}

export function requireNames(
  errors: FieldErrors,
  names: CustomResourceDefinitionNames,
  field: string,
): void {
  for (const name of ['plural', 'singular', 'kind', 'listKind'] as const) {
    if (!names[name]) errors.push(required(`${field}.${name}`));
  }
}

/** The form of names that are given. */
export function validateNames(
  errors: FieldErrors,
  names: CustomResourceDefinitionNames,
  field: string,
): void {
  const { plural, singular, kind, listKind, shortNames, categories } = names;
  if (plural) validateLabel(errors, plural, `${field}.plural`);
  if (singular) validateLabel(errors, singular, `${field}.singular`);
  if (kind) validateKind(errors, kind, `${field}.kind`);
  if (listKind) validateKind(errors, listKind, `${field}.listKind`);
  shortNames?.forEach((name, index) =>
    validateLabel(errors, name, `${field}.shortNames[${index}]`),
  );
  if (kind && kind === listKind) {
    const why = 'kind and listKind may not be the same';
    errors.push(invalid(`${field}.listKind`, show(listKind), why));
  }
  categories?.forEach((name, index) =>
    validateLabel(errors, name, `${field}.categories[${index}]`),
  );
}

export function validateLabel(errors: FieldErrors, name: string, field: string): void {
  const faults = checkDns1035Label(name);
  if (faults.length > 0) errors.push(invalid(field, show(name), faults.join(',')));
}

function validateKind(errors: FieldErrors, kind: string, field: string): void {
  const faults = checkDns1035Label(kind.toLowerCase());
  if (faults.length === 0) return;
  const why = `may have mixed case, but should otherwise match: ${faults.join(',')}`;
  errors.push(invalid(field, show(kind), why));
}
