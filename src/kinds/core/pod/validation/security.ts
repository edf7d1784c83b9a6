/** Checks of the permissions and user ids of pods and containers. */
import {
  duplicate,
  invalid,
  notSupported,
  required,
  show,
  type FieldErrors,
  showList,
  showPointer,
  showPointerTo,
  showStruct,
  type Shown,
  isSince,
} from '#values';
import { validateOneOf, validateRange } from '../../../object/validate-values.ts';
import type {
  AppArmorProfile,
  PodSecurityContext,
  PodSpec,
  SeccompProfile,
  SecurityContext,
  Sysctl,
} from '#types';
import { validateAppArmorField } from './app-armor.ts';
import { validateRelativePath } from '../../../object/validate-paths.ts';
import { validateWindowsOptions } from './windows.ts';

const maxId = 2 ** 31 - 1;
const groupPolicies = ['Always', 'OnRootMismatch'];
const groupsPolicies = ['Merge', 'Strict'];
const labelPolicies = ['MountOption', 'Recursive'];

/** `field` is the path of the spec. */
export function validatePodSecurity(errors: FieldErrors, spec: PodSpec, field: string): void {
  const { securityContext: context } = spec;
  const at = `${field}.securityContext`;
  if (context != null) validateIds(errors, context, at);
  const isShared = spec.shareProcessNamespace === true && spec.hostPID === true;
  const isLast = isShared && isSince(errors, 'HostFieldsLast');
  if (isShared && !isLast) refuseShared(errors, at);
  if (context != null) validatePolicies(errors, context, spec, at);
  if (isLast) refuseShared(errors, field);
}

function refuseShared(errors: FieldErrors, field: string): void {
  const why = 'ShareProcessNamespace and HostPID cannot both be enabled';
  errors.push(invalid(`${field}.shareProcessNamespace`, show(true), why));
}

function validatePolicies(
  errors: FieldErrors,
  context: PodSecurityContext,
  spec: PodSpec,
  at: string,
): void {
  validateSysctls(errors, context.sysctls, spec, `${at}.sysctls`);
  const { fsGroupChangePolicy } = context;
  if (fsGroupChangePolicy != null) {
    validateOneOf(errors, fsGroupChangePolicy, groupPolicies, `${at}.fsGroupChangePolicy`);
  }
  validateSeccomp(errors, context.seccompProfile, `${at}.seccompProfile`);
  validateWindowsOptions(errors, context.windowsOptions, `${at}.windowsOptions`);
  validateAppArmorField(errors, context.appArmorProfile, `${at}.appArmorProfile`);
  const { supplementalGroupsPolicy: groups, seLinuxChangePolicy: labels } = context;
  if (groups != null) {
    validateOneOf(errors, groups, groupsPolicies, `${at}.supplementalGroupsPolicy`);
  }
  if (labels == null) return;
  const policies = isSince(errors, 'SELinuxMount') ? labelPolicies : ['Recursive'];
  validateOneOf(errors, labels, policies, `${at}.seLinuxChangePolicy`);
}

/**
 * With the host network, a container port must be the node's port. Templates need not say so.
 * @param isOfPod whether it is the spec of a pod, not of a template
 */
export function validateHostNetwork(
  errors: FieldErrors,
  { containers }: PodSpec,
  field: string,
  isOfPod: boolean,
): void {
  for (const [index, { ports = [] }] of (containers ?? []).entries()) {
    for (const [portIndex, { containerPort, hostPort }] of ports.entries()) {
      if (hostPort === containerPort || (!isOfPod && !hostPort)) continue;
      const at = `${field}.containers[${index}].ports[${portIndex}]`;
      if (isSince(errors, 'HostPortsRefused')) {
        const why = 'must match `containerPort` when `hostNetwork` is true';
        errors.push(invalid(`${at}.hostPort`, show(hostPort ?? 0), why));
      } else {
        const why = 'must match `hostPort` when `hostNetwork` is true';
        errors.push(invalid(`${at}.containerPort`, show(containerPort ?? 0), why));
      }
    }
  }
}

function validateIds(errors: FieldErrors, context: PodSecurityContext, field: string): void {
  validateId(errors, context.fsGroup, `${field}.fsGroup`);
  validateId(errors, context.runAsUser, `${field}.runAsUser`);
  validateId(errors, context.runAsGroup, `${field}.runAsGroup`);
  for (const [index, group] of (context.supplementalGroups ?? []).entries()) {
    validateId(errors, group, `${field}.supplementalGroups[${index}]`);
  }
}

/** A user or group id; absent is valid. */
function validateId(errors: FieldErrors, id: number | undefined, field: string): void {
  if (id != null) validateRange(errors, id, 0, maxId, field);
}

export const longestSysctl = 253;
export const sysctlSegment = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const sysctlPattern = `(${sysctlSegment}\\.)*${sysctlSegment}`;
const slashPattern = `^(${sysctlSegment}[\\./])*${sysctlSegment}$`;
const dotted = { pattern: sysctlPattern, matching: new RegExp(`^${sysctlPattern}$`) };
const slashed = { pattern: slashPattern, matching: new RegExp(slashPattern) };

function validateSysctls(
  errors: FieldErrors,
  sysctls: readonly Sysctl[] | undefined,
  spec: PodSpec,
  field: string,
): void {
  if (sysctls == null || sysctls.length === 0) return;
  const earlier = new Set<string>();
  const { pattern, matching } = isSince(errors, 'PortNamesNeedLetters') ? slashed : dotted;
  for (const [index, { name = '' }] of sysctls.entries()) {
    const at = `${field}[${index}].name`;
    if (name === '') errors.push(required(at));
    else if (name.length > longestSysctl || !matching.test(name)) {
      const why = `must have at most ${longestSysctl} characters and match regex ${pattern}`;
      errors.push(invalid(at, show(name), why));
    } else if (earlier.has(name)) {
      errors.push(duplicate(at, show(name)));
    }
    if (isSince(errors, 'SysctlsOfHostRefused')) validateHostSysctl(errors, name, spec, at);
    earlier.add(name);
  }
}

/** Parameters of namespaces that the pod shares with its host are not its own. */
function validateHostSysctl(
  errors: FieldErrors,
  name: string,
  { hostNetwork, hostIPC }: PodSpec,
  field: string,
): void {
  const plain = withDots(name);
  const refuse = (what: string): void => {
    errors.push(invalid(field, show(name), `may not be specified when '${what}' is true`));
  };
  if (hostNetwork === true && plain.startsWith('net.')) refuse('hostNetwork');
  else if (hostIPC === true && ofIpc.test(plain)) refuse('hostIPC');
}

/** Of communication between processes. */
const ofIpc =
  /^(fs\.mqueue\..*|kernel\.(sem|shm|shmall|shmmax|shmmni|shm_rmid_forced|msg|msgmax|msgmnb|msgmni))$/;

/** A name whose parts are separated by slashes has dots in them. */
function withDots(name: string): string {
  const first = /[./]/.exec(name)?.[0];
  if (first !== '/') return name;
  return name.replace(/[./]/g, (mark) => (mark === '/' ? '.' : '/'));
}

const seccompTypes = ['Localhost', 'RuntimeDefault', 'Unconfined'];

function validateSeccomp(
  errors: FieldErrors,
  profile: SeccompProfile | undefined,
  field: string,
): void {
  if (profile == null) return;
  const type: string = profile.type ?? '';
  const { localhostProfile } = profile;
  const at = `${field}.localhostProfile`;
  if (type === '') {
    errors.push(required(`${field}.type`, 'type is required when seccompProfile is set'));
  } else if (!seccompTypes.includes(type)) {
    errors.push(notSupported(`${field}.type`, show(type), seccompTypes));
  }
  if (type !== 'Localhost') {
    if (localhostProfile == null) return;
    errors.push(
      invalid(at, showProfile(profile), 'can only be set when seccomp type is Localhost'),
    );
  } else if (localhostProfile == null) {
    errors.push(required(at, 'must be set when seccomp type is Localhost'));
  } else {
    validateRelativePath(errors, localhostProfile, at);
  }
}

type Fields = Parameters<typeof showStruct>[1];

function showProfile(profile: SeccompProfile): Shown {
  return showStruct('core.SeccompProfile', profileFields(profile));
}

function profileFields({ type, localhostProfile }: SeccompProfile | AppArmorProfile): Fields {
  return [
    ['Type', show(type ?? '')],
    ['LocalhostProfile', showPointer('string', localhostProfile)],
  ];
}

function showCapabilities(capabilities: SecurityContext['capabilities']): Shown {
  return showPointerTo('core.Capabilities', capabilities, ({ add, drop }) => [
    ['Add', showList('[]core.Capability', add)],
    ['Drop', showList('[]core.Capability', drop)],
  ]);
}

function showSELinux(options: SecurityContext['seLinuxOptions']): Shown {
  return showPointerTo('core.SELinuxOptions', options, ({ user, role, type, level }) => [
    ['User', show(user ?? '')],
    ['Role', show(role ?? '')],
    ['Type', show(type ?? '')],
    ['Level', show(level ?? '')],
  ]);
}

function showWindows(options: SecurityContext['windowsOptions']): Shown {
  return showPointerTo('core.WindowsSecurityContextOptions', options, (of) => [
    ['GMSACredentialSpecName', showPointer('string', of.gmsaCredentialSpecName)],
    ['GMSACredentialSpec', showPointer('string', of.gmsaCredentialSpec)],
    ['RunAsUserName', showPointer('string', of.runAsUserName)],
    ['HostProcess', showPointer('bool', of.hostProcess)],
  ]);
}

function showContext(context: SecurityContext, hasAppArmor: boolean): Shown {
  return showStruct('core.SecurityContext', [
    ['Capabilities', showCapabilities(context.capabilities)],
    ['Privileged', showPointer('bool', context.privileged)],
    ['SELinuxOptions', showSELinux(context.seLinuxOptions)],
    ['WindowsOptions', showWindows(context.windowsOptions)],
    ['RunAsUser', showPointer('int64', context.runAsUser)],
    ['RunAsGroup', showPointer('int64', context.runAsGroup)],
    ['RunAsNonRoot', showPointer('bool', context.runAsNonRoot)],
    ['ReadOnlyRootFilesystem', showPointer('bool', context.readOnlyRootFilesystem)],
    ['AllowPrivilegeEscalation', showPointer('bool', context.allowPrivilegeEscalation)],
    ['ProcMount', showPointer('core.ProcMountType', context.procMount)],
    ['SeccompProfile', showPointerTo('core.SeccompProfile', context.seccompProfile, profileFields)],
    ...(hasAppArmor
      ? [
          [
            'AppArmorProfile',
            showPointerTo('core.AppArmorProfile', context.appArmorProfile, profileFields),
          ] as const,
        ]
      : []),
  ]);
}

export const procMounts = ['Default', 'Unmasked'];

/** For a container. */
export function validateSecurity(
  errors: FieldErrors,
  context: SecurityContext | undefined,
  { hostUsers }: PodSpec,
  field: string,
): void {
  if (context == null) return;
  validateId(errors, context.runAsUser, `${field}.runAsUser`);
  validateId(errors, context.runAsGroup, `${field}.runAsGroup`);
  const { procMount, allowPrivilegeEscalation, privileged, capabilities } = context;
  if (procMount != null) validateOneOf(errors, procMount, procMounts, `${field}.procMount`);
  if (procMount === 'Unmasked' && hostUsers !== false && isSince(errors, 'ProcMountType')) {
    const why = '`hostUsers` must be false to use `Unmasked`';
    errors.push(invalid(`${field}.procMount`, show(procMount), why));
  }
  validateSeccomp(errors, context.seccompProfile, `${field}.seccompProfile`);
  if (allowPrivilegeEscalation === false) {
    const refuse = (what: string): void => {
      const why = `cannot set \`allowPrivilegeEscalation\` to false and ${what}`;
      const shown = showContext(context, isSince(errors, 'AppArmorAnnotationsRead'));
      errors.push(invalid(field, shown, why));
    };
    if (privileged === true) refuse('`privileged` to true');
    for (const name of capabilities?.add ?? []) {
      if (name === 'CAP_SYS_ADMIN') refuse('`capabilities.Add` CAP_SYS_ADMIN');
    }
  }
  validateWindowsOptions(errors, context.windowsOptions, `${field}.windowsOptions`);
  validateAppArmorField(errors, context.appArmorProfile, `${field}.appArmorProfile`);
}
