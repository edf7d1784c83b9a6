/** Checks of network policies. */
import {
  checkEach,
  forbidden,
  invalid,
  invalidFor,
  isSince,
  required,
  show,
  type FieldErrors,
  showList,
  contains,
  parseCidr,
} from '#values';
import { validateLabelSelector } from '../object/validate-labels.ts';
import { validateCidr } from '../object/validate-addresses.ts';
import { validateOneOf, validatePort } from '../object/validate-values.ts';
import type { IPBlock, NetworkPolicyPeer, NetworkPolicyPort, NetworkPolicySpec } from '#types';
import { checkPortName } from '../core/pod/validation/port-names.ts';

const policyTypes = ['Ingress', 'Egress'];
const protocols = ['TCP', 'UDP', 'SCTP'];

/**
 * For a spec with its defaults.
 *
 * @param old what it replaces: ranges that it has may stay
 */
export function validateNetworkPolicySpec(
  errors: FieldErrors,
  spec: NetworkPolicySpec,
  old?: NetworkPolicySpec,
): void {
  const stored = old === undefined ? [] : rangesOf(old).map(([, text]) => text);
  validateLabelSelector(errors, spec.podSelector, 'spec.podSelector');
  checkEach(errors, spec.ingress, ({ ports, from }, index) => {
    const field = `spec.ingress[${index}]`;
    validateRule(errors, { ports, peers: from, stored }, field, `${field}.from`);
  });
  checkEach(errors, spec.egress, ({ ports, to }, index) => {
    const field = `spec.egress[${index}]`;
    validateRule(errors, { ports, peers: to, stored }, field, `${field}.to`);
  });
  const types = spec.policyTypes ?? [];
  if (types.length > policyTypes.length) {
    const shown = showList('[]networking.PolicyType', types);
    errors.push(invalid('spec.policyTypes', shown, 'may not specify more than two policyTypes'));
    return;
  }
  for (const [index, type] of types.entries()) {
    validateOneOf(errors, type, policyTypes, `spec.policyTypes[${index}]`);
  }
}

interface Rule {
  readonly ports: readonly NetworkPolicyPort[] | undefined;
  readonly peers: readonly NetworkPolicyPeer[] | undefined;
  /** Ranges that the policy has already. */
  readonly stored: readonly string[];
}

/** @param peersField the path of the peers, whose name depends on the direction */
function validateRule(
  errors: FieldErrors,
  { ports, peers, stored }: Rule,
  field: string,
  peersField: string,
): void {
  checkEach(errors, ports, (port, index) => {
    validatePolicyPort(errors, port, `${field}.ports[${index}]`);
  });
  checkEach(errors, peers, (peer, index) => {
    validatePeer(errors, peer, `${peersField}[${index}]`, stored);
  });
}

function validatePolicyPort(
  errors: FieldErrors,
  { protocol, port, endPort }: NetworkPolicyPort,
  field: string,
): void {
  if (protocol != null) validateOneOf(errors, protocol, protocols, `${field}.protocol`);
  const end = `${field}.endPort`;
  if (typeof port === 'number') {
    validatePort(errors, port, `${field}.port`);
    if (endPort == null) return;
    if (endPort < port) {
      // Until then, the first port is shown here.
      const shown = show(isSince(errors, 'EndPortsShown') ? endPort : port);
      errors.push(invalid(end, shown, 'must be greater than or equal to `port`'));
    }
    validatePort(errors, endPort, end);
    return;
  }
  if (endPort != null) {
    const why = port == null ? 'not specified' : 'non-numeric';
    errors.push(invalid(end, show(endPort), `may not be specified when \`port\` is ${why}`));
  }
  if (port != null) invalidFor(errors, `${field}.port`, port, checkPortName(port, errors.release));
}

function validatePeer(
  errors: FieldErrors,
  { podSelector, namespaceSelector, ipBlock }: NetworkPolicyPeer,
  field: string,
  stored: readonly string[],
): void {
  validateLabelSelector(errors, podSelector, `${field}.podSelector`);
  validateLabelSelector(errors, namespaceSelector, `${field}.namespaceSelector`);
  if (ipBlock != null) validateBlock(errors, ipBlock, `${field}.ipBlock`, stored);
  const hasSelector = podSelector != null || namespaceSelector != null;
  if (!hasSelector && ipBlock == null) errors.push(required(field, 'must specify a peer'));
  if (hasSelector && ipBlock != null) {
    errors.push(forbidden(field, 'may not specify both ipBlock and another peer'));
  }
}

const noCidr = 'not a valid CIDR';

function validateBlock(
  errors: FieldErrors,
  { cidr, except }: IPBlock,
  field: string,
  stored: readonly string[],
): void {
  if (!cidr) {
    errors.push(required(`${field}.cidr`));
    return;
  }
  const whole = parseCidr(cidr);
  validateRange(errors, cidr, `${field}.cidr`, stored);
  if (whole === undefined) return;
  for (const [index, text] of (except ?? []).entries()) {
    const at = `${field}.except[${index}]`;
    const part = parseCidr(text);
    validateRange(errors, text, at, stored);
    if (part === undefined) {
      if (isSince(errors, 'AddressesByExample')) continue;
      // The oldest release checks nothing after the first range that is not one.
      return;
    }
    if (contains(whole, part.bytes) && whole.bits < part.bits) continue;
    errors.push(invalid(at, show(text), 'must be a strict subset of `cidr`'));
  }
}

function validateRange(
  errors: FieldErrors,
  text: string,
  field: string,
  stored: readonly string[],
): void {
  if (isSince(errors, 'AddressesByExample')) validateCidr(errors, text, field, stored);
  else if (parseCidr(text) === undefined) errors.push(invalid(field, show(text), noCidr));
}

/** All ranges of a policy, in the order in which it has them, with their places. */
export function rangesOf(spec: NetworkPolicySpec): readonly (readonly [field: string, string])[] {
  const blocks = [
    ...(spec.ingress ?? []).flatMap(({ from }, index) => {
      return blocksOf(from, `spec.ingress[${index}].from`);
    }),
    ...(spec.egress ?? []).flatMap(({ to }, index) => blocksOf(to, `spec.egress[${index}].to`)),
  ];
  return blocks.flatMap(([at, { cidr, except }]) => [
    [`${at}.cidr`, cidr] as const,
    ...(except ?? []).map((part, index) => [`${at}.except[${index}]`, part] as const),
  ]);
}

function blocksOf(
  peers: readonly NetworkPolicyPeer[] | undefined,
  field: string,
): readonly (readonly [field: string, IPBlock])[] {
  return (peers ?? []).flatMap(({ ipBlock }, index) => {
    return ipBlock == null ? [] : [[`${field}[${index}].ipBlock`, ipBlock] as const];
  });
}
