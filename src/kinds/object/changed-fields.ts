/** The difference between two versions, for messages about immutable parts. */
import type { Profile } from '../profile/profile.ts';
import { runToEnd, Pace, semanticEqual, type Resumable } from '#values';
import { goJsonLines } from './go-json.ts';
import { lineChanges } from './line-changes.ts';

/** How much of a list is shown, in characters: no answer has more. */
const mostShown = 500_000;

/** Both versions of every field that differs, one below the other; empty when none differs. */
export function changedFields<T extends object>(next: T, old: T): string {
  return runToEnd(findingChangedFields(next, old));
}

/**
 * Returns what differs between two values of a type of core/v1, as messages of the release show it.
 * @param fields those that stand in a struct of their own in Go, which is shown; absent: all of them
 */
export function shownChanges<T extends object>(
  type: string,
  next: T,
  old: T,
  { schemas, enabled }: Profile,
  fields?: readonly string[],
): string {
  if (!enabled('JsonValuesInMessages')) return changedFields(next, old);
  const struct = schemas.of('core/v1', type);
  return lineChanges(goJsonLines(struct, old, fields), goJsonLines(struct, next, fields));
}

/** {@link changedFields} in parts. */
export function* findingChangedFields<T extends object>(next: T, old: T): Resumable<string> {
  const pace = new Pace();
  const fields = [...new Set([...Object.keys(old), ...Object.keys(next)])] as (string & keyof T)[];
  const lines: string[] = [];
  for (const field of fields.sort()) {
    if (semanticEqual(next[field], old[field])) continue;
    if (old[field] !== undefined) lines.push(`- ${field}: ${yield* showing(old[field], pace)}`);
    if (next[field] !== undefined) lines.push(`+ ${field}: ${yield* showing(next[field], pace)}`);
  }
  return lines.join('\n');
}

function* showing(value: unknown, pace: Pace): Resumable<string> {
  if (!Array.isArray(value)) return JSON.stringify(value);
  const texts: string[] = [];
  let length = 0;
  for (const element of value) {
    if (length > mostShown) break;
    if (pace.isDue()) yield;
    const text = JSON.stringify(element);
    texts.push(text);
    length += text.length;
  }
  return `[${texts.join(',')}${texts.length < value.length ? ',...' : ''}]`;
}
