/** What resources of a pod as a whole may be. */
import { forbidden, invalid, notSupported, show, type FieldErrors } from '#values';
import type { PodSpec } from '#types';
import { isMore, isSupported, sumOf } from '../pod-level-resources.ts';
import { validateUsedClaims } from './resource-claims.ts';
import { isHugePages, validateRequirements, validateResourceName } from './resources.ts';

type Amounts = Readonly<Record<string, string>>;

const supported = ['cpu', 'hugepages-', 'memory'];

/** Checks what a pod as a whole asks for. `path` is that of the spec. */
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
  validateRequirements(errors, resources, field, validateName);
  validateUsedClaims(errors, claims, spec, `${field}.claims`);
  validateSums(errors, sumOf(spec, 'requests'), requests, 'requests', field);
  const pages = Object.entries(sumOf(spec, 'limits')).filter(([name]) => isHugePages(name));
  validateSums(errors, Object.fromEntries(pages), limits, 'limits', field);
  for (const [index, container] of containers.entries()) {
    for (const [name, limit] of Object.entries(container.resources?.limits ?? {})) {
      const most = limits[name];
      if (most === undefined || !isMore(limit, most)) continue;
      const at = `${field}.containers[${index}][${name}].limits`;
      errors.push(invalid(at, show(limit), `must be less than or equal to pod limits of ${most}`));
    }
  }
}

function validateName(errors: FieldErrors, name: string, field: string): void {
  const before = errors.length;
  validateResourceName(errors, name, field);
  if (errors.length > before || isSupported(name)) return;
  errors.push(notSupported(field, show(name), supported));
}

/** Checks that the pod as a whole has at least what its containers have together. */
function validateSums(
  errors: FieldErrors,
  sums: Amounts,
  amounts: Amounts,
  part: 'requests' | 'limits',
  field: string,
): void {
  for (const [name, sum] of Object.entries(sums)) {
    const amount = amounts[name];
    if (amount === undefined || !isMore(sum, amount)) continue;
    const why = `must be greater than or equal to aggregate container ${part} of ${sum}`;
    errors.push(invalid(`${field}.${part}[${name}]`, show(amount), why));
  }
}
