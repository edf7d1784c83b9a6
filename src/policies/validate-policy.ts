/** Checks of policies that may refuse a write, and of what their bindings do. */
import { validateOneOf, type StrategyContext } from '#kinds';
import {
  checkEach,
  checkQualifiedName,
  duplicate,
  invalid,
  isSince,
  notSupported,
  required,
  show,
  showJson,
  showList,
  type FieldErrors,
} from '#values';
import type { ValidatingAdmissionPolicy as Policy, Validation } from '#types';
import { ExpressionChecks } from './validate-expressions.ts';
import { requireMatch, validateMatch, validateParamKind } from './validate-match.ts';

const reasons = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];
const mostAnnotations = 20;
const longestAnnotation = 5 * 1024;

export function validatePolicy(
  errors: FieldErrors,
  { metadata: { name = '' }, spec }: Policy,
  { profile }: StrategyContext,
): void {
  const { paramKind, validations = [], auditAnnotations = [] } = spec;
  validateOneOf(errors, spec.failurePolicy ?? '', ['Fail', 'Ignore'], 'spec.failurePolicy');
  if (paramKind != null) validateParamKind(errors, paramKind, 'spec.paramKind');
  validateMatch(errors, spec.matchConstraints, 'spec.matchConstraints');
  requireMatch(errors, spec.matchConstraints, 'spec.matchConstraints');
  const checks = new ExpressionChecks(errors, profile, paramKind != null);
  checks.conditions(spec.matchConditions, 'spec.matchConditions');
  checks.variables(spec.variables, 'spec.variables');
  if (validations.length === 0 && auditAnnotations.length === 0) {
    const why = 'validations or auditAnnotations must contain at least one item';
    for (const field of ['validations', 'auditAnnotations']) {
      errors.push(required(`spec.${field}`, why));
    }
    return;
  }
  checkEach(errors, validations, (validation, index) => {
    validateValidation(errors, checks, validation, `spec.validations[${index}]`);
  });
  validateAnnotations(errors, checks, auditAnnotations, name);
}

function validateValidation(
  errors: FieldErrors,
  checks: ExpressionChecks,
  { expression, message = '', messageExpression = '', reason }: Validation,
  field: string,
): void {
  if (expression.trim() === '') {
    errors.push(required(`${field}.expression`, 'expression is not specified'));
  } else checks.expression(expression, 'bool', `${field}.expression`);
  const at = `${field}.messageExpression`;
  if (messageExpression.trim() !== '') {
    checks.expression(messageExpression, 'string', at, { hasAuthorizer: false });
  } else if (messageExpression !== '') {
    errors.push(invalid(at, show(messageExpression), 'must be non-empty if specified'));
  }
  const text = message.trim();
  if (message !== '' && text === '') {
    const what = isSince(errors, 'BriefMessages') ? '' : 'message ';
    const why = `${what}must be non-empty if specified`;
    errors.push(invalid(`${field}.message`, show(message), why));
  } else if (/[\n\r]/.test(text)) {
    const what = isSince(errors, 'BriefMessages') ? '' : 'message ';
    const why = `${what}must not contain line breaks`;
    errors.push(invalid(`${field}.message`, show(message), why));
  }
  if (reason != null && !reasons.includes(reason)) {
    errors.push(notSupported(`${field}.reason`, show(reason), reasons));
  }
}

function validateAnnotations(
  errors: FieldErrors,
  checks: ExpressionChecks,
  annotations: NonNullable<Policy['spec']['auditAnnotations']>,
  policy: string,
): void {
  const field = 'spec.auditAnnotations';
  if (annotations.length > mostAnnotations) {
    const why = `must not have more than ${mostAnnotations} auditAnnotations`;
    errors.push(invalid(field, showJson(annotations), why));
  }
  const earlier = new Set<string>();
  checkEach(errors, annotations, ({ key, valueExpression }, index) => {
    const at = `${field}[${index}]`;
    if (policy === '') {
      errors.push(invalid(`${at}.key`, show(key), 'requires metadata.name be non-empty'));
    }
    const faults = policy === '' ? [] : checkQualifiedName(`${policy}/${key}`, errors.release);
    for (const fault of faults) {
      errors.push(invalid(`${at}.key`, show(`${policy}/${key}`), fault));
    }
    const text = valueExpression.trim();
    const place = `${at}.valueExpression`;
    if (text === '') errors.push(required(place, 'valueExpression is not specified'));
    else if (text.length > longestAnnotation) {
      errors.push(required(place, `must not exceed ${longestAnnotation} bytes in length`));
    } else checks.expression(text, 'text or null', place, {}, valueExpression);
    if (earlier.has(key)) errors.push(duplicate(`${at}.key`, show(key)));
    earlier.add(key);
  });
}

const actions = ['Audit', 'Deny', 'Warn'];

export function validateActions(errors: FieldErrors, input: readonly string[]): void {
  const field = 'spec.validationActions';
  const earlier = new Set<string>();
  checkEach(errors, input, (action, index) => {
    const at = `${field}[${index}]`;
    if (!actions.includes(action)) errors.push(notSupported(at, show(action), actions));
    if (earlier.has(action)) errors.push(duplicate(at, show(action)));
    earlier.add(action);
  });
  if (earlier.has('Deny') && earlier.has('Warn')) {
    const why =
      'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';
    const shown = showList('[]admissionregistration.ValidationAction', input);
    errors.push(invalid(field, shown, why));
  }
  if (earlier.size > 0) return;
  const why = isSince(errors, 'StatedChecks') ? '' : 'at least one validation action is required';
  errors.push(required(field, why));
}
