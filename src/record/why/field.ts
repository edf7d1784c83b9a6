/** Fields of objects as people name them. */
import type { Kind } from '#kinds';
import { parsePath, type Segment } from './path.ts';

/**
 * The path that a text names: as it is written, or below the status where the kind has no such field
 * at the top, so that `numberReady` will do.
 * @throws {SyntaxError} saying where
 */
export function fieldPath(text: string, { schema }: Kind): readonly Segment[] {
  const path = parsePath(text);
  const isTop = schema.fields.has(String(path[0])) || !schema.fields.has('status');
  return isTop ? path : ['status', ...path];
}
