/** Autoscalers that get no metrics, as nothing says what their pods use. */
import { groupOfVersion } from '#kinds';
import { placeOf } from './place-of.ts';
import type { Problem } from './problem.ts';
import type { Scenario } from './scenario.ts';
import type { PlacedManifest } from './shape/manifest-files.ts';

interface AutoscalerSpec {
  readonly scaleTargetRef?: { readonly kind?: string; readonly name?: string };
  /** Absent: the use of CPU. */
  readonly metrics?: readonly { readonly type?: string }[];
}

/** Returns a note for each, at its line; none when anything in the scenario says what pods use. */
export function unmeasuredNotes({
  written = [],
  objects,
  behaviour,
  steps,
}: Pick<Scenario, 'written' | 'objects' | 'behaviour' | 'steps'>): readonly Problem[] {
  const placed = [...written, ...steps.flatMap((step) => step.objects ?? [])];
  const autoscalers = placed.filter(isAutoscaler);
  if (autoscalers.length === 0 || behaviour.some(isOfUse)) return [];
  const manifests = [...objects, ...placed.map(({ manifest }) => manifest)];
  if (manifests.some(hasUse)) return [];
  if (steps.some((step) => step.verb === 'load' || tellsUse(step.verb, step.written()))) return [];
  return autoscalers.map(({ manifest, node, checker }): Problem => {
    const { kind = 'Deployment', name = '' } = specOf(manifest).scaleTargetRef ?? {};
    return {
      ...placeOf('spec.scaleTargetRef', node, checker),
      message:
        `autoscaler ${manifest.metadata.name ?? ''} gets no metrics: nothing says what the pods of ` +
        `${kind} ${name} use; give it sim/load, or the pods sim/cpu (docs/reference/sim-annotations.md)`,
      isNote: true,
    };
  });
}

/** It goes by the use of CPU or memory. */
function isAutoscaler({ manifest }: PlacedManifest): boolean {
  if (manifest.kind !== 'HorizontalPodAutoscaler') return false;
  if (groupOfVersion(manifest.apiVersion) !== 'autoscaling') return false;
  const { metrics = [] } = specOf(manifest);
  return metrics.length === 0 || metrics.some(({ type = '' }) => /Resource$/.test(type));
}

function specOf(manifest: object): AutoscalerSpec {
  return (manifest as { readonly spec?: AutoscalerSpec }).spec ?? {};
}

/** In annotations, which may stand in texts too: patches, rules in a ConfigMap. */
const USE = /sim\/(?:load|cpu|memory)/;

function hasUse(value: unknown): boolean {
  return USE.test(JSON.stringify(value) ?? '');
}

function tellsUse(verb: string, written: unknown): boolean {
  return hasUse(written) || (verb === 'behave' && isOfUse(written));
}

/** Returns a rule of behaviour, or several of them, that says what pods use. */
function isOfUse(rules: unknown): boolean {
  return /"(?:cpu|memory)":/.test(JSON.stringify(rules) ?? '');
}
