import type { Millis } from './clock.ts';

const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/**
 * How people write a span of time: `90s`, `1m30s`, `500ms`; with a minus in front it is negative.
 */
export const DURATION = /^-?(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/;

/**
 * Returns the ms of a text such as `1m30s`, or of a number of seconds; undefined for an invalid
 * duration.
 */
export function durationOf(value: unknown): Millis | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return Math.round(value * 1000);
  if (typeof value !== 'string' || !DURATION.test(value)) return undefined;
  let ms = 0;
  for (const [, amount, unit] of value.matchAll(/(?<!\d)(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)) {
    ms += Number(amount) * UNIT_MS[unit!]!;
  }
  return Math.round(value.startsWith('-') ? -ms : ms);
}

/** Returns a span of time as people write it: `3h`, `1m30s`, `500ms`, `0s`. */
export function durationText(ms: Millis): string {
  const parts: string[] = [];
  let rest = ms;
  for (const unit of ['h', 'm', 's', 'ms']) {
    const amount = Math.floor(rest / UNIT_MS[unit]!);
    rest -= amount * UNIT_MS[unit]!;
    if (amount > 0) parts.push(`${amount}${unit}`);
  }
  return parts.length === 0 ? '0s' : parts.join('');
}
