import { regexOf } from '#values';
import { UsageError } from '../usage-error.ts';

/**
 * Returns what `--filter` asks for: a part of the text, or `/a regular expression/`. @throws
 * {UsageError}
 */
export function matcherOf(filter: string): (text: string) => boolean {
  const pattern = /^\/(.*)\/$/s.exec(filter)?.[1];
  if (pattern === undefined) return (text) => text.includes(filter);
  try {
    const regex = regexOf(pattern);
    return (text) => regex.test(text);
  } catch (error) {
    throw new UsageError(`--filter: ${(error as Error).message}`);
  }
}
