/** The texts of rules, and the fields that they name. */
import type { Rule } from '#cel';
import { cel } from '../../late-cel.ts';
import type { Profile } from '#kinds';
import { Structure } from '#schema';
import { invalid, notSupported, required, show, type FieldErrors } from '#values';
import type { JSONSchemaProps } from '#types';
import { partsOf } from './schemas.ts';

const name = 'x-kubernetes-validations';
const reasons = [
  'FieldValueDuplicate',
  'FieldValueForbidden',
  'FieldValueInvalid',
  'FieldValueRequired',
];

/** Checks the rules of a schema and of all schemas in it: those of parts come first. */
export function validateRuleTexts(
  errors: FieldErrors,
  schema: JSONSchemaProps,
  field: string,
  profile: Profile,
): void {
  for (const part of partsOf(schema, field)) {
    validateRuleTexts(errors, part.schema, part.path, profile);
  }
  for (const [index, rule] of (schema[name] ?? []).entries()) {
    const at = `${field}.${name}[${index}]`;
    checkTexts(errors, rule, at, profile.enabled('BriefMessages'));
    checkLaterTexts(errors, rule, at);
    checkPath(errors, rule, at, schema, profile.enabled('BriefMessages'));
  }
}

/** @param isBrief whether messages leave out what they are about */
export function checkTexts(
  errors: FieldErrors,
  { rule, message }: Rule['source'],
  at: string,
  isBrief = false,
): void {
  const [text, messageText] = [rule.trim(), (message ?? '').trim()];
  const refuse = (why: string): void =>
    void errors.push(invalid(`${at}.message`, show(message!), isBrief ? why : `message ${why}`));
  if (text === '') errors.push(required(`${at}.rule`, 'rule is not specified'));
  else if (message && messageText === '') refuse('must be non-empty if specified');
  else if (hasBreak(messageText)) refuse('must not contain line breaks');
  else if (hasBreak(text) && messageText === '') {
    const why = 'message must be specified if rule contains line breaks';
    errors.push(required(`${at}.message`, why));
  }
}

function checkLaterTexts(
  errors: FieldErrors,
  { messageExpression, reason }: Rule['source'],
  at: string,
): void {
  if (messageExpression && messageExpression.trim() === '') {
    const why = 'messageExpression must be non-empty if specified';
    errors.push(required(`${at}.messageExpression`, why));
  }
  if (reason != null && !reasons.includes(reason)) {
    errors.push(notSupported(`${at}.reason`, show(reason), reasons));
  }
}

function checkPath(
  errors: FieldErrors,
  { fieldPath: path }: Rule['source'],
  at: string,
  schema: JSONSchemaProps,
  isBrief: boolean,
): void {
  if (!path) return;
  const refuse = (why: string): void =>
    void errors.push(invalid(`${at}.fieldPath`, show(path), isBrief ? why : `fieldPath ${why}`));
  if (path.trim() === '') refuse('must be non-empty if specified');
  if (hasBreak(path)) refuse('must not contain line breaks');
  if (cel().pathIn(path, new Structure(schema)) === undefined) refuse('must be a valid path');
}

function hasBreak(text: string): boolean {
  return /[\n\r]/.test(text);
}
