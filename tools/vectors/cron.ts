import { parseSchedule } from '../../src/values/cron/schedule.ts';
import { formatTime, parseTime } from '../../src/values/time/time.ts';
import { expectSame, outcomeIn, type Runner } from './runner.ts';

interface CronCase {
  readonly expr: string;
  /** The CronJob's time zone. */
  readonly zone?: string;
  readonly from: string;
}

/** How many activations a case records at most. */
const most = 5;

/** cron.json: the activations of cron schedules, or why there are none. */
export const runCron: Runner = (testCase) => {
  const { expr, zone, from } = testCase as unknown as CronCase;
  const text = zone === undefined ? expr : `TZ=${zone} ${expr}`;
  return expectSame('outcome', outcomeOf(text, from), outcomeIn(testCase, 'expr', 'zone', 'from'));
};

function outcomeOf(text: string, from: string): object {
  try {
    const next = activationsOf(text, parseTime(from));
    return { ok: true, ...(next.length > 0 && { next }) };
  } catch (error) {
    return { ok: false, error: (error as Error).message };
  }
}

function activationsOf(text: string, fromMs: number): readonly string[] {
  const schedule = parseSchedule(text);
  const found: string[] = [];
  let time: number | undefined = fromMs;
  while (found.length < most && (time = schedule.next(time)) !== undefined) {
    found.push(formatTime(time));
  }
  return found;
}
