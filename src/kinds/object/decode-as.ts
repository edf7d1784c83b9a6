import { conform, conforming, type ConformOptions } from '#schema';
import type { Resumable } from '#values';
import type { Kind } from './kind.ts';

type Decoding = Pick<Kind, 'schema' | 'custom'>;

/**
 * JSON as an object of a kind; the same value when it fits.
 *
 * @throws {TypeMismatch} @throws {UnreadableValue} for a value of another form
 */
export function decodeAs(
  { schema, custom }: Decoding,
  value: unknown,
  options?: ConformOptions,
): unknown {
  return custom?.decode(value, options) ?? conform(schema, value, options);
}

/** {@link decodeAs}, in parts where lists are long. */
export function decodingAs(
  { schema, custom }: Decoding,
  value: unknown,
  options?: ConformOptions,
): object | Resumable<object> {
  return custom?.decoding(value, options) ?? conforming(schema, value, options);
}
