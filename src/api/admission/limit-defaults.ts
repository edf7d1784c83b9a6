/** The defaults of limit ranges for containers without resources: pure. */
import type { Container, LimitRangeItem, Pod, ResourceRequirements } from '#types';

type Quantities = Readonly<Record<string, string>>;

/** Lists the defaults that were filled in. */
const annotation = 'kubernetes.io/limit-ranger';
/** Longer annotations are rejected, and the pod with them: the rest need not be filled in. */
const longestNote = 262_144;

/** The pod with the defaults of one limit range; the same pod when it needs none of them. */
export function withDefaultResources(pod: Pod, items: readonly LimitRangeItem[]): Pod {
  const defaults = defaultsOf(items);
  if (defaults === undefined) return pod;
  const notes: string[] = [];
  let length = 0;
  const fill = (containers: readonly Container[], title: string): readonly Container[] =>
    containers.map((container) => {
      if (length > longestNote) return container;
      const noteCount = notes.length;
      const filled = fillContainer(container, defaults, title, notes);
      for (const note of notes.slice(noteCount)) length += note.length;
      return filled;
    });
  const containers = fill(pod.spec.containers ?? [], 'container');
  const initContainers = fill(pod.spec.initContainers ?? [], 'init container');
  if (notes.length === 0) return pod;
  const note = `LimitRanger plugin set: ${notes.join('; ')}`;
  return {
    ...pod,
    metadata: {
      ...pod.metadata,
      annotations: { ...pod.metadata.annotations, [annotation]: note },
    },
    spec: { ...pod.spec, containers, ...(initContainers.length > 0 && { initContainers }) },
  };
}

function defaultsOf(items: readonly LimitRangeItem[]): ResourceRequirements | undefined {
  const forContainers = items.filter(({ type }) => type === 'Container');
  if (forContainers.length === 0) return undefined;
  return {
    requests: Object.assign({}, ...forContainers.map((item) => item.defaultRequest)) as Quantities,
    limits: Object.assign({}, ...forContainers.map((item) => item.default)) as Quantities,
  };
}

/** Adds the defaults that it fills in to `notes`. */
function fillContainer(
  container: Container,
  defaults: ResourceRequirements,
  title: string,
  notes: string[],
): Container {
  const { requests, limits } = container.resources ?? {};
  const missingRequests = missing(requests, defaults.requests!);
  const missingLimits = missing(limits, defaults.limits!);
  if (missingRequests.length > 0) {
    notes.push(`${missingRequests.join(', ')} request for ${title} ${container.name}`);
  }
  if (missingLimits.length > 0) {
    notes.push(`${missingLimits.join(', ')} limit for ${title} ${container.name}`);
  }
  if (missingRequests.length + missingLimits.length === 0) return container;
  const resources: ResourceRequirements = {
    ...container.resources,
    ...(missingRequests.length > 0 && { requests: { ...defaults.requests, ...requests } }),
    ...(missingLimits.length > 0 && { limits: { ...defaults.limits, ...limits } }),
  };
  return { ...container, resources };
}

/** The names, in order, of the resources that only the defaults have. */
function missing(present: Quantities | undefined, defaults: Quantities): readonly string[] {
  return Object.keys(defaults)
    .filter((name) => present === undefined || !Object.hasOwn(present, name))
    .sort();
}
