import { quote } from './quote.ts';
import { fitsInt64 } from '../quantity/decimal.ts';

/**
 * Parses a decimal 64-bit integer, with an optional sign, as Go's `strconv.Atoi` does. Throws an
 * Error with its message.
 */
export function parseGoInt(text: string): bigint {
  const integer = readInt64(text);
  if (integer !== undefined) return integer;
  const reason = isGoInt(text) ? 'value out of range' : 'invalid syntax';
  throw new Error(`strconv.Atoi: parsing ${quote(text)}: ${reason}`);
}

/** Like {@link parseGoInt}, but undefined for text that is not a 64-bit integer. */
export function readInt64(text: string): bigint | undefined {
  if (!isGoInt(text)) return undefined;
  const integer = BigInt(text.startsWith('+') ? text.slice(1) : text);
  return fitsInt64(integer) ? integer : undefined;
}

/** Whether Go parses it as a decimal integer, of any size. */
export function isGoInt(text: string): boolean {
  return /^[+-]?[0-9]+$/.test(text);
}
