/** Which requests policies and bindings are about. */
import type { Kind } from '#kinds';
import type { KindRegistry } from '#catalog';
import { selectorOf, type KubeObject } from '#values';
import type { MatchResources, NamedRuleWithOperations } from '#types';
import type { AdmissionAccess } from '../access.ts';
import type { AdmissionRequest } from '../plugin.ts';
import { otherForms } from '../webhooks/hooks.ts';
import { ruleMatches } from '../webhooks/rules.ts';
import { isSelected } from '../webhooks/selects.ts';

/** A request with its objects: the object is undefined for a deletion, the old one for a creation. */
export interface Attributes {
  readonly request: AdmissionRequest;
  readonly object: KubeObject | undefined;
  readonly old: KubeObject | undefined;
}

/**
 * The kind in whose form the object is looked at; undefined where the request is not meant.
 *
 * @param match absent: all requests are meant
 */
export function matchedKind(
  match: MatchResources | undefined,
  attributes: Attributes,
  access: AdmissionAccess,
): Kind | undefined {
  const { request, object, old } = attributes;
  const { kind } = request;
  if (match === undefined) return kind;
  const {
    namespaceSelector,
    objectSelector,
    excludeResourceRules = [],
    resourceRules = [],
  } = match;
  const namespaces = selectorOf(namespaceSelector);
  const objects = selectorOf(objectSelector);
  if (!isSelected({ namespaces, objects }, object, old, request, access)) return undefined;
  const { kinds } = access.webhooks;
  const isExcluded = formIn(excludeResourceRules, match, attributes, kinds) !== undefined;
  if (isExcluded) return undefined;
  return resourceRules.length === 0 ? kind : formIn(resourceRules, match, attributes, kinds);
}

/** The form that one of the rules names: that of the request, or an equivalent one. */
function formIn(
  rules: readonly NamedRuleWithOperations[],
  { matchPolicy }: MatchResources,
  { request, object }: Attributes,
  kinds: KindRegistry,
): Kind | undefined {
  const { kind, operation, subresource } = request;
  const name = nameOf(request, object);
  const fits = (rule: NamedRuleWithOperations, form: Kind): boolean =>
    (rule.resourceNames?.length ? rule.resourceNames.includes(name) : true) &&
    ruleMatches(rule, operation, form, subresource);
  if (rules.some((rule) => fits(rule, kind))) return kind;
  if (matchPolicy === 'Exact') return undefined;
  const others = otherForms(kinds, kind, subresource);
  for (const rule of rules) {
    const form = others.find((other) => fits(rule, other));
    if (form !== undefined) return form;
  }
  return undefined;
}

function nameOf(
  { operation, subresource, name }: AdmissionRequest,
  object: KubeObject | undefined,
): string {
  if (operation !== 'CREATE' || subresource !== undefined) return name;
  return object?.metadata.name ?? '';
}
