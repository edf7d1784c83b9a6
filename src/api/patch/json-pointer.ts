/**
 * JSON pointers: RFC 6901 with the liberties of the library that v1.24 uses. Text before the first
 * slash is ignored.
 */
import { enter, type Draft } from './json-draft.ts';

/** A field or element, present or not, of a container that exists. */
export interface Place {
  readonly container: Draft;
  readonly key: string;
}

/** Deeper nesting is rejected, as in bodies: stored objects are walked by recursion. */
export const deepestNesting = 1000;

/** The place that a path names; undefined when a container on the way is missing. */
export function findPlace(document: Draft, path: string): Place | undefined {
  const input = path.split('/').slice(1);
  const tokens = path.includes('~') ? input.map(unescape) : input;
  const key = tokens.pop();
  if (key === undefined || tokens.length > deepestNesting) return undefined;
  let container = document;
  for (const token of tokens) {
    const next = stepInto(container, token);
    if (next === undefined) return undefined;
    container = next;
  }
  return { container, key };
}

function stepInto(container: Draft, token: string): Draft | undefined {
  try {
    return enter(container, token);
  } catch {
    return undefined;
  }
}

function unescape(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
