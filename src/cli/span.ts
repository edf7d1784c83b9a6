/** Options that name a moment of a future run. */
import { durationOf, type Millis } from '#clock';
import { formatTime, parseTime } from '#values';
import { UsageError } from './usage-error.ts';

/**
 * Returns the moment, in virtual ms since the start: of a duration from there (`90s`), or of a time
 * (`2026-01-01T00:01:30Z`).
 * @throws {UsageError} for an invalid text, and for a time before the start
 */
export function spanOf(
  option: string,
  text: string | undefined,
  startMs: Millis,
): Millis | undefined {
  if (text === undefined) return undefined;
  const ms =
    durationOf(/^\d+(\.\d+)?$/.test(text) ? Number(text) : text) ?? sinceStart(text, startMs);
  if (ms === undefined) {
    throw new UsageError(
      `${option}: expected a duration such as 90s or 1m30s, or a time such as 2026-01-01T00:01:30Z, found "${text}"`,
    );
  }
  if (ms >= 0) return ms;
  throw new UsageError(`${option}: ${text} lies before the start, ${formatTime(startMs)}`);
}

function sinceStart(text: string, startMs: Millis): Millis | undefined {
  try {
    return parseTime(text) - startMs;
  } catch {
    return undefined;
  }
}
