import type { FaultMark } from '../run-log.ts';

/** `storm: TooManyRequests for kubelet, update pods/status default/web-0`. */
export function faultText({
  fault,
  effect,
  client,
  verb,
  resource,
  key,
}: Omit<FaultMark, 'atMs'>): string {
  const request = [verb, resource, key].filter((part) => part !== '').join(' ');
  return `${fault}: ${effect} for ${client}, ${request}`;
}
