/** Fields of a scenario's objects that feature gates drop: valid, but without effect. */
import { droppedFields, droppedText, canTurnOn, withGates } from '#kinds';
import type { KindRegistry } from '#catalog';
import { placeOf } from './place-of.ts';
import type { Problem } from './problem.ts';
import type { Scenario } from './scenario.ts';

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
  const profile = withGates(kinds.profile, overrides);
  const placed = [...written, ...steps.flatMap(({ objects = [] }) => objects)];
  return placed.flatMap(({ manifest, node, checker }) => {
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
  });
}
