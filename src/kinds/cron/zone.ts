/** Time zones by their names in the tz database. */
import { unlistedZones } from './zone-names.ts';

/** What is wrong with the name, in the words of Go's `time.LoadLocation`; undefined for a good one. */
export function checkTimeZone(name: string): string | undefined {
  if (isUtc(name)) return undefined;
  if (name.includes('..') || /^[/\\]/.test(name)) return 'time: invalid location name';
  return isKnown(name) ? undefined : `unknown time zone ${name}`;
}

/** Names of the zone that is always there; `Local` is the controller's own, which is UTC here. */
export function isUtc(name: string): boolean {
  return name === '' || name === 'UTC' || name === 'Local';
}

/** In exactly this case: names are those of files in v1.24. */
function isKnown(name: string): boolean {
  return unlistedZones.has(name) || Intl.supportedValuesOf('timeZone').includes(name);
}
