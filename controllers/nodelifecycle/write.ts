import { isConflict, isNotFound } from '#values';
import { node as nodeKind } from '#kinds';
import type { Node } from '#types';
import type { Client, WriteOptions } from '#runtime';

/** How often a node that others write to is tried in a row. */
const TRIES = 5;

/**
 * Writes a changed node; after a conflict, the change made to the live one. Resolves with the node
 * as it is then (the one given, if the change leaves it alone), or undefined if it is gone.
 *
 * @param change pure; answers the very same node when there is nothing to change
 * @throws {ApiError} the API's error for other reasons
 */
export async function changeNode(
  client: Client,
  node: Node,
  change: (node: Node) => Node,
  options?: WriteOptions,
): Promise<Node | undefined> {
  const { name } = node.metadata;
  let current = node;
  for (let tries = 1; ; tries++) {
    try {
      const changed = change(current);
      return changed === current ? current : await client.update(nodeKind, changed, options);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      if (!isConflict(error) || tries === TRIES) throw error;
    }
    try {
      current = await client.get(nodeKind, { name });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }
}
