import { durationText } from '#clock';
import type { Effect, Fault } from './fault.ts';

/** What a fault does, in words: `TooManyRequests, retry after 5s`, `watch: delay 5s`. */
export function effectText(effect: Effect): string {
  switch (effect.kind) {
    case 'error': {
      const { error, retryAfterSeconds, isApplied } = effect;
      const retry = retryAfterSeconds === undefined ? '' : `, retry after ${retryAfterSeconds}s`;
      return `${error}${retry}${isApplied ? ', though carried out' : ''}`;
    }
    case 'latency':
      return `latency ${effect.text}`;
    case 'watch':
      return `watch: ${effect.fate}${effect.ms === 0 ? '' : ` ${durationText(effect.ms)}`}`;
    case 'bookmarks':
      return `bookmarks: ${effect.fate}`;
  }
}

/** One line for the timeline: `storm: TooManyRequests for update pods of kubelet, 3 times`. */
export function faultText({ name, effect, match, times, forMs }: Fault): string {
  const about = match.text === '' ? '' : ` for ${match.text}`;
  const called = name === undefined ? '' : `${name}: `;
  const count = times === Infinity ? '' : `, ${times === 1 ? 'once' : `${times} times`}`;
  const span = forMs === Infinity ? '' : `, for ${durationText(forMs)}`;
  return `${called}${effectText(effect)}${about}${count}${span}`;
}
