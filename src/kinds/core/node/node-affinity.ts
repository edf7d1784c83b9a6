/** Which nodes a pod can run on: `nodeSelector` and required node affinity. */
import type {
  Node,
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodSpec,
} from '#types';

/** The fields of a node that matching reads. */
export type NodeIdentity = { readonly metadata: Pick<Node['metadata'], 'name' | 'labels'> };

/** Both `nodeSelector` and the required node affinity of the pod admit the node. */
export function matchesRequiredNodes(
  spec: Pick<PodSpec, 'nodeSelector' | 'affinity'>,
  node: NodeIdentity,
): boolean {
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return (
    matchesLabels(spec.nodeSelector, node) &&
    (required === undefined || matchesNodeSelector(required, node))
  );
}

/** One of the terms must match; a selector without terms matches nothing. */
export function matchesNodeSelector(selector: NodeSelector, node: NodeIdentity): boolean {
  return (selector.nodeSelectorTerms ?? []).some((term) => matchesNodeSelectorTerm(term, node));
}

/** All requirements must hold; a term without any, or with a malformed one, matches nothing. */
export function matchesNodeSelectorTerm(term: NodeSelectorTerm, node: NodeIdentity): boolean {
  const { matchExpressions = [], matchFields = [] } = term;
  if (matchExpressions.length === 0 && matchFields.length === 0) return false;
  return (
    matchExpressions.every((requirement) => labelHolds(requirement, node.metadata.labels)) &&
    matchFields.every((requirement) => fieldHolds(requirement, node.metadata.name))
  );
}

function matchesLabels(
  expected: Readonly<Record<string, string>> | undefined,
  node: NodeIdentity,
): boolean {
  for (const key in expected) {
    if (labelOf(node.metadata.labels, key) !== expected[key]) return false;
  }
  return true;
}

function labelHolds(
  requirement: NodeSelectorRequirement,
  labels: Readonly<Record<string, string>> | undefined,
): boolean {
  const value = labelOf(labels, requirement.key);
  const values = requirement.values ?? [];
  switch (requirement.operator as string) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return values.length > 0 && (value === undefined || !values.includes(value));
    case 'Exists':
      return values.length === 0 && value !== undefined;
    case 'DoesNotExist':
      return values.length === 0 && value === undefined;
    case 'Gt':
      return compareIntegers(value, values, (have, bound) => have > bound);
    case 'Lt':
      return compareIntegers(value, values, (have, bound) => have < bound);
    default:
      return false;
  }
}

/** The only field is the node's name, and v1.24 takes exactly one value. */
function fieldHolds(requirement: NodeSelectorRequirement, nodeName: string): boolean {
  const field = requirement.key === 'metadata.name' ? nodeName : '';
  if (requirement.values?.length !== 1) return false;
  const equal = requirement.values[0] === field;
  if (requirement.operator === 'In') return equal;
  return requirement.operator === 'NotIn' && !equal;
}

function compareIntegers(
  value: string | undefined,
  values: readonly string[],
  holds: (have: bigint, bound: bigint) => boolean,
): boolean {
  if (values.length !== 1) return false;
  const have = integerOf(value);
  const bound = integerOf(values[0]);
  return have !== undefined && bound !== undefined && holds(have, bound);
}

const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

/** As Go parses a 64-bit integer: digits with an optional sign, nothing else. */
function integerOf(text: string | undefined): bigint | undefined {
  if (text === undefined || !/^[+-]?\d+$/.test(text)) return undefined;
  const number = BigInt(text.replace(/^\+/, ''));
  return number < int64.min || number > int64.max ? undefined : number;
}

function labelOf(
  labels: Readonly<Record<string, string>> | undefined,
  key: string,
): string | undefined {
  return labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined;
}
