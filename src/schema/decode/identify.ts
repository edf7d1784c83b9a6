/** The kind and apiVersion of a value, read before anything else of it. */
import { jsonTypeOf } from './mismatch.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** The struct into which Go reads the two fields first. */
const typeStruct =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** As an object has it; empty where the field is missing. */
export interface Identity {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The value is not an object, or its apiVersion or kind is not a string; with Go's message. */
export class UnidentifiableError extends Error {
  override readonly name = 'UnidentifiableError';
}

/** `null` counts as `{}`. @throws {UnidentifiableError} */
export function identify(value: unknown): Identity {
  if (value === null) return { apiVersion: '', kind: '' };
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw mismatch(`Go value of type ${typeStruct}`, value);
  }
  const { apiVersion = null, kind = null } = value as JsonObject;
  if (apiVersion !== null && typeof apiVersion !== 'string') {
    throw mismatch('Go struct field .apiVersion of type string', apiVersion);
  }
  if (kind !== null && typeof kind !== 'string') {
    throw mismatch('Go struct field .kind of type string', kind);
  }
  if (apiVersion !== null && apiVersion.split('/').length > 2) {
    throw new UnidentifiableError(`unexpected GroupVersion string: ${apiVersion}`);
  }
  return { apiVersion: apiVersion ?? '', kind: kind ?? '' };
}

function mismatch(place: string, value: unknown): Error {
  const why = `json: cannot unmarshal ${jsonTypeOf(value)} into ${place}`;
  return new UnidentifiableError(`couldn't get version/kind; json parse error: ${why}`);
}
