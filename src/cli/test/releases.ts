/** Which releases of Kubernetes scenarios are played on. */
import { minorOf } from '#kinds';
import { UsageError } from '../usage-error.ts';

/**
 * Reads `1.34`, `1.30,1.34` or `1.24..1.37`.
 *
 * @returns each release once, as `1.34`, in the order given; undefined where none is
 * @throws {UsageError} for an unknown release, and a span that ends before it begins
 */
export function releasesIn(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  try {
    return [...new Set(text.split(',').flatMap(minorsIn))].map((minor) => `1.${minor}`);
  } catch (error) {
    throw new UsageError(`--kubernetes: ${(error as RangeError).message}`);
  }
}

function minorsIn(text: string): readonly number[] {
  const [first = '', last = first] = text.split('..');
  const [from, to] = [minorOf(first), minorOf(last)];
  if (to < from) throw new RangeError(`${text} ends before it begins; expected 1.${to}..1.${from}`);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
