/** Checks of Secrets. */
import {
  fromBase64,
  utf8Text,
  checkKeys,
  checkThen,
  invalid,
  invalidFor,
  required,
  show,
  tooLong,
  type FieldErrors,
  parseJson,
  checkConfigKey,
} from '#values';
import { jsonTypeOf } from '#schema';
import type { Secret } from '#types';
import { bytesOf, maxDataBytes } from './validate-data.ts';

type Data = Readonly<Record<string, string>>;

const accountName = 'kubernetes.io/service-account.name';

/** For a secret with its defaults. */
export function validateSecret(errors: FieldErrors, secret: Secret): void {
  const { data = {} } = secret;
  let bytes = 0;
  checkKeys(errors, data, (key) => {
    invalidFor(errors, `data[${key}]`, key, checkConfigKey(key));
    bytes += bytesOf(data[key]!);
  });
  checkThen(errors, () => {
    if (bytes > maxDataBytes) errors.push(tooLong('data', maxDataBytes, errors.release));
    validateByType(errors, secret);
  });
}

function validateByType(errors: FieldErrors, { metadata, data = {}, type }: Secret): void {
  switch (type ?? 'Opaque') {
    case 'kubernetes.io/service-account-token':
      if (!metadata.annotations?.[accountName]) {
        errors.push(required(`metadata.annotations[${accountName}]`));
      }
      return;
    case 'kubernetes.io/dockercfg':
      validateJson(errors, data, '.dockercfg');
      return;
    case 'kubernetes.io/dockerconfigjson':
      validateJson(errors, data, '.dockerconfigjson');
      return;
    case 'kubernetes.io/basic-auth':
      if (!Object.hasOwn(data, 'username') && !Object.hasOwn(data, 'password')) {
        validatePresence(errors, data, ['username', 'password']);
      }
      return;
    case 'kubernetes.io/ssh-auth':
      if (!data['ssh-privatekey']) errors.push(required('data[ssh-privatekey]'));
      return;
    case 'kubernetes.io/tls':
      validatePresence(errors, data, ['tls.crt', 'tls.key']);
      return;
  }
}

/** They may be empty, but must be present. */
function validatePresence(errors: FieldErrors, data: Data, keys: readonly string[]): void {
  for (const key of keys) {
    if (!Object.hasOwn(data, key)) errors.push(required(`data[${key}]`));
  }
}

/** The entry must be a JSON object. */
function validateJson(errors: FieldErrors, data: Data, key: string): void {
  if (!Object.hasOwn(data, key)) {
    errors.push(required(`data[${key}]`));
    return;
  }
  const why = whyNoObject(fromBase64(data[key]!));
  if (why !== undefined)
    errors.push(invalid(`data[${key}]`, show('<secret contents redacted>'), why));
}

function whyNoObject(bytes: Uint8Array): string | undefined {
  try {
    const value = parseJson(utf8Text(bytes), { bytes });
    if (typeof value === 'object' && !Array.isArray(value)) return undefined;
    return `json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type map[string]interface {}`;
  } catch (error) {
    return (error as Error).message;
  }
}
