/** What the status of an APIService reports about the server behind it. */
import { formatTime } from '#values';
import type { APIServiceStatus } from '#types/apiregistration-v1';

/** This server answers itself. */
export function availableLocally(now: number): APIServiceStatus {
  const message = 'Local APIServices are always available';
  return availability('True', 'Local', message, now);
}

/** @param now virtual time in ms */
export function availability(
  status: 'False' | 'True',
  reason: string,
  message: string,
  now: number,
): APIServiceStatus {
  const lastTransitionTime = formatTime(now);
  return { conditions: [{ type: 'Available', status, lastTransitionTime, reason, message }] };
}
