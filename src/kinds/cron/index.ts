/** Cron schedules. */
export { CronSchedule, parseSchedule } from './schedule.ts';
export { clockChanges, offsetAt, type ClockChange } from './transitions.ts';
export { checkTimeZone } from './zone.ts';
