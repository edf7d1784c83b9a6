/** A token bucket that holds one token, as a value. */
import type { Millis } from '#clock';

export interface Limiter {
  /** 0: never. */
  readonly perSecond: number;
  /** When there is a token. */
  readonly freeAt: Millis;
}

/** With its token. */
export function limiterOf(perSecond: number, now: Millis): Limiter {
  return { perSecond, freeAt: perSecond > 0 ? now : Infinity };
}

/** The limiter once its token has been taken; undefined when there is none. */
export function take({ perSecond, freeAt }: Limiter, now: Millis): Limiter | undefined {
  return now < freeAt ? undefined : { perSecond, freeAt: now + 1000 / perSecond };
}

/** Continues at another rate: pending waits for a token keep waiting. */
export function atRate({ freeAt }: Limiter, perSecond: number, now: Millis): Limiter {
  const full = limiterOf(perSecond, now);
  return now < freeAt && perSecond > 0 ? { perSecond, freeAt: now + 1000 / perSecond } : full;
}
