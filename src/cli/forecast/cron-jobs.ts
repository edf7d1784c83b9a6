/** Finds CronJobs: in manifests, in scenarios, or a plain schedule. */
import { FileError, readTextFile } from '#machine';
import { profileNamed, type Profile } from '#kinds';
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
  /** The zone that it names, but that its release drops, as the feature gate is off. */
  readonly droppedZone?: DroppedZone;
  readonly suspend: boolean;
  readonly concurrencyPolicy: string;
  /** How long its Jobs run, if the annotation `sim/run-seconds` says so. */
  readonly runSeconds?: number;
}

export interface DroppedZone {
  readonly zone: string;
  /** Of the release. */
  readonly minor: number;
}

/**
 * Returns all schedules in the arguments.
 *
 * @param zone of those that name none
 * @param release whose controller reads them; undefined: that of a scenario, or the default
 * @throws {UsageError}
 */
export function timedIn(
  what: readonly string[],
  zone?: string,
  release?: Profile,
): readonly Timed[] {
  const found: Timed[] = [];
  for (const each of what) {
    if (isSchedule(each)) found.push(bare(each));
    else found.push(...cronJobsIn(each, release));
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

function cronJobsIn(file: string, profile: Profile | undefined): readonly Timed[] {
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
    const { kubernetes, featureGates } = (value ?? {}) as Partial<WrittenScenario>;
    const release = profile ?? releaseOf(kubernetes, file);
    const keepsZones = featureGates?.[ZONE_GATE] ?? release.enabled(ZONE_GATE);
    found.push(...(keepsZones ? timed : timed.map((each) => withoutZone(each, release))));
  }
  return found;
}

/** What a scenario says about its release. */
interface WrittenScenario {
  readonly kubernetes: string;
  readonly featureGates: Readonly<Record<string, boolean>>;
}

function releaseOf(name: string | undefined, file: string): Profile {
  try {
    return profileNamed(name === undefined ? name : String(name));
  } catch (error) {
    throw new UsageError(`${file}: kubernetes: ${(error as RangeError).message}`);
  }
}

function withoutZone({ timeZone, ...timed }: Timed, { minor }: Profile): Timed {
  return timeZone === undefined ? timed : { ...timed, droppedZone: { zone: timeZone, minor } };
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
