/** Comparing secrets, so that the time that it takes tells nothing about them. */
// eslint-disable-next-line no-restricted-imports -- digests and their comparison; nothing is made of chance
import { hash, timingSafeEqual } from 'node:crypto';

/**
 * Returns what takes the place of a secret where one is looked up: of a guess that is nearly right it
 * is another one.
 */
export function digestOf(secret: string): string {
  return hash('sha256', secret, 'base64');
}

export function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((secret) => hash('sha256', secret, 'buffer'));
  return timingSafeEqual(a!, b!);
}
