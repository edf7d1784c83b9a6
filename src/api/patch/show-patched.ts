/** How messages about the result of a patch show it: as Go has it at that moment. */
import { goText, quote, withSortedKeys, type KubeObject } from '#values';
import type { Kind } from '#kinds';
import type { Patch } from '#request';
import { isObject } from './merge-draft.ts';

export interface PatchResult {
  readonly patched: KubeObject;
  /** The object before; it shares with the result what the patch leaves alone. */
  readonly current: KubeObject;
  /** Of the patched object. */
  readonly kind: Kind;
  readonly patch: Patch;
}

/**
 * In quotes. A strategic merge patch is shown itself, as a map. The result of another one is shown as the
 * text that v1.24 decodes: it writes objects that the patch changes from maps, with sorted keys, and
 * leaves all others as they are.
 */
export function showPatched({ patched, current, kind, patch }: PatchResult): string {
  const { type, body } = patch;
  if (type === 'strategic') return quote(goText(body));
  if (!isObject(patched)) return '""';
  // Custom resources are maps from the start.
  const written =
    kind.custom === undefined
      ? withChangedSorted(patched, current, new Set(sentBy(patch)))
      : withSortedKeys(patched);
  return quote(JSON.stringify(written));
}

/** The values that a JSON patch puts in as they are. Merging reads all that is sent, to remove nulls. */
function sentBy({ type, body }: Patch): readonly unknown[] {
  if (type !== 'json' || !Array.isArray(body)) return [];
  return body.map((operation) => (isObject(operation) ? operation['value'] : undefined));
}

function withChangedSorted(value: unknown, before: unknown, sent: ReadonlySet<unknown>): unknown {
  if (value === before || sent.has(value)) return value;
  if (Array.isArray(value)) {
    const items = Array.isArray(before) ? (before as readonly unknown[]) : [];
    return value.map((item, index) => withChangedSorted(item, items[index], sent));
  }
  if (!isObject(value)) return value;
  const fields = isObject(before) ? before : {};
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) {
    sorted[key] = withChangedSorted(value[key], fields[key], sent);
  }
  return sorted;
}
