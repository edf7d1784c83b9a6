/** When a version of an object was written, as far as it says so. */
import type { Millis } from '#clock';
import { parseTime } from '#values';
import { isMap } from './maps.ts';

/** Fields that hold a time in the past. A deletion timestamp is a grace period ahead. */
const MOMENT = /(?:^time|Time|Timestamp|startedAt|finishedAt)$/;

/** Returns the latest time in an object, in whole seconds; 0 when it contains none. */
export function latestIn(value: unknown): Millis {
  let latest: Millis = 0;
  const visit = (each: unknown, name: string): void => {
    if (typeof each === 'string') {
      if (MOMENT.test(name) && name !== 'deletionTimestamp') {
        latest = Math.max(latest, momentOf(each));
      }
    } else if (Array.isArray(each)) {
      for (const item of each) visit(item, name);
    } else if (isMap(each)) {
      for (const [field, inside] of Object.entries(each)) visit(inside, field);
    }
  };
  visit(value, '');
  return Math.max(latest, deletedAt(value));
}

function deletedAt(value: unknown): Millis {
  const metadata = isMap(value) ? value['metadata'] : undefined;
  if (!isMap(metadata) || typeof metadata['deletionTimestamp'] !== 'string') return 0;
  const grace = Number(metadata['deletionGracePeriodSeconds'] ?? 0) * 1000;
  return momentOf(metadata['deletionTimestamp']) - grace;
}

function momentOf(text: string): Millis {
  try {
    return Math.ceil(parseTime(text) / 1000) * 1000;
  } catch {
    return 0;
  }
}
