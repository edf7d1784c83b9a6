/** Checks of the claims of devices that pods have and containers use. */
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  duplicate,
  forbidden,
  goJson,
  invalid,
  invalidFor,
  notFoundValue,
  required,
  show,
  type FieldErrors,
} from '#values';
import type { ObjectMeta, PodResourceClaim, PodSpec } from '#types';
import { mirrorAnnotation } from '../pod-annotation-names.ts';

/** @param annotations of the pod; absent in templates */
export function validateClaims(
  errors: FieldErrors,
  claims: readonly PodResourceClaim[] | undefined,
  field: string,
  annotations?: ObjectMeta['annotations'],
): void {
  if (claims == null || claims.length === 0) return;
  const names = new Set<string>();
  for (const [index, claim] of claims.entries()) {
    if (annotations?.[mirrorAnnotation] !== undefined) {
      errors.push(forbidden('', 'static pods do not support resource claims'));
      continue;
    }
    validateClaim(errors, claim, names, `${field}[${index}]`);
  }
}

function validateClaim(
  errors: FieldErrors,
  claim: PodResourceClaim,
  names: Set<string>,
  field: string,
): void {
  const { name = '', resourceClaimName: own, resourceClaimTemplateName: template } = claim;
  if (name === '') errors.push(required(`${field}.name`));
  else if (names.has(name)) errors.push(duplicate(`${field}.name`, show(name)));
  else invalidFor(errors, `${field}.name`, name, checkDns1123Label(name, errors.release));
  names.add(name);
  if (own != null && template != null) {
    const why =
      'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified';
    errors.push(invalid(field, goJson(claim), why));
  }
  if (own == null && template == null) {
    const why = 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`';
    errors.push(invalid(field, goJson(claim), why));
  }
  for (const key of ['resourceClaimName', 'resourceClaimTemplateName'] as const) {
    const named = claim[key];
    if (named != null) invalidFor(errors, `${field}.${key}`, named, checkDns1123Subdomain(named));
  }
}

interface UsedClaim {
  readonly name: string;
  readonly request?: string;
}

/** Claims that a container uses are claims of the pod. */
export function validateUsedClaims(
  errors: FieldErrors,
  claims: readonly UsedClaim[] | undefined,
  { resourceClaims = [] }: PodSpec,
  field: string,
): void {
  if (claims == null || claims.length === 0) return;
  const names = resourceClaims.map(({ name }) => name).filter((name) => name);
  const known = [...new Set(names)].sort();
  const earlier = new Set<string>();
  for (const [index, { name = '', request }] of claims.entries()) {
    const at = `${field}[${index}]`;
    if (name === '') {
      errors.push(required(at));
      continue;
    }
    if (request) {
      invalidFor(errors, `${at}.request`, request, checkDns1123Label(request, errors.release));
    }
    const key = request ? `${name}/${request}` : name;
    if (earlier.has(key)) errors.push(duplicate(at, show(key)));
    else if (!request) {
      for (const other of earlier)
        if (other.startsWith(`${name}/`)) errors.push(duplicate(at, show(name)));
    }
    earlier.add(key);
    if (known.includes(name)) continue;
    const which = known.length === 0 ? ' which is empty' : `: ${known.join(', ')}`;
    const found = notFoundValue(at, show(name));
    const why = `must be one of the names in pod.spec.resourceClaims${which}`;
    errors.push({ ...found, message: `${found.message}: ${why}` });
  }
}
