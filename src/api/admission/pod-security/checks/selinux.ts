/** Rules about SELinux. */
import type { SELinuxOptions } from '#types';
import { containersOf, namesWhere, type Find } from '../subject.ts';
import { named, settersOf, sorted } from '../words.ts';

/** @param types those that may be set */
export function seLinuxOptions(...types: readonly string[]): Find {
  const hasType = ({ type = '' }: SELinuxOptions): boolean => type !== '' && !types.includes(type);
  const isBad = (options: SELinuxOptions | undefined): boolean =>
    options != null && (hasType(options) || !!options.user || !!options.role);
  return (subject, profile) => {
    const names = namesWhere(subject, (security) => isBad(security.seLinuxOptions));
    const setters = settersOf(isBad(subject.spec.securityContext?.seLinuxOptions), names);
    if (setters === '') return undefined;
    const all = [subject.spec, ...containersOf(subject)].flatMap(
      ({ securityContext }) => securityContext?.seLinuxOptions ?? [],
    );
    const bad = sorted(all.filter(hasType).map(({ type }) => type!));
    const faults = bad.length === 0 ? [] : [named('type', bad)];
    if (bad.length > 0 || profile.enabled('SELinuxUsersAlwaysNamed')) {
      if (all.some(({ user }) => !!user)) faults.push('user may not be set');
      if (all.some(({ role }) => !!role)) faults.push('role may not be set');
    }
    const detail = `${setters} set forbidden securityContext.seLinuxOptions: ${faults.join('; ')}`;
    return { reason: 'seLinuxOptions', detail };
  };
}
