/** Checks of ingress classes. */
import {
  utf8Length,
  forbidden,
  invalid,
  invalidFor,
  notSupported,
  required,
  show,
  tooLong,
  type FieldErrors,
  checkDns1123Label,
  checkDns1123Subdomain,
} from '#values';
import type { IngressClassParametersReference, IngressClassSpec } from '#types';
import { validateTypedReference } from '../object/validate-references.ts';

const longestController = 250;
const pathPattern = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
const isPath = new RegExp(`^${pathPattern}$`);
const scopes = ['Cluster', 'Namespace'];

/** For a spec with its defaults. */
export function validateIngressClassSpec(
  errors: FieldErrors,
  { controller = '', parameters }: IngressClassSpec,
): void {
  const field = 'spec.controller';
  if (utf8Length(controller) > longestController) {
    errors.push(tooLong(field, longestController, errors.release));
  }
  validatePrefixedPath(errors, controller, field);
  if (parameters != null) validateParameters(errors, parameters, 'spec.parameters');
}

/** A path below a domain, such as `example.com/controller`. */
export function validatePrefixedPath(errors: FieldErrors, text: string, field: string): void {
  if (text === '') {
    errors.push(required(field));
    return;
  }
  const slash = text.indexOf('/');
  if (slash < 1 || slash === text.length - 1) {
    const why = 'must be a domain-prefixed path (such as "acme.io/foo")';
    errors.push(invalid(field, show(text), why));
    return;
  }
  const domain = text.slice(0, slash);
  const path = text.slice(slash + 1);
  invalidFor(errors, field, domain, checkDns1123Subdomain(domain));
  if (!isPath.test(path)) {
    const why = `Invalid path (regex used for validation is '${pathPattern}')`;
    errors.push(invalid(field, show(path), why));
  }
}

function validateParameters(
  errors: FieldErrors,
  parameters: IngressClassParametersReference,
  field: string,
): void {
  validateTypedReference(errors, parameters, field);
  const { scope, namespace } = parameters;
  if (scope == null) {
    errors.push(required(`${field}.scope`));
  } else if (!scopes.includes(scope)) {
    errors.push(notSupported(`${field}.scope`, show(scope), scopes));
  } else if (scope === 'Cluster') {
    if (namespace == null) return;
    errors.push(forbidden(`${field}.namespace`, "`parameters.scope` is set to 'Cluster'"));
  } else if (namespace == null) {
    errors.push(required(`${field}.namespace`, "`parameters.scope` is set to 'Namespace'"));
  } else {
    invalidFor(
      errors,
      `${field}.namespace`,
      namespace,
      checkDns1123Label(namespace, errors.release),
    );
  }
}
