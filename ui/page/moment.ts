/** Moving through the time of a run. Pure. */
import type { Moment, Summary, Write } from '#view';

export type { Moment } from '#view';

/** The last write at or before a time. */
export function momentAt({ writes, lastsMs }: Summary, atMs: number): Moment {
  const time = Math.min(Math.max(0, atMs), lastsMs);
  const behind = firstBehind(writes, (write) => write.atMs > time);
  return { atMs: time, revision: writes[behind - 1]?.revision ?? 0 };
}

/** The moment of a write. */
export function momentOf({ revision, atMs }: Write): Moment {
  return { revision, atMs };
}

/** How far a step goes: to the next write, the next reconcile, or the next instant. */
export type StepSize = 'write' | 'reconcile' | 'instant';

/** The moment one step on, or back; the same one at the end. */
export function stepFrom(summary: Summary, now: Moment, size: StepSize, direction: 1 | -1): Moment {
  const { writes } = summary;
  const at = firstBehind(writes, ({ revision }) => revision > now.revision) - 1;
  const current = writes[at];
  for (let next = at + direction; next >= 0 && next < writes.length; next += direction) {
    if (current === undefined || isAnother(writes[next]!, current, size)) {
      return momentOf(endOf(writes, next, size));
    }
  }
  return direction > 0 ? { ...now, atMs: summary.lastsMs } : { revision: 0, atMs: 0 };
}

function isAnother(write: Write, current: Write, size: StepSize): boolean {
  if (size === 'write') return true;
  if (size === 'instant') return write.atMs !== current.atMs;
  return write.work !== current.work || write.pass !== current.pass;
}

/** The last write of the same instant or reconcile. */
function endOf(writes: readonly Write[], at: number, size: StepSize): Write {
  let end = at;
  while (
    size !== 'write' &&
    end + 1 < writes.length &&
    !isAnother(writes[end + 1]!, writes[at]!, size)
  )
    end++;
  return writes[end]!;
}

/** The index of the first member for which the test holds, in a list where it holds from there on. */
export function firstBehind<T>(list: readonly T[], isBehind: (each: T) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBehind(list[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The time as a clock shows it: while it passes, in whole seconds. */
export function clockText(atMs: number, isMoving: boolean): string {
  return timeText(isMoving ? Math.floor(atMs / 1000) * 1000 : Math.round(atMs));
}

/** `1:02:03.004`; without hours and parts of a second where there are none. */
export function timeText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const pad = (n: number): string => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const front = hours > 0 ? `${hours}:${pad(minutes)}` : String(minutes);
  const part = Math.round(ms % 1000);
  return `${front}:${pad(seconds % 60)}${part === 0 ? '' : `.${String(part).padStart(3, '0')}`}`;
}
