/** What may change about a pod that is not scheduled yet because of its gates. */
import {
  forbidden,
  goJson,
  invalid,
  omitFields,
  semanticEqual,
  showLabels,
  showList,
  type FieldErrors,
} from '#values';
import type { Affinity, NodeAffinity, NodeSelectorTerm, PodSpec } from '#types';

/** Gates may only go, and while there were any, placement may only become narrower. */
export function validateGatedChange(errors: FieldErrors, spec: PodSpec, old: PodSpec): void {
  const before = new Set((old.schedulingGates ?? []).map(({ name }) => name));
  const gates = new Map((spec.schedulingGates ?? []).map(({ name }, index) => [name, index]));
  for (const [name, index] of gates) {
    if (before.has(name)) continue;
    const why = `only deletion is allowed, but found new scheduling gate '${name}'`;
    errors.push(forbidden(`spec.schedulingGates[${index}].name`, why));
  }
  if (!isGated(old)) return;
  if (!semanticEqual(spec.nodeSelector, old.nodeSelector)) validateAddedLabels(errors, spec, old);
  const [now, then] = [spec.affinity?.nodeAffinity, old.affinity?.nodeAffinity];
  if (!semanticEqual(now, then)) validateNarrowed(errors, now, then);
}

/** The new spec with the old values of what a change of gates may be about. */
export function withoutGatedChanges(spec: PodSpec, old: PodSpec): PodSpec {
  const base = { ...spec, schedulingGates: old.schedulingGates };
  if (!isGated(old)) return base;
  const affinity = withNodeAffinity(spec.affinity, old.affinity?.nodeAffinity);
  const isNew = old.affinity == null && Object.keys(affinity).length === 0;
  return { ...base, nodeSelector: old.nodeSelector, affinity: isNew ? undefined : affinity };
}

function isGated({ schedulingGates = [] }: PodSpec): boolean {
  return schedulingGates.length > 0;
}

function withNodeAffinity(
  affinity: Affinity | undefined,
  nodeAffinity: NodeAffinity | undefined,
): Affinity {
  const others = omitFields(affinity ?? {}, ['nodeAffinity']);
  return nodeAffinity === undefined ? others : { ...others, nodeAffinity };
}

function validateAddedLabels(
  errors: FieldErrors,
  { nodeSelector = {} }: PodSpec,
  { nodeSelector: old = {} }: PodSpec,
): void {
  if (Object.keys(old).every((key) => nodeSelector[key] === old[key])) return;
  const field = 'spec.nodeSelector';
  const shown = showLabels(Object.keys(nodeSelector).length === 0 ? undefined : nodeSelector);
  const why = `only additions to ${field} are allowed (no mutations or deletions)`;
  errors.push(invalid(field, shown, why));
}

const required = 'requiredDuringSchedulingIgnoredDuringExecution';

/** Terms are alternatives: none may come or go, and each may ask for more. */
function validateNarrowed(
  errors: FieldErrors,
  affinity: NodeAffinity | undefined,
  old: NodeAffinity | undefined,
): void {
  const terms = affinity?.[required]?.nodeSelectorTerms ?? [];
  const before = old?.[required]?.nodeSelectorTerms ?? [];
  if (before.length === 0) return;
  const field = `spec.affinity.nodeAffinity.${required}.nodeSelectorTerms`;
  if (terms.length !== before.length) {
    const shown = terms.length === 0 ? showList('[]core.NodeSelectorTerm', null) : goJson(terms);
    const why = 'no additions/deletions to non-empty NodeSelectorTerms list are allowed';
    errors.push(invalid(field, shown, why));
    return;
  }
  for (const [index, term] of terms.entries()) {
    if (asksForMore(term, before[index]!)) continue;
    const why = 'only additions are allowed (no mutations or deletions)';
    errors.push(invalid(`${field}[${index}]`, goJson(term), why));
  }
}

function asksForMore(term: NodeSelectorTerm, old: NodeSelectorTerm): boolean {
  const wasEmpty = [old.matchExpressions, old.matchFields].every(
    (list) => (list ?? []).length === 0,
  );
  // An empty term matches nothing: what it would match then is more.
  if (wasEmpty) return semanticEqual(term, old);
  return (['matchExpressions', 'matchFields'] as const).every((key) =>
    (old[key] ?? []).every((each, index) => semanticEqual(each, term[key]?.[index])),
  );
}
