import { durationText } from '#clock';
import type { Effect, Fault } from './fault.ts';

/** What a fault does, in words: `429 TooManyRequests`. */
export function effectText({ error, retryAfterSeconds, isApplied }: Effect): string {
  const retry = retryAfterSeconds === undefined ? '' : `, retry after ${retryAfterSeconds}s`;
  return `${error}${retry}${isApplied ? ', though carried out' : ''}`;
}

/** One line for the timeline: `storm: TooManyRequests for update pods of kubelet, 3 times`. */
export function faultText({ name, effect, match, times, forMs }: Fault): string {
  const about = match.text === '' ? '' : ` for ${match.text}`;
  const called = name === undefined ? '' : `${name}: `;
  const count = times === Infinity ? '' : `, ${times === 1 ? 'once' : `${times} times`}`;
  const span = forMs === Infinity ? '' : `, for ${durationText(forMs)}`;
  return `${called}${effectText(effect)}${about}${count}${span}`;
}
