/** What the chance of a run is drawn from: what a run with the same seed has drawn must not be given to other objects. */
import type { Profile } from '#kinds';
import type { SimulatorOptions } from './simulator-options.ts';

/** Returns what chance is drawn from. */
export function chanceOf({
  seed = 1,
  objects = [],
  startMs,
  data,
  shared,
}: SimulatorOptions): string {
  // Servers that draw the same uids would give them to different objects.
  if (shared !== undefined) return `${seed} of ${shared.server}`;
  // Time may have stood still while objects were made: the revision tells one start from the next.
  if (data?.isEmpty === false) return `${seed}, going on at ${startMs} behind ${data.revision}`;
  return objects.length > 0 ? `${seed}, going on at ${startMs}` : String(seed);
}

/** Returns what it is drawn from once the control plane is of another release, behind a revision. */
export function chanceAfter(
  options: SimulatorOptions,
  { minor }: Profile,
  revision: number,
): string {
  return `${chanceOf(options)}, v1.${minor} behind ${revision}`;
}
