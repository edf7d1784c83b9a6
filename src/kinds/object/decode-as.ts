import { conform, conforming, type ConformOptions } from '#schema';
import type { Kind } from './kind.ts';
import { restarting, type Parts } from '#values';

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
  if (custom === undefined) return conform(schema, value, options);
  const { found, inside } = collected(options);
  const decoded = custom.decode(value, inside);
  report(found, options);
  return decoded;
}

/** {@link decodeAs}, in parts where lists are long. */
export function decodingAs(
  { schema, custom }: Decoding,
  value: unknown,
  options?: ConformOptions,
): object | Parts<object> {
  if (custom === undefined) return conforming(schema, value, options);
  const { found, inside } = collected(options);
  return restarting(() => {
    const decoded = custom.decode(value, inside);
    report(found, options);
    return decoded;
  });
}

/** Options that collect unknown fields, which decoding with pauses may find twice. */
function collected(options: ConformOptions | undefined): {
  readonly found: Set<string>;
  readonly inside: ConformOptions | undefined;
} {
  const found = new Set<string>();
  if (options?.onUnknown === undefined) return { found, inside: options };
  return { found, inside: { ...options, onUnknown: (path) => void found.add(path) } };
}

function report(found: ReadonlySet<string>, options: ConformOptions | undefined): void {
  for (const path of found) options?.onUnknown?.(path);
}
