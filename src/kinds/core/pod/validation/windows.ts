/** Checks of pods that specify an operating system. */
import {
  utf8Length,
  forbidden,
  isSince,
  invalid,
  invalidFor,
  notSupported,
  required,
  show,
  type FieldErrors,
  checkDns1123Subdomain,
} from '#values';
import type { PodSpec, SecurityContext, WindowsSecurityContextOptions } from '#types';

const mostSpecBytes = 64 * 1024;
const longestDomain = 256;
const longestUser = 104;

export function validateWindowsOptions(
  errors: FieldErrors,
  options: WindowsSecurityContextOptions | undefined,
  field: string,
): void {
  if (options == null) return;
  const { gmsaCredentialSpecName, gmsaCredentialSpec, runAsUserName } = options;
  if (gmsaCredentialSpecName != null) {
    const messages = checkDns1123Subdomain(gmsaCredentialSpecName);
    invalidFor(errors, `${field}.gmsaCredentialSpecName`, gmsaCredentialSpecName, messages);
  }
  if (gmsaCredentialSpec != null) {
    const at = `${field}.gmsaCredentialSpec`;
    if (gmsaCredentialSpec === '') {
      errors.push(invalid(at, show(''), 'gmsaCredentialSpec cannot be an empty string'));
    } else if (utf8Length(gmsaCredentialSpec) > mostSpecBytes) {
      const why = 'gmsaCredentialSpec size must be under 64 KiB';
      errors.push(invalid(at, show(gmsaCredentialSpec), why));
    }
  }
  if (runAsUserName != null) {
    const faults = userFaults(runAsUserName).map((fault) => `runAsUserName${fault}`);
    invalidFor(errors, `${field}.runAsUserName`, runAsUserName, faults);
  }
}

/** What is wrong with `DOMAIN\USER`, or with `USER` alone; follows the name of the field. */
function userFaults(name: string): readonly string[] {
  if (name === '') return [' cannot be an empty string'];
  if (/[\u0000-\u001f\u007f]/.test(name)) return [' cannot contain control characters'];
  const parts = name.split('\\');
  if (parts.length > 2) return [' cannot contain more than one backslash'];
  const user = parts.at(-1)!;
  const domain = parts.length === 2 ? parts[0]! : undefined;
  const faults: string[] = [];
  if (domain !== undefined) {
    if (domain.length >= longestDomain) {
      faults.push(`'s Domain length must be under ${longestDomain} characters`);
    }
    if (!isDomain(domain)) faults.push("'s Domain doesn't match the NetBios nor the DNS format");
  }
  if (user === '') faults.push("'s User cannot be empty");
  else if (user.length > longestUser) {
    faults.push(`'s User length must not be longer than ${longestUser} characters`);
  }
  if (/^[. ]+$/.test(user)) faults.push("'s User cannot contain only periods or spaces");
  if (/["/\\:;|=,+*?<>@[\]]/.test(user)) {
    faults.push(`'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]`);
  }
  return faults;
}

const netBios = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const dnsLabel = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const dnsName = new RegExp(`^${dnsLabel}(?:\\.${dnsLabel})*$`);

function isDomain(text: string): boolean {
  return netBios.test(text) || dnsName.test(text);
}

interface Secured {
  readonly securityContext?: SecurityContext;
}

const containerLists = ['initContainers', 'containers', 'ephemeralContainers'] as const;

/** The containers of all kinds, each with its path; `field` is the path of the spec. */
function* containersOf(spec: PodSpec, field: string): Generator<[Secured, string]> {
  for (const kind of containerLists) {
    for (const [index, container] of (spec[kind] ?? []).entries()) {
      yield [container, `${field}.${kind}[${index}]`];
    }
  }
}

/** Hardly any pod has them. */
function hasWindowsOptions(spec: PodSpec): boolean {
  const isFor = ({ securityContext }: Secured): boolean => securityContext?.windowsOptions != null;
  return isFor(spec) || containerLists.some((kind) => spec[kind]?.some(isFor) === true);
}

/** If one container of a pod is a HostProcess container, all must be. */
export function validateHostProcesses(errors: FieldErrors, spec: PodSpec, field: string): void {
  if (!hasWindowsOptions(spec)) return;
  const ofPod = spec.securityContext?.windowsOptions?.hostProcess;
  let count = 0;
  let onHost = 0;
  for (const [{ securityContext }, at] of containersOf(spec, field)) {
    count++;
    const own = securityContext?.windowsOptions?.hostProcess;
    if (ofPod != null && own != null && ofPod !== own) {
      const why = `pod hostProcess value must be identical if both are specified, was ${ofPod}`;
      errors.push(invalid(`${at}.securityContext.windowsOptions.hostProcess`, show(own), why));
    }
    if ((own ?? ofPod) === true) onHost++;
  }
  if (onHost === 0) return;
  if (onHost !== count) {
    const why =
      'If pod contains any hostProcess containers then all containers must be HostProcess containers';
    errors.push(invalid(field, show(''), why));
  }
  if (spec.hostNetwork !== true) {
    const why = 'hostNetwork must be true if pod contains any hostProcess containers';
    errors.push(invalid(`${field}.hostNetwork`, show(false), why));
  }
}

const systems = ['linux', 'windows'];

/** Rejects fields that mean nothing on the operating system of the pod. */
export function validateSystem(errors: FieldErrors, spec: PodSpec, field: string): void {
  if (spec.os == null) return;
  const { name } = spec.os;
  if (!name) {
    const isBrief = isSince(errors, 'BriefMessages');
    errors.push(required(`${field}.os.name`, isBrief ? undefined : 'cannot be empty'));
  } else if (!systems.includes(name)) errors.push(notSupported(`${field}.os`, show(name), systems));
  else if (name === 'linux') validateLinux(errors, spec, field);
  else validateWindows(errors, spec, field);
}

function validateLinux(errors: FieldErrors, spec: PodSpec, field: string): void {
  const why = 'windows options cannot be set for a linux pod';
  if (spec.securityContext?.windowsOptions != null) {
    errors.push(forbidden(`${field}.securityContext.windowsOptions`, why));
  }
  for (const [{ securityContext }, at] of containersOf(spec, field)) {
    if (securityContext?.windowsOptions == null) continue;
    errors.push(forbidden(`${at}.securityContext.windowsOptions`, why));
  }
}

const ofContainers = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
] as const satisfies readonly (keyof SecurityContext)[];

function validateWindows(errors: FieldErrors, spec: PodSpec, field: string): void {
  const context = spec.securityContext ?? {};
  const { sysctls = [] } = context;
  const at = `${field}.securityContext`;
  const refuse = (isSet: boolean, where: string): void => {
    if (isSet) errors.push(forbidden(where, 'cannot be set for a windows pod'));
  };
  const ofHost = (): void => {
    refuse(spec.hostUsers != null, `${field}.hostUsers`);
    refuse(spec.hostPID === true, `${field}.hostPID`);
    refuse(spec.hostIPC === true, `${field}.hostIPC`);
  };
  const isLast = isSince(errors, 'HostFieldsLast');
  refuse(context.appArmorProfile != null, `${at}.appArmorProfile`);
  refuse(context.seLinuxOptions != null, `${at}.seLinuxOptions`);
  if (!isLast) ofHost();
  refuse(context.seccompProfile != null, `${at}.seccompProfile`);
  refuse(context.fsGroup != null, `${at}.fsGroup`);
  refuse(context.fsGroupChangePolicy != null, `${at}.fsGroupChangePolicy`);
  refuse(sysctls.length > 0, `${at}.sysctls`);
  if (!isLast) refuse(spec.shareProcessNamespace != null, `${field}.shareProcessNamespace`);
  refuse(context.runAsUser != null, `${at}.runAsUser`);
  refuse(context.runAsGroup != null, `${at}.runAsGroup`);
  refuse(context.supplementalGroups != null, `${at}.supplementalGroups`);
  refuse(context.supplementalGroupsPolicy != null, `${at}.supplementalGroupsPolicy`);
  refuse(context.seLinuxChangePolicy != null, `${at}.seLinuxChangePolicy`);
  if (isLast) {
    ofHost();
    refuse(spec.shareProcessNamespace != null, `${field}.shareProcessNamespace`);
  }
  for (const [{ securityContext }, container] of containersOf(spec, field)) {
    if (securityContext == null) continue;
    for (const part of ofContainers) {
      refuse(securityContext[part] != null, `${container}.securityContext.${part}`);
    }
  }
}
