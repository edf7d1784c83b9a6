import type { Reader } from './form.ts';

/**
 * Returns the place that keys and indexes lead to.
 * @param isKey the key that is last, in place of its value
 */
export function placeAt<V>(
  whole: V,
  path: readonly (string | number)[],
  reader: Reader<V>,
  isKey: boolean,
): V {
  let place = whole;
  for (const [depth, step] of path.entries()) {
    const isLastKey = isKey && depth === path.length - 1;
    const entry = reader.entries(place)?.find(({ name }) => name === String(step));
    if (entry !== undefined) place = isLastKey ? entry.key : entry.value;
    else place = reader.items(place)?.[Number(step)] ?? reader.field(place, String(step));
  }
  return place;
}
