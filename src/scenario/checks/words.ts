/** Times in words, as they are written in scenarios. */
import type { Millis } from '#clock';

/** `1h`, `1m30s`, `500ms`; `0s` for none. */
export function spanText(ms: Millis): string {
  const parts: string[] = [];
  let rest = ms;
  for (const [unit, length] of [
    ['h', 3_600_000],
    ['m', 60_000],
    ['s', 1_000],
    ['ms', 1],
  ] as const) {
    const amount = Math.floor(rest / length);
    rest -= amount * length;
    if (amount > 0) parts.push(`${amount}${unit}`);
  }
  return parts.length === 0 ? '0s' : parts.join('');
}
