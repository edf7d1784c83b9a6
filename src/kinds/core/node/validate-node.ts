/** Checks of nodes. */
import {
  checkEach,
  checkKeys,
  duplicate,
  forbidden,
  internal,
  invalid,
  isEnough,
  isSince,
  show,
  shownNull,
  type FieldErrors,
  showStrings,
  showStruct,
  isCidr,
  parseQuantity,
  type Shown,
} from '#values';
import { notACidr } from '../../object/validate-addresses.ts';
import { validateMetadataUpdate } from '../../object/validate-metadata.ts';
import type { Node, NodeAddress } from '#types';
import { validateAmount } from '../pod/validation/resources.ts';
import { validateTaints } from '../pod/validation/tolerations.ts';

/** v1.24 names this path wrongly. */
const taintsField = 'metadata.taints';

/** For a node with its defaults. */
export function validateNode(errors: FieldErrors, node: Node): void {
  validateTaints(errors, node.spec.taints, taintsField);
  validateAmounts(errors, node);
  validateSwap(errors, node);
  validateFeatures(errors, node);
  validateCidrs(errors, node.spec.podCIDRs ?? [], 'spec.podCIDRs');
}

/** For an update of the node or its status: fields that identify the machine may be set once. */
export function validateNodeUpdate(errors: FieldErrors, node: Node, old: Node): void {
  validateMetadataUpdate(errors, node.metadata, old.metadata);
  validateAmounts(errors, node);
  validateFeatures(errors, node);
  validateAddresses(errors, node.status?.addresses ?? [], 'status.addresses');
  validateCidrsChange(errors, node.spec.podCIDRs ?? [], old.spec.podCIDRs ?? []);
  const { providerID } = old.spec;
  if (providerID && providerID !== node.spec.providerID) {
    validateProviderChange(errors, node);
  }
  validateTaints(errors, node.spec.taints, taintsField);
  if ((node.spec.externalID ?? '') !== (old.spec.externalID ?? '')) {
    errors.push(forbidden('spec.externalID', 'may not be updated'));
  }
}

/** Refuses another provider than the one that the node has had. */
function validateProviderChange(errors: FieldErrors, { spec }: Node): void {
  const field = 'spec.providerID';
  if (isSince(errors, 'StatedChecks')) {
    const what = spec.providerID ? 'modified' : 'cleared';
    errors.push(invalid(field, shownNull, `field cannot be ${what} once set`));
  } else {
    const why = 'node updates may not change providerID except from "" to valid';
    errors.push(forbidden(field, why));
  }
}

/** The capacity of the machine, and the part of it that pods can use. */
function validateAmounts(errors: FieldErrors, { status }: Node): void {
  for (const part of ['capacity', 'allocatable'] as const) {
    const amounts = status?.[part] ?? {};
    checkKeys(errors, amounts, (name) => {
      validateAmount(errors, name, parseQuantity(amounts[name]!), `status.${part}.${name}`);
    });
  }
}

function validateAddresses(
  errors: FieldErrors,
  addresses: readonly NodeAddress[],
  field: string,
): void {
  const earlier = new Set<string>();
  checkEach(errors, addresses, ({ type = '', address = '' }, index) => {
    const identity = `${type} ${address}`;
    if (earlier.has(identity)) {
      const shown = showStruct('core.NodeAddress', [
        ['Type', show(type)],
        ['Address', show(address)],
      ]);
      errors.push(duplicate(`${field}[${index}]`, shown));
    }
    earlier.add(identity);
  });
}

/** Refuses a capacity of swap that is none: it is left out then. */
function validateSwap(errors: FieldErrors, { status }: Node): void {
  const capacity = status?.nodeInfo?.swap?.capacity;
  if (capacity == null || capacity > 0) return;
  const field = 'metadata.nodeSwapStatus.capacity';
  errors.push(invalid(field, show(capacity), 'must be greater than zero'));
}

const longestFeature = 253;
const isFeature = /^[A-Z][a-zA-Z0-9]*(\/[a-zA-Z][a-zA-Z0-9]*)*$/;

/** Refuses features that are not sorted, or whose names are not like MyFeature/part. */
function validateFeatures(errors: FieldErrors, { status }: Node): void {
  const features = status?.declaredFeatures ?? [];
  const field = 'status.declaredFeatures';
  for (const [index, name] of features.entries()) {
    const fault = faultOfFeature(name);
    if (fault !== undefined) {
      const why = `invalid feature name ${show(name)}: ${fault}`;
      errors.push(invalid(`${field}[${index}]`, show(name), why));
    }
    const next = features[index + 1];
    const at = `${field}[${index + 1}]`;
    if (next === name) errors.push(duplicate(at, show(next)));
    else if (next !== undefined && name > next) {
      errors.push(invalid(at, show(next), 'list must be sorted alphabetically'));
    }
  }
}

function faultOfFeature(name: string): string | undefined {
  if (name.length > longestFeature) return `must be no more than ${longestFeature} characters`;
  return isFeature.test(name)
    ? undefined
    : "must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes";
}

/** Address ranges for pods: at most one of each family. */
function validateCidrs(errors: FieldErrors, cidrs: readonly string[], field: string): void {
  const families = cidrs.map(familyOf);
  // Each error shows the whole list, which is formatted once.
  let shown: Shown | undefined;
  for (const [index, family] of families.entries()) {
    if (family !== 0) continue;
    if (isEnough(errors)) break;
    const at = `${field}[${index}]`;
    if (isSince(errors, 'AddressesByExample')) {
      errors.push(invalid(at, show(cidrs[index]!), notACidr));
    } else {
      shown ??= showStrings(cidrs);
      errors.push(invalid(at, shown, 'must be valid CIDR'));
    }
  }
  if (cidrs.length < 2) return;
  const place = families.indexOf(0);
  const unread = place < 0 ? undefined : cidrs[place];
  if (unread !== undefined) {
    const why = isSince(errors, 'RangesByPlace')
      ? `invalid CIDR[${place}]: <nil> (invalid CIDR address: ${unread})`
      : `failed to parse cidr value:${show(unread)} with error:invalid CIDR address: ${unread}`;
    const detail = `invalid PodCIDRs. failed to check with dual stack with error:${why}`;
    errors.push(internal(field, detail));
  }
  if (unread !== undefined || cidrs.length > 2 || !families.includes(4) || !families.includes(6)) {
    const why = 'may specify no more than one CIDR for each IP family';
    errors.push(invalid(field, showStrings(cidrs), why));
  }
  if (isSince(errors, 'CidrRepetitionsImplied')) return;
  const earlier = new Set<string>();
  checkEach(errors, cidrs, (cidr, index) => {
    if (earlier.has(cidr)) errors.push(duplicate(`${field}[${index}]`, show(cidr)));
    earlier.add(cidr);
  });
}

/** 4 or 6; 0 for an invalid range. */
function familyOf(cidr: string): number {
  if (!isCidr(cidr)) return 0;
  return cidr.includes(':') ? 6 : 4;
}

/** One error if their number differs, otherwise one for each that differs. */
function validateCidrsChange(
  errors: FieldErrors,
  cidrs: readonly string[],
  old: readonly string[],
): void {
  if (old.length === 0) return;
  const isResized = cidrs.length !== old.length;
  const count = isResized ? 1 : old.filter((cidr, index) => cidr !== cidrs[index]).length;
  const why = 'node updates may not change podCIDR except from "" to valid';
  for (let each = 0; each < count; each++) errors.push(forbidden('spec.podCIDRs', why));
}
