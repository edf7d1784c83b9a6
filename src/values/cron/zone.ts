/** Time zones by their names in the tz database. */
import { utf8Length } from '../text/bytes.ts';
import { unlistedZones } from './zone-names.ts';

/** Bytes of a name in a folder of Linux. */
const longestFileName = 255;

/**
 * The error for an invalid name, with the message of Go's `time.LoadLocation`; undefined for a good
 * one.
 */
export function checkTimeZone(name: string): string | undefined {
  if (isUtc(name)) return undefined;
  if (name.includes('..') || /^[/\\]/.test(name)) return 'time: invalid location name';
  if (name.split('/').some((part) => utf8Length(part) > longestFileName))
    return 'file name too long';
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
