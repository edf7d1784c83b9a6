/** Checks of network policies. */
import {
  checkEach,
  forbidden,
  invalid,
  invalidFor,
  required,
  show,
  type FieldErrors,
  showList,
  contains,
  parseCidr,
} from '#values';
import { validateLabelSelector } from '../object/validate-labels.ts';
import { validateOneOf, validatePort } from '../object/validate-values.ts';
import type { IPBlock, NetworkPolicyPeer, NetworkPolicyPort, NetworkPolicySpec } from '#types';
import { checkPortName } from '../core/pod/validation/probes.ts';

const policyTypes = ['Ingress', 'Egress'];
const protocols = ['TCP', 'UDP', 'SCTP'];

/** For a spec with its defaults. */
export function validateNetworkPolicySpec(errors: FieldErrors, spec: NetworkPolicySpec): void {
  validateLabelSelector(errors, spec.podSelector, 'spec.podSelector');
  checkEach(errors, spec.ingress, ({ ports, from }, index) => {
    const field = `spec.ingress[${index}]`;
    validateRule(errors, { ports, peers: from }, field, `${field}.from`);
  });
  checkEach(errors, spec.egress, ({ ports, to }, index) => {
    const field = `spec.egress[${index}]`;
    validateRule(errors, { ports, peers: to }, field, `${field}.to`);
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
}

/** @param peersField the path of the peers, whose name depends on the direction */
function validateRule(
  errors: FieldErrors,
  { ports, peers }: Rule,
  field: string,
  peersField: string,
): void {
  checkEach(errors, ports, (port, index) => {
    validatePolicyPort(errors, port, `${field}.ports[${index}]`);
  });
  checkEach(errors, peers, (peer, index) => validatePeer(errors, peer, `${peersField}[${index}]`));
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
      // v1.24 shows the first port here.
      errors.push(invalid(end, show(port), 'must be greater than or equal to `port`'));
    }
    validatePort(errors, endPort, end);
    return;
  }
  if (endPort != null) {
    const why = port == null ? 'not specified' : 'non-numeric';
    errors.push(invalid(end, show(endPort), `may not be specified when \`port\` is ${why}`));
  }
  if (port != null) invalidFor(errors, `${field}.port`, port, checkPortName(port));
}

function validatePeer(
  errors: FieldErrors,
  { podSelector, namespaceSelector, ipBlock }: NetworkPolicyPeer,
  field: string,
): void {
  validateLabelSelector(errors, podSelector, `${field}.podSelector`);
  validateLabelSelector(errors, namespaceSelector, `${field}.namespaceSelector`);
  if (ipBlock != null) validateBlock(errors, ipBlock, `${field}.ipBlock`);
  const hasSelector = podSelector != null || namespaceSelector != null;
  if (!hasSelector && ipBlock == null) errors.push(required(field, 'must specify a peer'));
  if (hasSelector && ipBlock != null) {
    errors.push(forbidden(field, 'may not specify both ipBlock and another peer'));
  }
}

const noCidr = 'not a valid CIDR';

/** Nothing after the first invalid range is checked. */
function validateBlock(errors: FieldErrors, { cidr, except }: IPBlock, field: string): void {
  if (!cidr) {
    errors.push(required(`${field}.cidr`));
    return;
  }
  const whole = parseCidr(cidr);
  if (whole === undefined) {
    errors.push(invalid(`${field}.cidr`, show(cidr), noCidr));
    return;
  }
  for (const [index, text] of (except ?? []).entries()) {
    const at = `${field}.except[${index}]`;
    const part = parseCidr(text);
    if (part === undefined) {
      errors.push(invalid(at, show(text), noCidr));
      return;
    }
    if (contains(whole, part.bytes) && whole.bits < part.bits) continue;
    errors.push(invalid(at, show(text), 'must be a strict subset of `cidr`'));
  }
}
