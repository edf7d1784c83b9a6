/** Fields that a type has in other releases only: what a manifest of another cluster may have. */
import type { StructSchema } from '#schema';
import { stableSince } from './gates.ts';

/**
 * Returns what happens to a field that its type does not have in its release, such as `is of Kubernetes
 * 1.25 and later (stable in 1.31); v1.24 drops it`; undefined where no release has it.
 */
export function foreignFieldText({ source }: StructSchema, field: string): string | undefined {
  const releases = source?.releasesOf(field);
  if (releases === undefined) return undefined;
  const { since, until, gate } = releases;
  const stable = gate === undefined ? undefined : stableSince(gate);
  const isLater = stable !== undefined && since !== undefined && stable > since;
  const note = isLater ? ` (stable in 1.${stable})` : '';
  return `is of Kubernetes ${spanText(since, until)}${note}; v1.${source!.minor} drops it`;
}

function spanText(since: number | undefined, until: number | undefined): string {
  if (since === undefined) return `1.${until} and earlier`;
  if (until === undefined) return `1.${since} and later`;
  return until === since ? `1.${since} only` : `1.${since} to 1.${until}`;
}
