/** A user may only grant what the user holds: v1.24's check, with its message. */
import { forbiddenObject, quote, type ResourceName } from '#values';
import type { PolicyRule } from '#types';
import type { Authorizer, User } from '../access.ts';
import { compact, TooManyPermissionsError, uncovered } from './covers.ts';

/** Who grants rules to others, and where. */
export interface Grantor {
  readonly authorizer: Authorizer;
  readonly user: User;
  /** Empty for the whole cluster. */
  readonly namespace: string;
}

/** An object for messages. */
export interface Granted {
  readonly resource: ResourceName;
  readonly name: string;
}

/** @throws {ApiError} 403 that lists what the user does not hold */
export function confirmHeld(
  { authorizer, user, namespace }: Grantor,
  rules: readonly PolicyRule[],
  { resource, name }: Granted,
): void {
  const held = authorizer.rulesFor(user, namespace);
  const owned = [...held.resourceRules, ...held.nonResourceRules];
  const missing = missingOf(owned, rules, (why) => forbiddenObject(resource, name, why));
  if (missing.length === 0) return;
  const lines = new Set(compact(missing).map(describe));
  const who = `user ${quote(user.name)} (groups=${list(user.groups)})`;
  const why = `${who} is attempting to grant RBAC permissions not currently held:\n`;
  const problem =
    held.evaluationError === undefined ? '' : `; resolution errors: [${held.evaluationError}]`;
  throw forbiddenObject(resource, name, why + [...lines].sort().join('\n') + problem);
}

/** Whether the user holds all of the rules. */
export function holds({ authorizer, user, namespace }: Grantor, rules: readonly PolicyRule[]) {
  const { resourceRules, nonResourceRules } = authorizer.rulesFor(user, namespace);
  return uncovered([...resourceRules, ...nonResourceRules], rules).length === 0;
}

function missingOf(
  owned: readonly PolicyRule[],
  rules: readonly PolicyRule[],
  refused: (why: string) => Error,
): readonly PolicyRule[] {
  try {
    return uncovered(owned, rules);
  } catch (error) {
    throw error instanceof TooManyPermissionsError ? refused(error.message) : error;
  }
}

/** `{APIGroups:["apps"], Resources:["deployments"], Verbs:["get" "list"]}` */
function describe(rule: PolicyRule): string {
  const { apiGroups, resources, nonResourceURLs, resourceNames, verbs } = rule;
  const parts: readonly (readonly [string, readonly string[] | undefined])[] = [
    ['APIGroups', apiGroups],
    ['Resources', resources],
    ['NonResourceURLs', nonResourceURLs],
    ['ResourceNames', resourceNames],
    ['Verbs', verbs],
  ];
  const shown = parts.flatMap(([name, values]) =>
    values === undefined ? [] : [`${name}:${list(values)}`],
  );
  return `{${shown.join(', ')}}`;
}

/** As Go prints lists of texts. */
function list(values: readonly string[]): string {
  return `[${values.map(quote).join(' ')}]`;
}
