/** Pods that a rule is not about. */
import type { Find, Subject } from '../subject.ts';

export function exceptOnWindows(find: Find): Find {
  return (subject, profile) =>
    subject.spec.os?.name === 'windows' ? undefined : find(subject, profile);
}

/** Leaves out pods in a user namespace of their own. */
export function exceptInOwnUsers(find: Find): Find {
  return (subject, profile) => (hasOwnUsers(subject) ? undefined : find(subject, profile));
}

/**
 * Leaves out pods in a user namespace of their own where a gate says so.
 * @param behaviour has to be on as well
 */
export function exceptInOwnUsersWithGate(find: Find, behaviour?: string): Find {
  const relaxed = exceptInOwnUsers(find);
  return (subject, profile) => {
    const isRelaxed =
      profile.enabled('UserNamespacesPodSecurityStandards') &&
      (behaviour === undefined || profile.enabled(behaviour));
    return (isRelaxed ? relaxed : find)(subject, profile);
  };
}

function hasOwnUsers({ spec }: Subject): boolean {
  return spec.hostUsers === false;
}
