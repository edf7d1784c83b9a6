/** The `sim/` annotations of what a scenario writes: values that cannot be read, and names that mean nothing. */
import { nearest, type KubeObject } from '#values';
import { EXTERNAL_METRIC_PREFIX } from '#kinds';
import type { Pod } from '#types';
import { behaviourOf, CPU_LOAD, LoadError, MEMORY_LOAD, parseLoad, simAnnotations } from '#pool';
import { placeOf } from './place-of.ts';
import type { Problem } from './problem.ts';
import type { Scenario } from './scenario.ts';
import type { PlacedManifest } from './shape/manifest-files.ts';
import { templatePod } from './template-pod.ts';

/** Annotations, and where they are in an object. */
interface Annotated {
  readonly annotations: Readonly<Record<string, unknown>>;
  readonly path: string;
  /** Of a pod, or of the template of pods. */
  readonly spec?: Pod['spec'] | undefined;
}

/** Returns a warning for each, at its line. */
export function annotationWarnings({
  written = [],
  steps,
}: Pick<Scenario, 'written' | 'steps'>): readonly Problem[] {
  const placed = [...written, ...steps.flatMap((step) => step.objects ?? [])];
  return placed.flatMap((each) =>
    annotatedIn(each.manifest as unknown as KubeObject).flatMap((one) => warningsOf(one, each)),
  );
}

/** Returns an object itself, and the template of its pods. */
function annotatedIn(object: KubeObject): readonly Annotated[] {
  const { spec } = object as { readonly spec?: Pod['spec'] };
  const own: Annotated = {
    annotations: object.metadata.annotations ?? {},
    path: 'metadata.annotations',
    ...(object.kind === 'Pod' && { spec }),
  };
  const template = spec === undefined ? undefined : templatePod(object);
  if (template === undefined) return [own];
  const { metadata, spec: podSpec } = template.body as Pick<Pod, 'metadata' | 'spec'>;
  const path = `${template.path}.metadata.annotations`;
  return [own, { annotations: metadata.annotations ?? {}, path, spec: podSpec }];
}

function warningsOf(
  { annotations, path, spec }: Annotated,
  { node, checker }: PlacedManifest,
): readonly Problem[] {
  const names = Object.keys(annotations).filter((name) => name.startsWith('sim/'));
  const warning = (name: string, message: string, hint?: string): Problem => ({
    ...placeOf(`${path}[${name}]`, node, checker),
    ...{ message, isWarning: true },
    ...(hint !== undefined && { hint }),
  });
  if (names.length === 0) return [];
  const unknown = names
    .filter((name) => !isKnown(name))
    .map((name) => {
      const near = nearest(name, simAnnotations);
      const message = `annotation ${name} means nothing to the simulation; known are those of docs/reference/sim-annotations.md`;
      return warning(name, message, near === undefined ? undefined : `did you mean "${near}"?`);
    });
  const loads = names.flatMap((name) => {
    const fault = isLoad(name) ? loadFault(String(annotations[name])) : undefined;
    return fault === undefined ? [] : [warning(name, `annotation ${name}: ${fault}`)];
  });
  return [
    ...unknown,
    ...loads,
    ...podFaults(annotations, spec).map(([name, text]) => warning(name, text)),
  ];
}

function isKnown(name: string): boolean {
  const isMetric = name.startsWith('sim/metric-') || name.startsWith(EXTERNAL_METRIC_PREFIX);
  return isMetric || simAnnotations.includes(name);
}

function isLoad(name: string): boolean {
  return name === CPU_LOAD || name === MEMORY_LOAD;
}

function loadFault(text: string): string | undefined {
  try {
    parseLoad(text);
    return undefined;
  } catch (error) {
    if (error instanceof LoadError) return error.message;
    throw error;
  }
}

/** Returns what a kubelet would complain of, by the name of the annotation. */
function podFaults(
  annotations: Annotated['annotations'],
  spec: Pod['spec'] | undefined,
): readonly (readonly [name: string, message: string])[] {
  if (spec === undefined) return [];
  const pod = { metadata: { annotations }, spec, status: {} } as unknown as Pod;
  return behaviourOf(pod).problems.map((message) => {
    return [/^annotation (sim\/[\w-]+):/.exec(message)?.[1] ?? '', message] as const;
  });
}
