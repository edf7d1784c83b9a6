/** Schedules as CronJobs give them: their time zones, and their errors. */
import { checkTimeZone, parseSchedule, type CronSchedule } from '#values';
import type { CronJobSpec } from '#types';
import type { Profile } from '#kinds';

/** A parsed schedule, or its error. */
export type ScheduleReading = (
  { readonly schedule: CronSchedule } | { readonly problem: string }
) & {
  /** The error in the time zone; the schedule is then read without it. */
  readonly zoneProblem?: string;
  /** Missed times are exact. */
  readonly isExact?: boolean;
  /** The number of missed times is not reported. */
  readonly isNumberless?: boolean;
};

interface Known extends Pick<CronJobSpec, 'schedule' | 'timeZone'> {
  readonly reading: ScheduleReading;
}

/**
 * Reads schedules, and keeps those of the CronJobs at hand: reading is dear, and comes every
 * minute.
 */
export class Schedules {
  readonly #hasZones: boolean;
  readonly #isExact: boolean;
  readonly #isNumberless: boolean;
  readonly #known = new Map<string, Known>();

  constructor(profile: Profile) {
    this.#hasZones = profile.enabled('CronJobTimeZone');
    this.#isNumberless = profile.enabled('CronJobTimesOnSchedule');
    this.#isExact = this.#isNumberless || profile.enabled('CronJobDueTimeFix');
  }

  /** The schedule of the CronJob with that key. */
  of(key: string, { schedule, timeZone }: CronJobSpec): ScheduleReading {
    const known = this.#known.get(key);
    if (known?.schedule === schedule && known.timeZone === timeZone) return known.reading;
    const read = readSchedule(schedule, this.zoneOf({ timeZone }));
    const reading = {
      ...read,
      ...(this.#isExact && { isExact: true }),
      ...(this.#isNumberless && { isNumberless: true }),
    };
    this.#known.set(key, { schedule, timeZone, reading });
    return reading;
  }

  forget(key: string): void {
    this.#known.delete(key);
  }

  /** Its time zone, if the gate lets it have one. */
  zoneOf({ timeZone }: Pick<CronJobSpec, 'timeZone'>): string | undefined {
    return this.#hasZones ? (timeZone ?? undefined) : undefined;
  }
}

/**
 * Without a zone it is in that of the controller, UTC. One inside the schedule wins over `zone`.
 */
function readSchedule(text: string, zone: string | undefined): ScheduleReading {
  const zoneProblem = zone === undefined ? undefined : checkTimeZone(zone);
  const isZoned = zone !== undefined && zoneProblem === undefined && !namesZone(text);
  const parsed = parse(isZoned ? `TZ=${zone} ${text}` : text);
  return zoneProblem === undefined ? parsed : { ...parsed, zoneProblem };
}

function parse(text: string): ScheduleReading {
  try {
    return { schedule: parseSchedule(text) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** Whether a schedule names a time zone, as far as v1.24 looks. */
export function namesZone(schedule: string): boolean {
  return schedule.includes('TZ');
}
