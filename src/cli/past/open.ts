/** Opens the past that a command is about: a run record, or a scenario that is played for it. */
import { gunzipSync } from 'node:zlib';
import { KindRegistry, kinds, metricsKinds } from '#kinds';
import { readRecord, RecordError, type RunLog } from '#record';
import { Run } from '#run';
import { FileError, readRegularFile, type Settings } from '#scenario';
import { keptBytes } from '../history-size.ts';
import { theScenario } from '../the-scenario.ts';
import { UsageError } from '../usage-error.ts';

/** Where the past comes from. */
export interface PastOptions {
  /** A run record (`orrery run --record`), or a scenario file. */
  readonly run: string;
  /** For a scenario: overrides its seed. */
  readonly seed?: number | undefined;
  /** For a scenario: values of its variables. */
  readonly set?: Settings | undefined;
  /** For a scenario: files outside its folder too. */
  readonly allowOutside?: boolean | undefined;
}

export const registry = new KindRegistry([...kinds, ...metricsKinds]);

/**
 * The log of a run.
 * @throws {UsageError} for what is neither a record nor one scenario, and for a record with values for variables
 * @throws {ScenarioError} for a scenario that cannot be run
 */
export async function openPast({
  run: file,
  seed,
  set = {},
  allowOutside,
}: PastOptions): Promise<RunLog> {
  const bytes = bytesOf(file);
  if (!isRecord(bytes)) {
    const scenario = await theScenario(file, registry, { set, allowOutside });
    return Run.play(scenario, { seed, keepBytes: keptBytes() });
  }
  if (Object.keys(set).length > 0) {
    throw new UsageError(
      `${file}: --set is for scenarios; this is the record of one that was played`,
    );
  }
  try {
    return readRecord(textOf(bytes), registry);
  } catch (error) {
    if (error instanceof RecordError) throw new UsageError(`${file}: ${error.message}`);
    throw error;
  }
}

/** What fits into a text, and so can be read. */
const MOST_BYTES = 500_000_000;

function bytesOf(file: string): Buffer {
  try {
    return readRegularFile(file, MOST_BYTES, 'run record');
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new UsageError(`${file}: ${error.message}; expected a run record or a scenario`);
  }
}

/** Records are JSON, compressed or not; scenarios are YAML that hardly ever begins with a brace. */
function isRecord(bytes: Buffer): boolean {
  return isCompressed(bytes) || bytes[0] === 0x7b;
}

function isCompressed(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function textOf(bytes: Buffer): string {
  if (!isCompressed(bytes)) return bytes.toString('utf8');
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES }).toString('utf8');
  } catch (error) {
    throw new RecordError(`is damaged: ${(error as Error).message}`);
  }
}
