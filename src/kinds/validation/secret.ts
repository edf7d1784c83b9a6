/** Checks of Secrets. */
import {
  invalid,
  invalidFor,
  required,
  show,
  tooLong,
  type FieldError,
} from '../meta/field-errors.ts';
import { readJson } from '../meta/json-text.ts';
import { checkConfigKey } from '../meta/names.ts';
import type { Secret } from '../types/index.ts';
import { bytesOf, maxDataBytes } from './data.ts';

type Data = Readonly<Record<string, string>>;

const accountName = 'kubernetes.io/service-account.name';

/** For a secret with its defaults. */
export function* validateSecret({ metadata, data = {}, type }: Secret): Iterable<FieldError> {
  let bytes = 0;
  for (const key of Object.keys(data).sort()) {
    yield* invalidFor(`data[${key}]`, show(key), checkConfigKey(key));
    bytes += bytesOf(data[key]!);
  }
  if (bytes > maxDataBytes) yield tooLong('data', maxDataBytes);
  switch (type ?? 'Opaque') {
    case 'kubernetes.io/service-account-token':
      if (!metadata.annotations?.[accountName]) {
        yield required(`metadata.annotations[${accountName}]`);
      }
      return;
    case 'kubernetes.io/dockercfg':
      yield* validateJson(data, '.dockercfg');
      return;
    case 'kubernetes.io/dockerconfigjson':
      yield* validateJson(data, '.dockerconfigjson');
      return;
    case 'kubernetes.io/basic-auth':
      if (!Object.hasOwn(data, 'username') && !Object.hasOwn(data, 'password')) {
        yield* validatePresence(data, ['username', 'password']);
      }
      return;
    case 'kubernetes.io/ssh-auth':
      if (!data['ssh-privatekey']) yield required('data[ssh-privatekey]');
      return;
    case 'kubernetes.io/tls':
      yield* validatePresence(data, ['tls.crt', 'tls.key']);
      return;
  }
}

/** They may be empty, but they must be there. */
function* validatePresence(data: Data, keys: readonly string[]): Iterable<FieldError> {
  for (const key of keys) {
    if (!Object.hasOwn(data, key)) yield required(`data[${key}]`);
  }
}

/** The entry must be a JSON object. */
function* validateJson(data: Data, key: string): Iterable<FieldError> {
  if (!Object.hasOwn(data, key)) {
    yield required(`data[${key}]`);
    return;
  }
  const why = jsonFault(Buffer.from(data[key]!, 'base64').toString());
  if (why !== undefined) yield invalid(`data[${key}]`, show('<secret contents redacted>'), why);
}

function jsonFault(text: string): string | undefined {
  try {
    const value = readJson(text);
    if (typeof value === 'object' && !Array.isArray(value)) return undefined;
    const type = Array.isArray(value)
      ? 'array'
      : typeof value === 'boolean'
        ? 'bool'
        : typeof value;
    return `json: cannot unmarshal ${type} into Go value of type map[string]interface {}`;
  } catch (error) {
    return (error as Error).message;
  }
}
