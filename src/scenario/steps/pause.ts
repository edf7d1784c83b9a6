import type { Clock, Millis } from '#clock';

/** Resolves after `ms` of virtual time; takes no hold on the clock. */
export function pause(clock: Clock, ms: Millis, name: string): Promise<void> {
  return new Promise((resolve) => clock.after(ms, resolve, { name }));
}
