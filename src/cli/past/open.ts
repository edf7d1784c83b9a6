/** Opens the past for a command: a run record, or a scenario that is played for it. */
import { loadDeviceSelectors } from '#controllers';
import { bucketOf, defaultProfile, deviceClass } from '#kinds';
import { KindRegistry, kindsWithMetrics } from '#catalog';
import type { RunLog } from '#record';
import { NotReplayableError, replayOf, Run } from '#run';
import type { Settings } from '#scenario';
import { keptBytes } from '../history-size.ts';
import { scenarioFile } from '../scenario-input.ts';
import type { ReleaseOptions } from '../release-option.ts';
import { askedRelease } from '../release.ts';
import { theScenario } from '../the-scenario.ts';
import { UsageError } from '../usage-error.ts';
import { recordBytes, recordIn, startsAsRecord } from './record-file.ts';

/** The source of the past. */
export interface PastOptions extends ReleaseOptions {
  /** A run record (`orrery run --record`), or a scenario file. */
  readonly run: string;
  /** Of a scenario that is played; a record is played again unless it has this seed. */
  readonly seed?: number | undefined;
  /** For a scenario: values of its variables. */
  readonly set?: Settings | undefined;
  /** For a scenario: files outside its folder too. */
  readonly allowOutside?: boolean | undefined;
}

export const registry = new KindRegistry(defaultProfile, kindsWithMetrics(defaultProfile));

/**
 * Returns the log of a run.
 * @throws {UsageError} for a file that is neither a record nor one scenario, and for a record with values for variables
 * @throws {ScenarioError} for a scenario that cannot be run
 */
export async function openPast({
  run: name,
  seed,
  set = {},
  allowOutside,
  kubernetes,
}: PastOptions): Promise<RunLog> {
  const release = askedRelease({ kubernetes });
  const file = scenarioFile(name);
  const bytes = recordBytes(file);
  if (!startsAsRecord(bytes)) {
    const scenario = await theScenario({ file }, registry, { set, allowOutside, release });
    return Run.play(scenario, { seed, keepBytes: keptBytes() });
  }
  if (Object.keys(set).length === 0) {
    const log = await played(recordIn(file, bytes, registry), file, seed);
    const { past } = log;
    if (past.list(bucketOf(deviceClass), past.revision).length > 0) await loadDeviceSelectors();
    return log;
  }
  throw new UsageError(
    `${file}: --set is for scenarios; this is the record of one that was played`,
  );
}

/** Returns the log itself, or that of the same scenario with another seed. @throws {UsageError} */
async function played(log: RunLog, file: string, seed = log.head.seed): Promise<RunLog> {
  if (seed === log.head.seed) return log;
  try {
    const scenario = await replayOf(log, registry);
    return await Run.play(scenario, { seed, keepBytes: keptBytes() });
  } catch (error) {
    if (error instanceof NotReplayableError) throw new UsageError(`${file}: ${error.message}`);
    throw error;
  }
}
