/** What a run loads before it begins, so that nothing has to wait for it: what is loaded amid a run changes the order of its writes. */
import type { ApiServer } from '#api';
import { isCheckedQuickly, loadChecks } from '#catalog';
import { bucketOf, together, type Kind } from '#kinds';
import type { ControllerDefinition } from '#runtime';

/**
 * Loads what checks objects of kinds, what controllers need that work on them, and what requests about them need.
 *
 * @param isExpected whether there may be objects of a kind; undefined: there may be of all, and only what is loaded quickly is
 * @param isNamed whether a word may occur in what is written
 */
export async function loadAhead(
  api: ApiServer,
  controllers: readonly ControllerDefinition[],
  isExpected: ((kind: Kind) => boolean) | undefined,
  isNamed: (word: string) => boolean = () => false,
): Promise<void> {
  const { all, profile } = api.kinds;
  const kinds = all.filter(isExpected ?? isCheckedQuickly);
  await loadChecks(kinds, profile);
  const buckets = new Set(kinds.map(bucketOf));
  const working = controllers.filter(({ keys = '', loadedFor = keys }) => buckets.has(loadedFor));
  await together(...working.flatMap(({ load }) => load ?? []));
  if (isExpected !== undefined) await api.prepareFor(kinds, isNamed);
}
