/** `orrery run my.run`: plays the scenario of a record again, as it was played. */
import type { KindRegistry } from '#catalog';
import type { RunLog } from '#record';
import { NotReplayableError, replayOf } from '#run';
import type { Scenario } from '#scenario';
import { UsageError } from '../usage-error.ts';
import type { RunCommandOptions } from './options.ts';

/** @throws {UsageError} for options that would change the run, and for a record without texts */
export async function replayed(
  file: string,
  log: RunLog,
  kinds: KindRegistry,
  { set = {}, fromSnapshot, forkAt, step }: RunCommandOptions,
): Promise<Scenario> {
  const others = {
    '--set': Object.keys(set).length > 0,
    '--from-snapshot': fromSnapshot !== undefined,
    '--fork-at': forkAt !== undefined,
    '--step': step !== undefined,
  };
  for (const [option, isGiven] of Object.entries(others)) {
    if (!isGiven) continue;
    const about = `${option} is for scenarios; this is the record of one that was played`;
    throw new UsageError(`${file}: ${about}`);
  }
  try {
    return await replayOf(log, kinds);
  } catch (error) {
    if (error instanceof NotReplayableError) throw new UsageError(`${file}: ${error.message}`);
    throw error;
  }
}
