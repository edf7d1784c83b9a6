/** How the time of a server passes, in words. Pure. */
import type { Pace } from '#clock';

export function paceWords(pace: Pace): string {
  if (pace === 'manual') return 'paused';
  if (pace === 'max') return 'as fast as it goes';
  if (pace === 'auto') return 'as fast as its clients follow';
  return `${Math.round(pace * 1000) / 1000} s a second`;
}
