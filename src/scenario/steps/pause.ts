import type { Clock, Millis } from '#clock';

/** Resolves after so many ms of virtual time, which it does not hold. */
export function pause(clock: Clock, ms: Millis, name: string): Promise<void> {
  return new Promise((resolve) => clock.after(ms, resolve, { name }));
}
