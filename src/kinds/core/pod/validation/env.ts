/** Checks of the environment of containers. */
import {
  checkEach,
  invalid,
  invalidFor,
  required,
  show,
  type FieldErrors,
  asPrefix,
  checkConfigKey,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkEnvName,
  isSince,
} from '#values';
import type {
  ConfigMapKeySelector,
  FileKeySelector,
  EnvFromSource,
  EnvVar,
  EnvVarSource,
} from '#types';
import {
  fieldsForEnv,
  validateFieldRef,
  validateHostIps,
  validateResourceFieldRef,
} from './field-sources.ts';

const moreThanOne = 'may not have more than one field specified at a time';

export function validateEnv(
  errors: FieldErrors,
  env: readonly EnvVar[] | undefined,
  field: string,
): void {
  if (env == null) return;
  checkEach(errors, env, ({ name, value, valueFrom }, index) => {
    const at = `${field}[${index}]`;
    if (!name) errors.push(required(`${at}.name`));
    else invalidFor(errors, `${at}.name`, name, checkEnvName(name, errors.release));
    if (valueFrom != null) validateSource(errors, valueFrom, value ?? '', `${at}.valueFrom`);
  });
}

/** There must be one source, and no value in addition to it. */
function validateSource(
  errors: FieldErrors,
  { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef }: EnvVarSource,
  value: string,
  field: string,
): void {
  if (fieldRef != null) {
    validateFieldRef(errors, fieldRef, fieldsForEnv(errors), `${field}.fieldRef`);
    validateHostIps(errors, fieldRef, `${field}.fieldRef`);
  }
  if (resourceFieldRef != null) {
    validateResourceFieldRef(errors, resourceFieldRef, false, `${field}.resourceFieldRef`);
  }
  if (configMapKeyRef != null) validateKeyRef(errors, configMapKeyRef, `${field}.configMapKeyRef`);
  if (secretKeyRef != null) validateKeyRef(errors, secretKeyRef, `${field}.secretKeyRef`);
  if (fileKeyRef != null) validateFileRef(errors, fileKeyRef, `${field}.fileKeyRef`);
  const count = countOf([fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef]);
  if (count === 0) {
    const sources = isSince(errors, 'EnvFiles')
      ? '`configMapKeyRef`, `secretKeyRef` or `fileKeyRef`'
      : '`configMapKeyRef` or `secretKeyRef`';
    const why = `must specify one of: \`fieldRef\`, \`resourceFieldRef\`, ${sources}`;
    errors.push(invalid(field, show(''), why));
  } else if (value !== '') {
    errors.push(invalid(field, show(''), 'may not be specified when `value` is not empty'));
  } else if (count > 1) {
    errors.push(invalid(field, show(''), moreThanOne));
  }
}

/** A key of a ConfigMap or of a Secret. */
function validateKeyRef(
  errors: FieldErrors,
  { name = '', key }: ConfigMapKeySelector,
  field: string,
): void {
  invalidFor(errors, `${field}.name`, name, checkDns1123Subdomain(name));
  if (!key) errors.push(required(`${field}.key`));
  else invalidFor(errors, `${field}.key`, key, checkConfigKey(key));
}

/** A key of a file in a volume of the pod. */
function validateFileRef(
  errors: FieldErrors,
  { key, volumeName, path }: FileKeySelector,
  field: string,
): void {
  if (!key) errors.push(required(`${field}.key`));
  else invalidFor(errors, `${field}.key`, key, checkEnvName(key, errors.release));
  if (!volumeName) errors.push(required(`${field}.volumeName`));
  else
    invalidFor(
      errors,
      `${field}.volumeName`,
      volumeName,
      checkDns1123Label(volumeName, errors.release),
    );
  if (!path) errors.push(required(`${field}.path`));
  else if (path.split('/').includes('..')) {
    errors.push(invalid(`${field}.path`, show(path), "must not contain '..'"));
  }
}

export function validateEnvFrom(
  errors: FieldErrors,
  sources: readonly EnvFromSource[] | undefined,
  field: string,
): void {
  if (sources == null) return;
  checkEach(errors, sources, ({ prefix, configMapRef, secretRef }, index) => {
    const at = `${field}[${index}]`;
    if (prefix) {
      invalidFor(errors, `${at}.prefix`, prefix, checkEnvName(prefix, errors.release));
    }
    if (configMapRef != null) validateWhole(errors, configMapRef.name, `${at}.configMapRef.name`);
    if (secretRef != null) validateWhole(errors, secretRef.name, `${at}.secretRef.name`);
    const count = countOf([configMapRef, secretRef]);
    // v1.24 does not say which of the sources it means.
    if (count === 0) {
      const why = 'must specify one of: `configMapRef` or `secretRef`';
      errors.push(invalid(field, show(''), why));
    } else if (count > 1) {
      errors.push(invalid(field, show(''), moreThanOne));
    }
  });
}

/** The name of an object all of whose entries are used. A trailing dash is valid, as in a prefix. */
function validateWhole(errors: FieldErrors, name: string | undefined, field: string): void {
  if (!name) errors.push(required(field));
  else invalidFor(errors, field, name, checkDns1123Subdomain(asPrefix(name)));
}

function countOf(parts: readonly unknown[]): number {
  return parts.filter((part) => part != null).length;
}
