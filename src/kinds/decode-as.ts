import { conform, type ConformOptions } from './decode/index.ts';
import type { Kind } from './kind.ts';

/**
 * JSON as an object of a kind; the same value when it fits.
 *
 * @throws {TypeMismatch} @throws {UnreadableValue} for a value of another form
 */
export function decodeAs(
  { schema, custom }: Pick<Kind, 'schema' | 'custom'>,
  value: unknown,
  options?: ConformOptions,
): unknown {
  return custom === undefined ? conform(schema, value, options) : custom.decode(value, options);
}
