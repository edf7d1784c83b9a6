/** Plays a run again, from the texts in its record. */
import type { KindRegistry } from '#catalog';
import type { RunLog } from '#record';
import { loadScenario, type Scenario } from '#scenario';
import { continued } from './continued.ts';

/** A record without texts, of an older version: it can be read, but not played again. */
export class NotReplayableError extends Error {
  override readonly name = 'NotReplayableError';
}

/**
 * Returns the scenario of a run, to be played as it was then: the same values, seed and end give the
 * same bytes.
 * @throws {NotReplayableError} @throws {ScenarioError} for texts that this version rejects
 */
export async function replayOf(log: RunLog, kinds: KindRegistry): Promise<Scenario> {
  const { head, files, snapshot } = log;
  const [own] = files;
  if (own === undefined) {
    throw new NotReplayableError(
      'the record holds no texts of its scenario (an older version has saved it): it can be read, but not played again; run the scenario itself',
    );
  }
  const options = { sources: files, set: head.variables ?? {}, isExact: true };
  const scenario = await loadScenario(own.file, kinds, options);
  const { seed, startMs, endMs } = head;
  const again = { ...scenario, seed, untilMs: endMs - startMs, sources: files };
  if (snapshot === undefined) return again;
  return continued(again, { startMs, objects: snapshot as Scenario['objects'] });
}
