import type { IntOrString } from '#types';
import { parseGoInt } from './go/number.ts';
import { quote } from './go/quote.ts';

export type { IntOrString };

/**
 * The count for a value, out of `total`: a number stays, a percentage is scaled and rounded up or
 * down. Rejects other strings, including plain numbers: throws an Error with the message of
 * Kubernetes' `GetScaledValueFromIntOrPercent`.
 */
export function scaledValue(
  value: IntOrString | null | undefined,
  total: number,
  roundUp: boolean,
): number {
  if (value == null) throw new Error('nil value for IntOrString');
  if (typeof value === 'number') return value;
  const scaled = (percentOf(value) * total) / 100;
  // `+ 0` turns the -0 of a small negative share into 0.
  return (roundUp ? Math.ceil(scaled) : Math.floor(scaled)) + 0;
}

function percentOf(value: string): number {
  if (!value.endsWith('%')) {
    throw new Error('invalid value for IntOrString: invalid type: string is not a percentage');
  }
  try {
    return Number(parseGoInt(value.slice(0, -1)));
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(`invalid value for IntOrString: invalid value ${quote(value)}: ${reason}`, {
      cause: error,
    });
  }
}
