/** Checks of API services. */
import {
  fromBase64,
  checkEach,
  invalid,
  invalidFor,
  notSupported,
  required,
  show,
  type FieldErrors,
  checkDns1035Label,
  checkDns1123Subdomain,
  checkPathSegment,
} from '#values';
import type { ObjectMeta } from '#types';
import type { APIServiceSpec, APIServiceStatus } from '#types/apiregistration-v1';

const highestGroup = 20_000;
const highestVersion = 1000;
const statuses = ['True', 'False', 'Unknown'];

/** The name is that of the version and the group, `v1.apps`; and so is what it may be made of. */
export function validateApiServiceName(
  errors: FieldErrors,
  { name, generateName = '' }: Pick<ObjectMeta, 'name' | 'generateName'>,
  { version = '', group = '' }: APIServiceSpec,
): void {
  const expected = `${version}.${group}`;
  const check = (field: string, input: string): void => {
    const faults = checkPathSegment(input);
    if (faults.length > 0) invalidFor(errors, field, input, faults);
    else if (input !== expected && input !== '') {
      const why = `must be \`spec.version+"."+spec.group\`: ${show(expected)}`;
      errors.push(invalid(field, show(input), why));
    }
  };
  check('metadata.generateName', generateName);
  check('metadata.name', name);
}

export function validateApiServiceSpec(errors: FieldErrors, spec: APIServiceSpec): void {
  const { group = '', version = '', groupPriorityMinimum, versionPriority } = spec;
  if (group === '' && version !== 'v1') {
    const why = 'only v1 may have an empty group and it better be legacy kube';
    errors.push(required('spec.group', why));
  }
  if (group !== '') invalidFor(errors, 'spec.group', group, checkDns1123Subdomain(group));
  invalidFor(errors, 'spec.version', version, checkDns1035Label(version));
  validateRank(errors, groupPriorityMinimum, highestGroup, 'spec.groupPriorityMinimum');
  validateRank(errors, versionPriority, highestVersion, 'spec.versionPriority');
  if (spec.service == null) validateLocal(errors, spec);
  else validateRemote(errors, spec);
}

function validateRank(
  errors: FieldErrors,
  value: number | undefined,
  highest: number,
  field: string,
): void {
  const rank = value ?? 0;
  if (rank > 0 && rank <= highest) return;
  errors.push(invalid(field, show(rank), `must be positive and less than ${highest}`));
}

function validateLocal(
  errors: FieldErrors,
  { caBundle = '', insecureSkipTLSVerify }: APIServiceSpec,
): void {
  if (caBundle !== '') {
    const shown = show(`${fromBase64(caBundle).length} bytes`);
    errors.push(invalid('spec.caBundle', shown, 'local APIServices may not have a caBundle'));
  }
  if (insecureSkipTLSVerify === true) {
    const why = 'local APIServices may not have insecureSkipTLSVerify';
    errors.push(invalid('spec.insecureSkipTLSVerify', 'true', why));
  }
}

function validateRemote(
  errors: FieldErrors,
  { service, caBundle = '', insecureSkipTLSVerify }: APIServiceSpec,
): void {
  const { namespace, name, port = 443 } = service!;
  if (!namespace) errors.push(required('spec.service.namespace'));
  if (!name) errors.push(required('spec.service.name'));
  if (port < 1 || port > 65_535) {
    const why = 'port is not valid: must be between 1 and 65535, inclusive';
    errors.push(invalid('spec.service.port', show(port), why));
  }
  if (insecureSkipTLSVerify === true && caBundle !== '') {
    const why = 'may not be true if caBundle is present';
    errors.push(invalid('spec.insecureSkipTLSVerify', 'true', why));
  }
}

export function validateApiServiceStatus(
  errors: FieldErrors,
  status: APIServiceStatus | undefined,
): void {
  checkEach(errors, status?.conditions, (condition, index) => {
    if (statuses.includes(condition.status)) return;
    const field = `status.conditions[${index}].status`;
    errors.push(notSupported(field, show(condition.status ?? ''), statuses));
  });
}
