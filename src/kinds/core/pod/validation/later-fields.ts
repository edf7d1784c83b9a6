/** Checks of fields of pods that later releases have: where they are set, the release has them. */
import {
  checkEach,
  checkDns1123Subdomain,
  checkQualifiedName,
  duplicate,
  forbidden,
  invalid,
  invalidFor,
  isSince,
  notFoundValue,
  show,
  tooLong,
  type FieldErrors,
} from '#values';
import type { PodSpec } from '#types';

/** Gates of scheduling; `field` is their path. */
export function validateGates(errors: FieldErrors, spec: PodSpec, field: string): void {
  const { schedulingGates: gates } = spec;
  if (gates == null || gates.length === 0) return;
  const earlier = new Set<string>();
  for (const [index, { name = '' }] of gates.entries()) {
    invalidFor(errors, `${field}[${index}]`, name, checkQualifiedName(name, errors.release));
    if (earlier.has(name)) errors.push(duplicate(`${field}[${index}]`, show(name)));
    earlier.add(name);
  }
}

const lists = ['initContainers', 'containers', 'ephemeralContainers'] as const;

/** Users of their own do not go with namespaces of the host. `field` is the path of the spec. */
export function validateUsers(errors: FieldErrors, spec: PodSpec, field: string): void {
  if (spec.hostUsers !== false) return;
  const isLater = isSince(errors, 'HostUsersRefuseDevices');
  const refuse = (at: string): void => {
    const name = isLater ? 'hostUsers' : 'pod.Spec.HostUsers';
    errors.push(forbidden(`${field}.${at}`, `when \`${name}\` is false`));
  };
  if (spec.hostNetwork === true) refuse('hostNetwork');
  if (spec.hostPID === true) refuse('HostPID');
  if (spec.hostIPC === true) refuse('HostIPC');
  if (!isLater) return;
  for (const list of lists) {
    for (const [index, { volumeDevices = [] }] of (spec[list] ?? []).entries()) {
      if (volumeDevices.length > 0) refuse(`${list}[${index}].volumeDevices`);
    }
  }
}

const longestHostname = 64;

/** A hostname that takes the place of all others. `field` is the path of the spec. */
export function validateHostname(errors: FieldErrors, spec: PodSpec, field: string): void {
  const { hostnameOverride: name } = spec;
  if (name == null) return;
  const at = `${field}.hostnameOverride`;
  const refuse = (what: string): void => {
    errors.push(forbidden(at, `may not be specified when ${what} is true`));
  };
  if (spec.setHostnameAsFQDN === true) refuse('setHostnameAsFQDN');
  if (spec.hostNetwork === true) refuse('hostNetwork');
  if (name.length > longestHostname) errors.push(tooLong(at, longestHostname, errors.release));
  invalidFor(errors, at, name, checkDns1123Subdomain(name));
}

/** Files of the environment are in empty volumes of the pod. `field` is the path of the spec. */
export function validateFiles(errors: FieldErrors, spec: PodSpec, field: string): void {
  for (const list of lists) {
    checkEach(errors, spec[list], ({ env }, index) => {
      checkEach(errors, env, ({ valueFrom }, place) => {
        if (valueFrom?.fileKeyRef == null) return;
        const { volumeName = '' } = valueFrom.fileKeyRef;
        const volume = spec.volumes?.find(({ name }) => name === volumeName);
        const at = `${field}.${list}[${index}].env[${place}].valueFrom.fileKeyRef.volumeName`;
        if (volume === undefined) errors.push(notFoundValue(at, show(volumeName)));
        else if (volume.emptyDir == null) {
          const why = 'referenced volume must be of type emptyDir';
          errors.push(invalid(at, show(volumeName), why));
        }
      });
    });
  }
}
