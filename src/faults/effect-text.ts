import { durationText } from '#clock';
import type { Effect, Fault, StaleEffect } from './fault.ts';
import { waitText } from './waiting.ts';

/** Returns what a fault does, in words: `TooManyRequests, retry after 5s`, `watch: delay 5s`. */
export function effectText(effect: Effect): string {
  switch (effect.kind) {
    case 'error': {
      const { error, retryAfterSeconds, isApplied } = effect;
      const retry = retryAfterSeconds === undefined ? '' : `, retry after ${retryAfterSeconds}s`;
      return `${error}${retry}${isApplied ? ', though carried out' : ''}`;
    }
    case 'latency':
    case 'bandwidth':
    case 'warning':
      return `${effect.kind} ${effect.text}`;
    case 'connection':
      return `connection: ${effect.fate}${effect.isApplied ? ', though carried out' : ''}`;
    case 'watch':
      return `watch: ${effect.fate}${effect.text === undefined ? '' : ` ${effect.text}`}`;
    case 'bookmarks':
    case 'certificate':
    case 'metrics':
    case 'webhook':
      return `${effect.kind}: ${effect.fate}`;
    case 'discovery':
      return `discovery: behind by ${effect.text}`;
    case 'stale':
      return staleText(effect.lag);
    case 'damage':
    case 'shown':
      return `${effect.kind} ${JSON.stringify(effect.patch)}`;
  }
}

function staleText(lag: StaleEffect['lag']): string {
  if (lag === 'frozen') return 'stale: frozen';
  if (typeof lag === 'number') return `stale by ${lag} revisions`;
  if ('at' in lag) return `stale: at revision ${lag.at}`;
  return `stale: caches of ${lag.servers} servers, behind by up to ${durationText(lag.behindMs)}`;
}

/** One line for the timeline: `storm: TooManyRequests for update pods of kubelet, 3 times`. */
export function faultText(fault: Fault): string {
  const { name, effect, match, times, forMs, when } = fault;
  const about = match.text === '' ? '' : ` for ${match.text}`;
  const called = name === undefined ? '' : `${name}: `;
  const count = times === Infinity ? '' : `, ${times === 1 ? 'once' : `${times} times`}`;
  const span = forMs === Infinity ? '' : `, for ${durationText(forMs)}`;
  const wait = waitText(fault);
  const begin = wait === '' ? '' : `, ${when === undefined ? 'after' : 'when'} ${wait}`;
  return `${called}${effectText(effect)}${about}${count}${span}${begin}`;
}
