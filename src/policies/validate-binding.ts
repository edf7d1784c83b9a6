/** Checks of bindings of all sorts. */
import {
  checkDns1123Subdomain,
  invalidFor,
  isSince,
  required,
  type FieldErrors,
  type KubeObject,
} from '#values';
import type { MatchResources, ParamRef } from '#types';
import { validateMatch, validateParamRef } from './validate-match.ts';

export interface AnyBinding extends KubeObject {
  readonly spec: {
    readonly policyName?: string;
    readonly matchResources?: MatchResources;
    readonly paramRef?: ParamRef;
  };
}

export function validateBinding(errors: FieldErrors, spec: AnyBinding['spec']): void {
  validatePolicyName(errors, spec.policyName);
  validateParamRef(errors, spec.paramRef, 'spec.paramRef');
  const field = isSince(errors, 'MatchResourcesMisspelled') ? 'matchResouces' : 'matchResources';
  validateMatch(errors, spec.matchResources, `spec.${field}`);
}

function validatePolicyName(errors: FieldErrors, name = ''): void {
  const field = 'spec.policyName';
  if (name === '') errors.push(required(field));
  else invalidFor(errors, field, name, checkDns1123Subdomain(name));
}
