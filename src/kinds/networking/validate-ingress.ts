/** Checks of ingresses. */
import {
  checkEach,
  findErrors,
  invalid,
  invalidFor,
  isSince,
  notSupported,
  required,
  show,
  showName,
  type FieldErrors,
  parseIp,
  checkDns1035Label,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkWildcardSubdomain,
  showList,
} from '#values';
import { validatePort } from '../object/validate-values.ts';
import type {
  HTTPIngressPath,
  HTTPIngressRuleValue,
  Ingress,
  IngressBackend,
  IngressServiceBackend,
  IngressSpec,
  IngressTLS,
} from '#types';
import { ingressClassAnnotation } from '../core/service/load-balancer.ts';
import { checkPortName } from '../core/pod/validation/port-names.ts';
import { validateTypedReference } from '../object/validate-references.ts';

/** Faults that older versions accepted: what has them may keep them. */
export interface FormerFaults {
  readonly secretNames: boolean;
  readonly wildcardRules: boolean;
}

const noFaults: FormerFaults = { secretNames: false, wildcardRules: false };

/** The faults of a stored ingress. Each release looks for them by the rules of the oldest. */
export function formerFaults({ tls = [], rules = [] }: IngressSpec): FormerFaults {
  return {
    secretNames: tls.some(({ secretName }) => checkSecretName(secretName).length > 0),
    wildcardRules: rules.some(({ host, http }) => {
      if (http == null || !isWildcard(host)) return false;
      return findErrors((errors) => validateHttp(errors, http, 'http')).length > 0;
    }),
  };
}

export function validateIngressSpec(
  errors: FieldErrors,
  { defaultBackend, rules, tls, ingressClassName }: IngressSpec,
  faults: FormerFaults = noFaults,
): void {
  if (!rules?.length && defaultBackend == null) {
    const shown = showList('[]networking.IngressRule', rules == null ? null : []);
    errors.push(invalid('spec', shown, 'either `defaultBackend` or `rules` must be specified'));
  }
  if (defaultBackend != null) validateBackend(errors, defaultBackend, 'spec.defaultBackend');
  checkEach(errors, rules, ({ host, http }, index) => {
    const field = `spec.rules[${index}]`;
    if (host) validateRuleHost(errors, host, `${field}.host`);
    if (http == null || (faults.wildcardRules && isWildcard(host))) return;
    validateHttp(errors, http, `${field}.http`);
  });
  checkEach(errors, tls, (entry, index) => {
    validateTls(errors, entry, `spec.tls[${index}]`, faults.secretNames);
  });
  if (ingressClassName != null) {
    const messages = checkDns1123Subdomain(ingressClassName);
    invalidFor(errors, 'spec.ingressClassName', ingressClassName, messages);
  }
}

/** A new ingress names its class in one way. v1.24 gives the path without `metadata`. */
export function validateNewClass(errors: FieldErrors, { metadata, spec }: Ingress): void {
  const annotated = metadata.annotations?.[ingressClassAnnotation];
  if (annotated === undefined || spec.ingressClassName == null) return;
  const why = 'can not be set when the class field is also set';
  errors.push(invalid(`annotations.${ingressClassAnnotation}`, show(annotated), why));
}

function isWildcard(host: string | undefined): boolean {
  return host?.includes('*') === true;
}

function validateRuleHost(errors: FieldErrors, host: string, field: string): void {
  if (parseIp(host) !== undefined) {
    errors.push(invalid(field, show(host), 'must be a DNS name, not an IP address'));
  }
  validateHost(errors, host, field);
}

function validateHost(errors: FieldErrors, host: string, field: string): void {
  const check = isWildcard(host) ? checkWildcardSubdomain : checkDns1123Subdomain;
  invalidFor(errors, field, host, check(host));
}

function validateTls(
  errors: FieldErrors,
  { hosts, secretName = '' }: IngressTLS,
  field: string,
  anySecret: boolean,
): void {
  checkEach(errors, hosts, (host, index) => validateHost(errors, host, `${field}.hosts[${index}]`));
  if (anySecret) return;
  invalidFor(errors, `${field}.secretName`, secretName, checkSecretName(secretName));
}

function checkSecretName(name: string | undefined): readonly string[] {
  return name ? checkDns1123Subdomain(name) : [];
}

function validateHttp(errors: FieldErrors, { paths }: HTTPIngressRuleValue, field: string): void {
  if (!paths?.length) errors.push(required(`${field}.paths`));
  checkEach(errors, paths, (path, index) => validatePath(errors, path, `${field}.paths[${index}]`));
}

const pathTypes = ['Exact', 'ImplementationSpecific', 'Prefix'];
const badSequences = ['//', '/./', '/../', '%2f', '%2F'];
const badEnds = ['/..', '/.'];

function validatePath(
  errors: FieldErrors,
  { path = '', pathType, backend }: HTTPIngressPath,
  field: string,
): void {
  if (pathType == null) {
    errors.push(required(`${field}.pathType`, 'pathType must be specified'));
    return;
  }
  if (!pathTypes.includes(pathType)) {
    errors.push(notSupported(`${field}.pathType`, showName(pathType), pathTypes));
  } else if (path !== '' || pathType !== 'ImplementationSpecific') {
    validatePathText(errors, path, pathType, `${field}.path`);
  }
  validateBackend(errors, backend ?? {}, `${field}.backend`);
}

function validatePathText(
  errors: FieldErrors,
  path: string,
  pathType: string,
  field: string,
): void {
  if (!path.startsWith('/')) errors.push(invalid(field, show(path), 'must be an absolute path'));
  if (pathType === 'ImplementationSpecific') return;
  for (const bad of badSequences) {
    if (path.includes(bad)) errors.push(invalid(field, show(path), `must not contain '${bad}'`));
  }
  for (const end of badEnds) {
    if (path.endsWith(end)) errors.push(invalid(field, show(path), `cannot end with '${end}'`));
  }
}

function validateBackend(
  errors: FieldErrors,
  { resource, service }: IngressBackend,
  field: string,
): void {
  if (resource != null && service != null) {
    errors.push(invalid(field, show(''), 'cannot set both resource and service backends'));
  } else if (resource != null) {
    validateTypedReference(errors, resource, `${field}.resource`);
  } else if (service != null) {
    validateServiceBackend(errors, service, field);
  } else {
    errors.push(invalid(field, show(''), 'resource or service backend is required'));
  }
}

/** What is wrong with the choice of port is reported for the whole backend. */
function validateServiceBackend(
  errors: FieldErrors,
  { name, port }: IngressServiceBackend,
  field: string,
): void {
  if (!name) errors.push(required(`${field}.service.name`));
  else {
    const faults = isSince(errors, 'RelaxedServiceNameValidation')
      ? checkDns1123Label(name, errors.release)
      : checkDns1035Label(name);
    invalidFor(errors, `${field}.service.name`, name, faults);
  }
  const at = `${field}.service.port`;
  if (port?.name && port.number) {
    errors.push(invalid(field, show(''), 'cannot set both port name & port number'));
  } else if (port?.name) {
    invalidFor(errors, `${at}.name`, port.name, checkPortName(port.name, errors.release));
  } else if (port?.number) {
    validatePort(errors, port.number, `${at}.number`);
  } else {
    errors.push(required(field, 'port name or number is required'));
  }
}
