import type { Change } from '#store';
import { parsePath, valueAt, type Segment } from './path.ts';

/** Returns the webhook that set a field in a write; undefined when none did. */
export function webhookBehind(
  { origin, value }: Change,
  path: readonly Segment[],
): string | undefined {
  const expected = byPlace(path, value);
  return origin.webhooks?.findLast(({ fields }) =>
    fields.some((field) => areNested(parsePath(field), expected)),
  )?.webhook;
}

/** Returns the path with the places of list items where it names what identifies them. */
function byPlace(path: readonly Segment[], value: unknown): readonly Segment[] {
  let parent = value;
  return path.map((segment) => {
    const found = valueAt(parent, [segment]);
    const place = Array.isArray(parent) ? parent.indexOf(found) : segment;
    parent = found;
    return place;
  });
}

/** Returns whether one of the paths leads to a part of what the other leads to. */
function areNested(a: readonly Segment[], b: readonly Segment[]): boolean {
  const length = Math.min(a.length, b.length);
  return a.slice(0, length).every((segment, index) => String(segment) === String(b[index]));
}
