/** The difference between two versions, for messages about immutable parts. */
import { semanticEqual } from '../meta/semantic-equal.ts';

/** Both versions of every field that differs, one below the other; empty when none differs. */
export function changedFields<T extends object>(next: T, old: T): string {
  const fields = [...new Set([...Object.keys(old), ...Object.keys(next)])] as (string & keyof T)[];
  const lines: string[] = [];
  for (const field of fields.sort()) {
    if (semanticEqual(next[field], old[field])) continue;
    if (old[field] !== undefined) lines.push(`- ${field}: ${JSON.stringify(old[field])}`);
    if (next[field] !== undefined) lines.push(`+ ${field}: ${JSON.stringify(next[field])}`);
  }
  return lines.join('\n');
}
