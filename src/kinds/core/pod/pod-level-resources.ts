/** Resources of a pod as a whole, in later releases: what its containers share. */
import {
  changeField,
  invalid,
  forbidden,
  notSupported,
  parseQuantity,
  required,
  show,
  type FieldErrors,
} from '#values';
import type { Container, PodSpec, ResourceRequirements } from '#types';
import { validateAgainstLimit, validateAmount } from './validation/resources.ts';
import { validateUsedClaims } from './validation/later-fields.ts';

type Amounts = Readonly<Record<string, string>>;

const supported = ['cpu', 'hugepages-', 'memory'];

function isSupported(name: string): boolean {
  return name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');
}

/** Fills in what a pod with limits requests: what its containers do, or else as much as its limits. */
export function defaultPodResources(spec: PodSpec): PodSpec {
  return changeField(spec, 'resources', (resources: ResourceRequirements) => {
    const { limits = {}, requests = {} } = resources;
    if (Object.keys(limits).length === 0) return resources;
    const filled: Record<string, string> = { ...requests };
    for (const [name, amount] of Object.entries(sumOf(spec))) {
      if (name === 'cpu' || name === 'memory') filled[name] ??= amount;
    }
    for (const [name, amount] of Object.entries(limits)) {
      if (isSupported(name)) filled[name] ??= amount;
    }
    return { ...resources, requests: filled };
  });
}

/** What the containers of a pod request together, as quantities. */
function sumOf({ containers = [], initContainers = [] }: PodSpec): Amounts {
  const sidecars = initContainers.filter(({ restartPolicy }) => restartPolicy === 'Always');
  const total: Record<string, string> = {};
  for (const container of [...containers, ...sidecars]) {
    for (const [name, amount] of Object.entries(container.resources?.requests ?? {})) {
      const sum = total[name];
      total[name] =
        sum === undefined ? amount : parseQuantity(sum).add(parseQuantity(amount)).toString();
    }
  }
  for (const [name, amount] of largestOf(initContainers)) {
    const sum = total[name];
    if (sum === undefined || parseQuantity(amount).cmp(parseQuantity(sum)) > 0) {
      total[name] = amount;
    }
  }
  return total;
}

function largestOf(containers: readonly Container[]): readonly (readonly [string, string])[] {
  return containers
    .filter(({ restartPolicy }) => restartPolicy !== 'Always')
    .flatMap(({ resources }) => Object.entries(resources?.requests ?? {}));
}

/** `path` is that of the spec. */
export function validatePodResources(errors: FieldErrors, spec: PodSpec, path: string): void {
  const { resources, containers = [] } = spec;
  if (resources == null) return;
  const field = `${path}.resources`;
  if (spec.os?.name === 'windows') {
    errors.push(forbidden(field, 'may not be set for a windows pod'));
    return;
  }
  const { limits = {}, requests = {}, claims } = resources;
  if (claims !== undefined) {
    errors.push(forbidden(`${field}.claims`, 'claims may not be set for Resources at pod-level'));
  }
  validateNames(errors, limits, `${field}.limits`);
  validateNames(errors, requests, `${field}.requests`, (name) => {
    const limit = Object.hasOwn(limits, name) ? limits[name] : undefined;
    validateAgainstLimit(errors, name, parseQuantity(requests[name]!), limit, field);
  });
  validateUsedClaims(errors, claims ?? [], spec, `${field}.claims`);
  for (const [name, sum] of Object.entries(sumOf(spec))) {
    const request = requests[name];
    if (request === undefined || parseQuantity(sum).cmp(parseQuantity(request)) <= 0) continue;
    const why = `must be greater than or equal to aggregate container requests of ${sum}`;
    errors.push(invalid(`${field}.requests[${name}]`, show(request), why));
  }
  for (const [index, container] of containers.entries()) {
    for (const [name, limit] of Object.entries(container.resources?.limits ?? {})) {
      const most = limits[name];
      if (most === undefined || parseQuantity(limit).cmp(parseQuantity(most)) <= 0) continue;
      const at = `${field}.containers[${index}][${name}].limits`;
      errors.push(invalid(at, show(limit), `must be less than or equal to pod limits of ${most}`));
    }
  }
}

function validateNames(
  errors: FieldErrors,
  amounts: Amounts,
  field: string,
  then?: (name: string) => void,
): void {
  for (const [name, amount] of Object.entries(amounts)) {
    const at = `${field}[${name}]`;
    if (name === '') errors.push(required(at));
    else if (!isSupported(name)) errors.push(notSupported(at, show(name), supported));
    validateAmount(errors, name, parseQuantity(amount), at);
    then?.(name);
  }
}
