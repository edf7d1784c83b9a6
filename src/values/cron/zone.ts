/** Time zones by their names in the tz database. */
import { unlistedZones } from './zone-names.ts';

/**
 * The error for an invalid name, with the message of Go's `time.LoadLocation`; undefined for a good
 * one.
 */
export function checkTimeZone(name: string): string | undefined {
  if (isUtc(name)) return undefined;
  if (name.includes('..') || /^[/\\]/.test(name)) return 'time: invalid location name';
  return isKnown(name) ? undefined : `unknown time zone ${name}`;
}

/** Names of the zone that always exists; `Local` is the controller's zone, which is UTC here. */
export function isUtc(name: string): boolean {
  return name === '' || name === 'UTC' || name === 'Local';
}

/** Case-sensitive: in v1.24 names are file names. */
function isKnown(name: string): boolean {
  return unlistedZones.has(name) || Intl.supportedValuesOf('timeZone').includes(name);
}
