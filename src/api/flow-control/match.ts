/** Whether a flow schema is about a request: pure. */
import type { flowcontrolV1Beta2 } from '#types';
import { accountOf, type Access, type User } from '../authorization/index.ts';
import { coversPath, everything } from '../authorization/rbac/rule.ts';

type FlowSchemaSpec = flowcontrolV1Beta2.FlowSchemaSpec;

export function matchesFlow({ rules }: FlowSchemaSpec, user: User, access: Access): boolean {
  return (rules ?? []).some(
    ({ subjects, resourceRules, nonResourceRules }) =>
      subjects.some((subject) => isSubject(subject, user)) &&
      (access.isResource
        ? (resourceRules ?? []).some((rule) => isAboutResource(rule, access))
        : (nonResourceRules ?? []).some((rule) => isAboutPath(rule, access))),
  );
}

function isSubject(
  { user, group, serviceAccount }: flowcontrolV1Beta2.Subject,
  { name, groups }: User,
): boolean {
  if (user !== undefined) return user.name === everything || user.name === name;
  if (group !== undefined) return group.name === everything || groups.includes(group.name);
  if (serviceAccount === undefined) return false;
  const account = accountOf(name);
  return (
    account?.namespace === serviceAccount.namespace &&
    (serviceAccount.name === everything || serviceAccount.name === account.name)
  );
}

function isAboutResource(
  rule: flowcontrolV1Beta2.ResourcePolicyRule,
  { verb, group, resource, subresource, namespace }: Access,
): boolean {
  const named = subresource === '' ? resource : `${resource}/${subresource}`;
  return (
    hasOrAll(rule.verbs, verb) &&
    hasOrAll(rule.apiGroups, group) &&
    hasOrAll(rule.resources, named) &&
    (namespace === ''
      ? rule.clusterScope === true
      : rule.namespaces != null && hasOrAll(rule.namespaces, namespace))
  );
}

function isAboutPath(
  { verbs, nonResourceURLs }: flowcontrolV1Beta2.NonResourcePolicyRule,
  { verb, path }: Access,
): boolean {
  return hasOrAll(verbs, verb) && nonResourceURLs.some((allowed) => coversPath(allowed, path));
}

function hasOrAll(list: readonly string[], desired: string): boolean {
  return list.includes(everything) || list.includes(desired);
}
