/** What standards ask of pods, by the versions of the standards. */
import type { Level } from '../policy.ts';
import type { Find } from '../subject.ts';
import { forbiddenAppArmor } from './app-armor.ts';
import { addedCapabilities, unrestrictedCapabilities } from './capabilities.ts';
import { hostHandlers, hostNamespaces, hostPaths, hostPorts } from './host.ts';
import { escalation, privileged, procMount, windowsHostProcess } from './privileges.ts';
import { seccompAnnotations, seccompRequired, seccompSet } from './seccomp.ts';
import { seLinuxOptions } from './selinux.ts';
import { sysctls } from './sysctls.ts';
import { rootAllowed, runAsRootUser } from './users.ts';
import { restrictedVolumes } from './volumes.ts';
import { exceptInOwnUsers, exceptInOwnUsersWithGate, exceptOnWindows } from './exceptions.ts';

/** What a standard asks since a version of it: a minor of Kubernetes 1. */
interface Rule {
  readonly since: number;
  readonly find: Find;
}

export interface Check {
  /** Of those of a level they come in the order of their names. */
  readonly name: string;
  readonly level: Exclude<Level, 'privileged'>;
  /** The oldest first; before it, nothing is asked. */
  readonly rules: readonly Rule[];
  /** The check that is left out where this one is made, as it asks for less. */
  readonly replaces?: string;
}

const ownUsersRelax = 35;
const fieldsOfWindowsRefused = 25;

/** Those of both levels, then those of the stricter one. */
export const checks: readonly Check[] = [
  baseline('appArmorProfile', { since: 0, find: forbiddenAppArmor }),
  baseline('capabilities_baseline', { since: 0, find: addedCapabilities }),
  baseline('hostNamespaces', { since: 0, find: hostNamespaces }),
  baseline('hostPathVolumes', { since: 0, find: hostPaths }),
  baseline('hostPorts', { since: 0, find: hostPorts }),
  baseline('hostProbesAndHostLifecycle', { since: 34, find: hostHandlers }),
  baseline('privileged', { since: 0, find: privileged }),
  baseline(
    'procMount',
    { since: 0, find: exceptInOwnUsersWithGate(procMount, 'OwnUsersMayUnmaskProc') },
    { since: ownUsersRelax, find: exceptInOwnUsers(procMount) },
  ),
  baseline(
    'seLinuxOptions',
    { since: 0, find: seLinuxOptions('container_t', 'container_init_t', 'container_kvm_t') },
    {
      since: 31,
      find: seLinuxOptions(
        ...['container_t', 'container_init_t', 'container_kvm_t', 'container_engine_t'],
      ),
    },
  ),
  baseline(
    'seccompProfile_baseline',
    { since: 0, find: seccompAnnotations },
    { since: 19, find: seccompSet },
  ),
  baseline('sysctls', ...[0, 27, 29, 32, 37].map((since) => ({ since, find: sysctls(since) }))),
  baseline('windowsHostProcess', { since: 0, find: windowsHostProcess }),
  restricted('allowPrivilegeEscalation', undefined, ...notOfWindows(8, escalation)),
  restricted(
    'capabilities_restricted',
    'capabilities_baseline',
    ...notOfWindows(22, unrestrictedCapabilities),
  ),
  restricted('procMount_restricted', 'procMount', { since: ownUsersRelax, find: procMount }),
  restricted('restrictedVolumes', 'hostPathVolumes', { since: 0, find: restrictedVolumes }),
  restricted('runAsNonRoot', undefined, ...notOfOwnUsers(0, rootAllowed)),
  restricted('runAsUser', undefined, ...notOfOwnUsers(23, runAsRootUser)),
  restricted(
    'seccompProfile_restricted',
    'seccompProfile_baseline',
    ...notOfWindows(19, seccompRequired),
  ),
];

function baseline(name: string, ...rules: readonly Rule[]): Check {
  return { name, level: 'baseline', rules };
}

function restricted(name: string, replaces: string | undefined, ...rules: readonly Rule[]): Check {
  return { name, level: 'restricted', rules, ...(replaces !== undefined && { replaces }) };
}

/** Returns the rules of a check that leaves out pods for Windows: they may not have the fields that it asks for. */
function notOfWindows(since: number, find: Find): readonly Rule[] {
  return [
    { since, find },
    { since: fieldsOfWindowsRefused, find: exceptOnWindows(find) },
  ];
}

/** Returns the rules of a check that leaves out pods in a user namespace: root has no rights outside of it. */
function notOfOwnUsers(since: number, find: Find): readonly Rule[] {
  return [
    { since, find: exceptInOwnUsersWithGate(find) },
    { since: ownUsersRelax, find: exceptInOwnUsers(find) },
  ];
}
