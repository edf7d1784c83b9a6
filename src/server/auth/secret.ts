/** Comparing secrets, so that the time that it takes tells nothing about them. */
// eslint-disable-next-line no-restricted-imports -- digests and their comparison; nothing is made of chance
import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Returns what takes the place of a secret where one is looked up: of a guess that is nearly right it
 * is another one.
 */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64');
}

export function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((secret) => createHash('sha256').update(secret).digest());
  return timingSafeEqual(a!, b!);
}
