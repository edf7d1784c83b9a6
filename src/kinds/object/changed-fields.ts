/** The difference between two versions, for messages about immutable parts. */
import { gather, semanticEqual } from '#values';

/** How much of a list is shown, in characters: no answer has more. */
const mostShown = 500_000;

/** Both versions of every field that differs, one below the other; empty when none differs. */
export function changedFields<T extends object>(next: T, old: T): string {
  const fields = [...new Set([...Object.keys(old), ...Object.keys(next)])] as (string & keyof T)[];
  const lines: string[] = [];
  for (const field of fields.sort()) {
    if (semanticEqual(next[field], old[field])) continue;
    if (old[field] !== undefined) lines.push(`- ${field}: ${shown(old[field])}`);
    if (next[field] !== undefined) lines.push(`+ ${field}: ${shown(next[field])}`);
  }
  return lines.join('\n');
}

function shown(value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value);
  const { texts } = gather(
    value as readonly unknown[],
    () => ({ texts: [] as string[], length: 0 }),
    (made, element) => {
      if (made.length > mostShown) return;
      const text = JSON.stringify(element);
      made.texts.push(text);
      made.length += text.length;
    },
  );
  return `[${texts.join(',')}${texts.length < value.length ? ',...' : ''}]`;
}
