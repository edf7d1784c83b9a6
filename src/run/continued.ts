import type { Scenario } from '#scenario';

/**
 * Returns a scenario that begins with the state of another run instead of its own cluster: the nodes
 * are among the objects, and virtual time continues from there.
 */
export function continued(
  scenario: Scenario,
  { startMs, objects }: Pick<Scenario, 'startMs' | 'objects'>,
): Scenario {
  return { ...scenario, startMs, objects, written: [], nodes: [], isContinued: true };
}
