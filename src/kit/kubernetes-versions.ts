/** The releases of Kubernetes, for tests that run at several. */
import { minorsNamed, releases } from '#kinds';

/**
 * Returns releases of Kubernetes for a test that runs at each of them:
 * `describe.each(kubernetesVersions())('at %s', (kubernetes) => ...)`.
 *
 * @param which a span such as `1.30..1.34`, some such as `1.30,1.34`, or a number: as many of the newest. Default: all
 * @returns such as `['1.33', '1.34']`: the oldest first, or those that are named in their order
 * @throws {RangeError} for an unknown release, a span that ends before it begins, and more or fewer than there are
 */
export function kubernetesVersions(which?: string | number): string[] {
  return minorsOf(which).map((minor) => `1.${minor}`);
}

function minorsOf(which: string | number | undefined): readonly number[] {
  if (typeof which === 'string') return minorsNamed(which);
  const all = [...releases.keys()];
  if (which === undefined) return all;
  if (Number.isInteger(which) && which >= 1 && which <= all.length) return all.slice(-which);
  throw new RangeError(`${which} releases: expected a number from 1 to ${all.length}`);
}
