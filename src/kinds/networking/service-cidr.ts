/** ServiceCIDRs: ranges of addresses for Services. */
import { ageColumn, column } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import { statusAlone } from '../object/subresources.ts';
import { faultOfCidr } from '../object/validate-addresses.ts';
import { immutable, validateMetadataUpdate } from '../object/validate-metadata.ts';
import {
  fillAbsent,
  goJson,
  invalid,
  isIpv6,
  required,
  show,
  showStrings,
  type FieldErrors,
} from '#values';
import type { ServiceCIDR } from '#types';

const field = 'spec.cidrs';

export const serviceCidr: Kind<ServiceCIDR> = defineKind<ServiceCIDR>({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'ServiceCIDR',
  plural: 'servicecidrs',
  namespaced: false,
  subresources: {
    status: statusAlone({
      keepsMetadataWith: 'ServiceCidrStatusKeepsMetadata',
      ownsNoMetadataWith: 'ServiceCidrStatusOwnsNoMetadata',
      validate: validateMetadataOf,
    }),
  },
  rules: {
    defaults: (object) => fillAbsent(object, { spec: {}, status: {} }),
    prepareCreate: (object, { profile }) =>
      profile.enabled('ServiceCIDRStatusFieldWiping') ? { ...object, status: {} } : object,
    validate: (errors, { spec }) => validateRanges(errors, spec.cidrs ?? []),
    validateUpdate(errors, object, old) {
      validateMetadataOf(errors, object, old);
      validateChange(errors, object.spec.cidrs ?? [], old.spec.cidrs ?? []);
    },
  },
  table: {
    columns: [
      column('CIDRs', 'string', 'The ranges.', ({ spec }) => (spec.cidrs ?? []).join(',')),
      ageColumn,
    ],
  },
  view: { isLeftOutOfSummary: true, isMadeByOthers: true },
});

function validateMetadataOf(errors: FieldErrors, object: ServiceCIDR, old: ServiceCIDR): void {
  validateMetadataUpdate(errors, object.metadata, old.metadata);
}

/** One range, or one of each family. */
function validateRanges(errors: FieldErrors, cidrs: readonly string[]): void {
  if (cidrs.length === 0) {
    errors.push(required(field, 'at least one CIDR required'));
    return;
  }
  if (cidrs.length > 2) {
    const shown = goJson({ CIDRs: cidrs });
    errors.push(invalid(field, shown, 'may only hold up to 2 values'));
    return;
  }
  let isWrong = false;
  for (const [index, cidr] of cidrs.entries()) {
    const fault = faultOfCidr(cidr);
    if (fault === undefined) continue;
    errors.push(invalid(`${field}[${index}]`, show(cidr), fault));
    isWrong = true;
  }
  const [first, second] = cidrs.map((cidr) => isIpv6(cidr.split('/')[0]!));
  if (isWrong || second === undefined || first !== second) return;
  const why =
    'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64';
  errors.push(invalid(field, showStrings(cidrs), why));
}

/** Nothing changes but that a second range is added. */
function validateChange(
  errors: FieldErrors,
  cidrs: readonly string[],
  old: readonly string[],
): void {
  const isAdded = old.length === 1 && cidrs.length === 2;
  if (!isAdded && cidrs.length !== old.length) {
    errors.push(invalid(field, showStrings(cidrs), immutable));
    return;
  }
  for (const [index, cidr] of old.entries()) {
    if (cidrs[index] === cidr) continue;
    errors.push(invalid(`${field}[${index}]`, show(cidrs[index]!), immutable));
  }
  if (isAdded) validateRanges(errors, cidrs);
}
