import { isList, isMap, type Node } from './node.ts';

/**
 * Returns the node at a path such as `spec.containers[0].image`, as errors of the API name fields; or
 * the last one on it.
 */
export function nodeAt(node: Node, path: string): Node {
  let found = node;
  for (const part of partsOf(path)) {
    const next = isMap(found)
      ? found.get(part)
      : isList(found)
        ? found.items[Number(part)]
        : undefined;
    if (next === undefined) return found;
    found = next;
  }
  return found;
}

/** `spec`, `containers`, `0`, `image`; a key with dots stands in brackets. */
function partsOf(path: string): readonly string[] {
  return path
    .split(/[[\]]/)
    .flatMap((part, i) => (i % 2 === 1 ? [part] : part.split('.').filter((name) => name !== '')));
}
