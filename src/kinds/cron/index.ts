/** Cron schedules. */
export { CronSchedule, parseSchedule } from './schedule.ts';
export { checkTimeZone } from './zone.ts';
