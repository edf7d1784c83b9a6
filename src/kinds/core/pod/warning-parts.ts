/** What warnings about the parts of pods have in common. */
import { milliOf } from '#values';
import type { Quantity } from '#types';

/** Resources that are measured in bytes. */
export const inBytes: readonly string[] = ['memory', 'ephemeral-storage'];

/** Warns about a part of a byte in the amount of a resource. */
export function warnOfFraction(
  warnings: string[],
  amounts: Readonly<Record<string, Quantity>> | undefined,
  name: string,
  path: string,
): void {
  const amount = amounts?.[name];
  if (amount === undefined || milliOf(amount) % 1000 === 0) return;
  const shown = JSON.stringify(amount);
  warnings.push(`${path}[${name}]: fractional byte value ${shown} is invalid, must be an integer`);
}

/** Warns about elements with the name of another one. */
export function warnOfRepeatedNames(
  warnings: string[],
  elements: readonly { readonly name?: string }[] | undefined,
  path: string,
): void {
  for (const { value, index } of repeated(elements ?? [], ({ name }) => name)) {
    warnings.push(`${path}[${index}].name: duplicate name ${JSON.stringify(value)}`);
  }
}

interface RepeatedText {
  readonly value: string;
  readonly index: number;
}

const noneRepeated: readonly RepeatedText[] = [];

/** Returns the elements with the same text as an earlier one; an absent text is empty. */
export function repeated<T>(
  elements: readonly T[],
  textOf: (element: T) => string | undefined,
): readonly RepeatedText[] {
  if (elements.length < 2) return noneRepeated;
  const earlier = new Set<string>();
  const found: RepeatedText[] = [];
  for (const [index, element] of elements.entries()) {
    const value = textOf(element) ?? '';
    if (earlier.has(value)) found.push({ value, index });
    earlier.add(value);
  }
  return found;
}
