/** Which releases of Kubernetes scenarios are played on. */
import { minorsNamed } from '#kinds';
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
    return minorsNamed(text).map((minor) => `1.${minor}`);
  } catch (error) {
    throw new UsageError(`--kubernetes: ${(error as RangeError).message}`);
  }
}
