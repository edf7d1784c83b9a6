/** Checks of nodes. */
import {
  checkEach,
  checkKeys,
  duplicate,
  forbidden,
  internal,
  invalid,
  isEnough,
  show,
  type FieldErrors,
  showStrings,
  showStruct,
  isCidr,
  parseQuantity,
  type Shown,
} from '#values';
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
  validateCidrs(errors, node.spec.podCIDRs ?? [], 'spec.podCIDRs');
}

/** For an update of the node or its status: fields that identify the machine may be set once. */
export function validateNodeUpdate(errors: FieldErrors, node: Node, old: Node): void {
  validateMetadataUpdate(errors, node.metadata, old.metadata);
  validateAmounts(errors, node);
  validateAddresses(errors, node.status?.addresses ?? [], 'status.addresses');
  validateCidrsChange(errors, node.spec.podCIDRs ?? [], old.spec.podCIDRs ?? []);
  const { providerID } = old.spec;
  if (providerID && providerID !== node.spec.providerID) {
    const why = 'node updates may not change providerID except from "" to valid';
    errors.push(forbidden('spec.providerID', why));
  }
  validateTaints(errors, node.spec.taints, taintsField);
  if ((node.spec.externalID ?? '') !== (old.spec.externalID ?? '')) {
    errors.push(forbidden('spec.externalID', 'may not be updated'));
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
  const seen = new Set<string>();
  checkEach(errors, addresses, ({ type = '', address = '' }, index) => {
    const identity = `${type} ${address}`;
    if (seen.has(identity)) {
      const shown = showStruct('core.NodeAddress', [
        ['Type', show(type)],
        ['Address', show(address)],
      ]);
      errors.push(duplicate(`${field}[${index}]`, shown));
    }
    seen.add(identity);
  });
}

/** Address ranges for pods: at most one of each family. */
function validateCidrs(errors: FieldErrors, cidrs: readonly string[], field: string): void {
  const families = cidrs.map(familyOf);
  // Each error shows the whole list, which is formatted once.
  let shown: Shown | undefined;
  for (const [index, family] of families.entries()) {
    if (family !== 0) continue;
    if (isEnough(errors)) break;
    shown ??= showStrings(cidrs);
    errors.push(invalid(`${field}[${index}]`, shown, 'must be valid CIDR'));
  }
  if (cidrs.length < 2) return;
  const unread = cidrs.find((_, index) => families[index] === 0);
  if (unread !== undefined) {
    const why = `failed to parse cidr value:${show(unread)} with error:invalid CIDR address: ${unread}`;
    const detail = `invalid PodCIDRs. failed to check with dual stack with error:${why}`;
    errors.push(internal(field, detail));
  }
  if (unread !== undefined || cidrs.length > 2 || !families.includes(4) || !families.includes(6)) {
    const why = 'may specify no more than one CIDR for each IP family';
    errors.push(invalid(field, showStrings(cidrs), why));
  }
  const seen = new Set<string>();
  checkEach(errors, cidrs, (cidr, index) => {
    if (seen.has(cidr)) errors.push(duplicate(`${field}[${index}]`, show(cidr)));
    seen.add(cidr);
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
