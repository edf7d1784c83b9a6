/** Selectors of reviews of access: their checks, and which of them are left out of the decision. */
import { validateLabelKey, validateLabelValues } from '#kinds';
import {
  findErrors,
  forbidden,
  invalid,
  parseFieldSelector,
  parseLabelSelector,
  required,
  show,
  type FieldError,
  type FieldErrors,
  type Release,
} from '#values';
import type { authorizationV1 } from '#types';

type Attributes = authorizationV1.ResourceAttributes;
type Selectors = authorizationV1.FieldSelectorAttributes | authorizationV1.LabelSelectorAttributes;
type Requirement = NonNullable<Selectors['requirements']>[number];

const path = 'spec.resourceAttributes';
const needsValues = "must be specified when `operator` is 'In' or 'NotIn'";
const takesNoValues = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";

/** Returns what is wrong with the selectors. Unknown operators are those of newer clients, and no error. */
export function selectorErrors(
  attributes: Attributes | undefined,
  rules: Release,
): readonly FieldError[] {
  if (attributes === undefined) return [];
  return findErrors((errors) => {
    checkSelector(errors, attributes.fieldSelector, 'fieldSelector', (each, at) => {
      if (!each.key) errors.push(required(`${at}.key`, 'must be specified'));
      checkCount(errors, each, at);
    });
    checkSelector(errors, attributes.labelSelector, 'labelSelector', (each, at) => {
      checkCount(errors, each, at);
      validateLabelKey(errors, each.key ?? '', `${at}.key`);
      validateLabelValues(errors, each.values ?? [], `${at}.values`);
    });
  }, rules);
}

function checkSelector(
  errors: FieldErrors,
  selector: Selectors | undefined,
  name: keyof Attributes,
  check: (requirement: Requirement, field: string) => void,
): void {
  if (selector == null) return;
  const field = `${path}.${name}`;
  const { rawSelector = '', requirements = [] } = selector;
  if (rawSelector !== '' && requirements.length > 0) {
    const why = 'may not specified at the same time as requirements';
    errors.push(invalid(`${field}.rawSelector`, show(rawSelector), why));
  }
  if (rawSelector === '' && requirements.length === 0) {
    const why = `when ${field} is specified, requirements or rawSelector is required`;
    errors.push(required(`${field}.requirements`, why));
  }
  for (const [index, each] of requirements.entries()) {
    check(each, `${field}.requirements[${index}]`);
  }
}

function checkCount(
  errors: FieldErrors,
  { operator = '', values = [] }: Requirement,
  field: string,
): void {
  const needs = operator === 'In' || operator === 'NotIn';
  const refuses = operator === 'Exists' || operator === 'DoesNotExist';
  if (needs && values.length === 0) errors.push(required(`${field}.values`, needsValues));
  if (refuses && values.length > 0) errors.push(forbidden(`${field}.values`, takesNoValues));
}

/** Returns which selectors are left out of the decision, in whole or in part; '' for none. */
export function selectorFaults(attributes: Attributes | undefined): string {
  const fields = unread(attributes?.fieldSelector, parseFieldSelector, (each) => {
    return isSelection(each) && each.values?.length === 1;
  });
  const labels = unread(attributes?.labelSelector, parseLabelSelector, (each) => {
    return isSelection(each) || each.operator === 'Exists' || each.operator === 'DoesNotExist';
  });
  return [
    ...(fields === '' ? [] : [`${path}.fieldSelector ${fields}`]),
    ...(labels === '' ? [] : [`${path}.labelSelector ${labels}`]),
  ].join('; ');
}

function isSelection({ operator }: Requirement): boolean {
  return operator === 'In' || operator === 'NotIn';
}

function unread(
  selector: Selectors | undefined,
  parse: (text: string) => unknown,
  isRead: (requirement: Requirement) => boolean,
): string {
  if (selector == null) return '';
  const { rawSelector = '', requirements = [] } = selector;
  if (rawSelector !== '') return parses(parse, rawSelector) ? '' : 'ignored due to parse error';
  const count = requirements.filter(isRead).length;
  if (count === requirements.length) return '';
  return count > 0 ? 'partially ignored due to parse error' : 'ignored due to parse error';
}

function parses(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}
