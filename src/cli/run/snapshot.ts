/** `--from-snapshot`: a scenario begins with the state of another run. */
import type { Millis } from '#clock';
import type { Profile } from '#kinds';
import { momentOf, profileAt } from '#record';
import { continued } from '#run';
import type { Scenario } from '#scenario';
import type { Past } from '#store';
import { checkContinued } from '../continued-release.ts';
import { openPast, registry } from '../past/open.ts';
import type { RunCommandOptions } from './options.ts';

/** Kinds that describe the past, or are recreated immediately. */
const LEFT_OUT = new Set(['Event', 'Lease']);

/** The cluster at a moment of a run. */
export interface RunState {
  readonly file: string;
  /** The release that it had then. */
  readonly profile: Profile;
  readonly time: Millis;
  readonly objects: Scenario['objects'];
}

/**
 * Reads `my.run`, or `my.run@90s`.
 * @throws {UsageError} for a file that is not a run, and for an invalid moment
 */
export async function stateOf(snapshot: string, allowOutside?: boolean): Promise<RunState> {
  const [, file, at] = /^(.*?)(?:@([^@/\\]+))?$/s.exec(snapshot)!;
  const { head, past } = await openPast({ run: file!, allowOutside });
  const { revision, time } = momentOf(at, past, head);
  const profile = profileAt(head, revision);
  return { file: file!, profile, time, objects: objectsAt(revision, past) };
}

/**
 * Returns the scenario, beginning with that cluster. Virtual time continues from there; the nodes are those of the run.
 * @throws {UsageError} where its release may not continue it
 */
export function continuing(
  scenario: Scenario,
  { file: place, profile, time, objects }: RunState,
  { forceVersion = false }: Pick<RunCommandOptions, 'forceVersion'>,
): Scenario {
  if (!forceVersion) checkContinued({ place, release: `1.${profile.minor}` }, scenario.profile);
  return continued(scenario, { startMs: time, objects });
}

function objectsAt(revision: number, past: Past): Scenario['objects'] {
  return [...past.buckets]
    .flatMap((bucket) => past.list(bucket, revision))
    .filter(({ kind, apiVersion }) => {
      return !LEFT_OUT.has(kind) && registry.byKind(apiVersion, kind)?.wire.readOnly !== true;
    });
}
