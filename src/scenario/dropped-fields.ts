/** Fields of a scenario's objects that feature gates drop: valid, but without effect. */
import {
  droppedFields,
  droppedText,
  canTurnOn,
  profileAfter,
  withGates,
  type Profile,
} from '#kinds';
import { atRelease, type KindRegistry } from '#catalog';
import { placeOf } from './place-of.ts';
import type { Problem } from './problem.ts';
import type { Scenario } from './scenario.ts';
import type { ReleaseMove } from './step.ts';
import type { PlacedManifest } from './shape/manifest-files.ts';

/**
 * Returns a warning for each such field, at its line, in the order in which the objects are written.
 */
export function droppedWarnings(
  {
    written = [],
    steps,
    featureGates: overrides,
  }: Pick<Scenario, 'written' | 'steps' | 'featureGates'>,
  kinds: KindRegistry,
): readonly Problem[] {
  let profile = withGates(kinds.profile, overrides);
  let known = kinds;
  const warnings = written.flatMap((placed) => droppedFrom(placed, known, profile));
  for (const { objects = [], moves } of steps) {
    warnings.push(...objects.flatMap((placed) => droppedFrom(placed, known, profile)));
    if (moves === undefined) continue;
    const next = profileBehind(moves, profile);
    if (next === undefined) break;
    profile = next;
    known = atRelease(known, profile);
  }
  return warnings;
}

/** Returns the profile behind a step; undefined where its gates are a problem, which is noted elsewhere. */
function profileBehind({ to, featureGates }: ReleaseMove, before: Profile): Profile | undefined {
  try {
    return profileAfter(before, to, featureGates);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns a warning for each field of an object that the release drops at this point. */
function droppedFrom(
  { manifest, node, checker }: PlacedManifest,
  kinds: KindRegistry,
  profile: Profile,
): Problem[] {
  const kind = kinds.byKind(manifest.apiVersion, manifest.kind);
  if (kind === undefined) return [];
  return [...droppedFields(kind, profile, manifest)].map((dropped): Problem => {
    const { path, gate } = dropped;
    return {
      ...placeOf(path, node, checker),
      message: droppedText(kind.kind, dropped, profile),
      ...(canTurnOn(gate, profile) && { hint: `featureGates: { ${gate}: true }` }),
      isWarning: true,
    };
  });
}
