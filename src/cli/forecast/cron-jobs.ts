/** Finds CronJobs: in manifests, in scenarios, or a plain schedule. */
import { FileError, readTextFile } from '#machine';
import { parseText, plainOf } from '#scenario';
import { UsageError } from '../usage-error.ts';

/** Without it, CronJobs have no zones. */
export const ZONE_GATE = 'CronJobTimeZone';

/** The subject of a forecast. */
export interface Timed {
  /** `namespace/name`, or the schedule itself. */
  readonly name: string;
  readonly schedule: string;
  readonly timeZone?: string;
  /** The zone that it names, but that v1.24 drops, as its feature gate is off. */
  readonly droppedZone?: string;
  readonly suspend: boolean;
  readonly concurrencyPolicy: string;
  /** How long its Jobs run, if the annotation `sim/run-seconds` says so. */
  readonly runSeconds?: number;
}

/** All schedules in the arguments. @throws {UsageError} */
export function timedIn(what: readonly string[], zone: string | undefined): readonly Timed[] {
  const found: Timed[] = [];
  for (const each of what) {
    if (isSchedule(each)) found.push(bare(each));
    else found.push(...cronJobsIn(each));
  }
  if (found.length === 0) throw new UsageError(`there is no CronJob in ${what.join(', ')}`);
  return found.map((timed) => ({ ...timed, timeZone: timed.timeZone ?? zone }));
}

/** File names rarely contain spaces, which separate the fields of schedules. */
function isSchedule(text: string): boolean {
  return text.startsWith('@') || text.trim().split(/\s+/).length >= 5;
}

function bare(schedule: string): Timed {
  return { name: schedule, schedule, suspend: false, concurrencyPolicy: 'Allow' };
}

function cronJobsIn(file: string): readonly Timed[] {
  const text = textOf(file);
  const found: Timed[] = [];
  const { roots, lines, problems } = parseText(text, 'manifest');
  const [problem] = problems;
  if (problem !== undefined) {
    const { line, col } = lines.linePos(problem.offset);
    throw new UsageError(`${file}:${line}:${col}: ${problem.message}`);
  }
  for (const root of roots) {
    const value = plainOf(root);
    const timed: Timed[] = [];
    collect(value, timed);
    found.push(...(keepsZones(value) ? timed : timed.map(withoutZone)));
  }
  return found;
}

/** Whether it is a scenario that turns the gate on. */
function keepsZones(root: unknown): boolean {
  const { featureGates } = (root ?? {}) as { readonly featureGates?: unknown };
  return (featureGates as Readonly<Record<string, unknown>> | undefined)?.[ZONE_GATE] === true;
}

function withoutZone({ timeZone, ...timed }: Timed): Timed {
  return timeZone === undefined ? timed : { ...timed, droppedZone: timeZone };
}

/** Manifests of a whole cluster are smaller. */
const MOST_BYTES = 33_554_432;

function textOf(file: string): string {
  try {
    return readTextFile(file, MOST_BYTES, 'manifest');
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new UsageError(`${file}: ${error.message}; expected a schedule in quotes, or a file`);
  }
}

/** Finds CronJobs anywhere: alone, in a List, in a step of a scenario. */
function collect(value: unknown, found: Timed[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (isCronJob(value)) found.push(timedOf(value));
  else for (const item of Object.values(value)) collect(item, found);
}

interface WrittenCronJob {
  readonly kind: 'CronJob';
  readonly metadata?: { readonly name?: string; readonly namespace?: string };
  readonly spec: {
    readonly schedule: string;
    readonly timeZone?: string;
    readonly suspend?: boolean;
    readonly concurrencyPolicy?: string;
    readonly jobTemplate?: {
      readonly spec?: {
        readonly template?: {
          readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> };
        };
      };
    };
  };
}

function isCronJob(value: object): value is WrittenCronJob {
  const { kind, spec } = value as Partial<WrittenCronJob>;
  return kind === 'CronJob' && typeof spec?.schedule === 'string';
}

function timedOf({ metadata, spec }: WrittenCronJob): Timed {
  const { schedule, timeZone, suspend = false, concurrencyPolicy = 'Allow', jobTemplate } = spec;
  const annotation = jobTemplate?.spec?.template?.metadata?.annotations?.['sim/run-seconds'];
  const runSeconds = annotation === undefined ? Number.NaN : Number(annotation);
  return {
    name: `${metadata?.namespace ?? 'default'}/${metadata?.name ?? '(no name)'}`,
    schedule,
    ...(timeZone === undefined ? {} : { timeZone }),
    suspend,
    concurrencyPolicy,
    ...(Number.isFinite(runSeconds) ? { runSeconds } : {}),
  };
}
