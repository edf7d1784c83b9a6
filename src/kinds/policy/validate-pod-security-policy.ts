/** Checks of pod security policies. */
import {
  checkEach,
  duplicate,
  invalid,
  invalidFor,
  notSupported,
  required,
  show,
  type FieldErrors,
  showStrings,
  showStruct,
  checkDns1123Subdomain,
  showItems,
} from '#values';
import { validateOneOf } from '../object/validate-values.ts';
import type {
  AllowedHostPath,
  IDRange,
  PodSecurityPolicySpec,
  RunAsGroupStrategyOptions,
  RuntimeClassStrategyOptions,
} from '#types';
import { validateAppArmor, validateSeccompName } from '../core/pod/validation/pod-annotations.ts';
import { procMounts } from '../core/pod/validation/security.ts';
import { validateSysctlLists } from './validate-sysctl-lists.ts';
import { validateCsiDriver } from '../core/volume/validate-volume-backends.ts';

const all = '*';
const groupRules = ['MayRunAs', 'MustRunAs', 'RunAsAny'];
const userRules = ['MustRunAs', 'MustRunAsNonRoot', 'RunAsAny'];
const labelRules = ['MustRunAs', 'RunAsAny'];
const volumeTypes = [
  all,
  'awsElasticBlockStore',
  'azureDisk',
  'azureFile',
  'cephFS',
  'cinder',
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'fc',
  'flexVolume',
  'flocker',
  'gcePersistentDisk',
  'gitRepo',
  'glusterfs',
  'hostPath',
  'iscsi',
  'nfs',
  'persistentVolumeClaim',
  'photonPersistentDisk',
  'portworxVolume',
  'projected',
  'quobyte',
  'rbd',
  'scaleIO',
  'secret',
  'storageos',
  'vsphereVolume',
];

const appArmor = 'apparmor.security.beta.kubernetes.io';
const seccomp = 'seccomp.security.alpha.kubernetes.io';

/** Profiles that annotations name: those by default and those that are allowed. */
export function validatePolicyAnnotations(
  errors: FieldErrors,
  annotations: Readonly<Record<string, string>> | undefined,
  field: string,
): void {
  if (annotations === undefined) return;
  const check = (key: string, validate: (value: string, at: string) => void): void => {
    if (annotations[key]) validate(annotations[key], `${field}[${key}]`);
  };
  check(`${appArmor}/defaultProfileName`, (value, at) => validateAppArmor(errors, value, at));
  check(`${appArmor}/allowedProfileNames`, (value, at) => {
    checkEach(errors, value.split(','), (name) => validateAppArmor(errors, name, at, value));
  });
  check(`${seccomp}/defaultProfileName`, (value, at) => validateSeccompName(errors, value, at));
  check(`${seccomp}/allowedProfileNames`, (value, at) => {
    checkEach(errors, value.split(','), (name) => {
      if (name !== all) validateSeccompName(errors, name, at);
    });
  });
}

export function validatePodSecurityPolicySpec(
  errors: FieldErrors,
  spec: PodSecurityPolicySpec,
): void {
  validateRule(errors, spec.runAsUser.rule, userRules, 'spec.runAsUser');
  validateRanges(errors, spec.runAsUser.ranges, 'spec.runAsUser');
  if (spec.runAsGroup != null) validateGroup(errors, spec.runAsGroup, 'spec.runAsGroup');
  validateRule(errors, spec.seLinux.rule, labelRules, 'spec.seLinux');
  for (const field of ['supplementalGroups', 'fsGroup'] as const) {
    validateRule(errors, spec[field].rule, groupRules, `spec.${field}`);
    validateRanges(errors, spec[field].ranges, `spec.${field}`);
  }
  checkEach(errors, spec.volumes, (type) => {
    if (!volumeTypes.includes(type)) {
      errors.push(notSupported('spec.volumes', show(type), volumeTypes));
    }
  });
  validateCapabilities(errors, spec);
  if (spec.defaultAllowPrivilegeEscalation === true && spec.allowPrivilegeEscalation !== true) {
    const field = 'spec.defaultAllowPrivilegeEscalation';
    const also = 'without also setting AllowPrivilegeEscalation to true';
    errors.push(
      invalid(field, 'true', `Cannot set DefaultAllowPrivilegeEscalation to true ${also}`),
    );
  }
  checkEach(errors, spec.allowedProcMountTypes, (type, index) => {
    validateOneOf(errors, type, procMounts, `spec.allowedProcMountTypes[${index}]`);
  });
  validateHostPaths(errors, spec.allowedHostPaths ?? [], 'spec.allowedHostPaths');
  // v1.24 writes these two paths so.
  checkEach(errors, spec.allowedFlexVolumes, ({ driver }, index) => {
    const field = `spec.allowedFlexVolumes.allowedFlexVolumes[${index}].driver`;
    if (!driver) errors.push(required(field, 'must specify a driver'));
  });
  checkEach(errors, spec.allowedCSIDrivers, ({ name }, index) => {
    const field = `spec.allowedCSIDrivers.allowedCSIDriver[${index}].name`;
    validateCsiDriver(errors, name ?? '', field);
  });
  validateSysctlLists(errors, spec.allowedUnsafeSysctls ?? [], spec.forbiddenSysctls ?? []);
  if (spec.runtimeClass != null) validateClasses(errors, spec.runtimeClass);
}

function validateRule(
  errors: FieldErrors,
  rule: string | undefined,
  rules: readonly string[],
  field: string,
): void {
  if (rules.includes(rule ?? '')) return;
  errors.push(notSupported(`${field}.rule`, show(rule ?? ''), rules));
}

function validateRanges(
  errors: FieldErrors,
  ranges: readonly IDRange[] | undefined,
  field: string,
): void {
  checkEach(errors, ranges, ({ min, max }, index) => {
    const at = `${field}.ranges[${index}]`;
    if (min < 0) errors.push(invalid(`${at}.min`, show(min), 'min cannot be negative'));
    if (max < 0) errors.push(invalid(`${at}.max`, show(max), 'max cannot be negative'));
    if (min > max) errors.push(invalid(`${at}.min`, show(min), 'min cannot be greater than max'));
  });
}

function validateGroup(
  errors: FieldErrors,
  { rule = '', ranges = [] }: RunAsGroupStrategyOptions,
  field: string,
): void {
  const refuse = (why: string): void => {
    const shown = ranges.map(({ min, max }) =>
      showStruct('policy.IDRange', [
        ['Min', show(min)],
        ['Max', show(max)],
      ]),
    );
    const list =
      shown.length === 0 ? '[]policy.IDRange(nil)' : showItems('[]policy.IDRange', shown);
    errors.push(invalid(`${field}.ranges`, list, why));
  };
  if (rule === 'RunAsAny') {
    if (ranges.length > 0) refuse('Ranges must be empty');
  } else if (rule === 'MustRunAs' || rule === 'MayRunAs') {
    if (ranges.length === 0) refuse('must provide at least one range');
    validateRanges(errors, ranges, field);
  } else {
    // Not sorted.
    const rules = ['MustRunAs', 'RunAsAny', 'MayRunAs'];
    errors.push(notSupported(`${field}.rule`, show(rule), rules));
  }
}

/** What must be dropped may not be added. v1.24 leaves `spec` out of these paths. */
function validateCapabilities(
  errors: FieldErrors,
  { requiredDropCapabilities: drops = [], ...spec }: PodSecurityPolicySpec,
): void {
  if (drops.length > 0 && spec.allowedCapabilities?.includes(all)) {
    const why = 'must be empty when all capabilities are allowed by a wildcard';
    const shown = `[]core.Capability{${drops.map(show).join(', ')}}`;
    errors.push(invalid('requiredDropCapabilities', shown, why));
  }
  const dropped = new Set(drops);
  for (const field of ['defaultAddCapabilities', 'allowedCapabilities'] as const) {
    checkEach(errors, spec[field], (capability) => {
      if (!dropped.has(capability)) return;
      const why = `capability is listed in ${field} and requiredDropCapabilities`;
      errors.push(invalid(field, show(capability), why));
    });
  }
}

/** The first path without a prefix ends the check, as in v1.24. */
function validateHostPaths(
  errors: FieldErrors,
  paths: readonly AllowedHostPath[],
  field: string,
): void {
  const missing = paths.findIndex(({ pathPrefix }) => !pathPrefix);
  const checked = missing < 0 ? paths : paths.slice(0, missing);
  checkEach(errors, checked, ({ pathPrefix }, index) => {
    if (!pathPrefix!.split('/').includes('..')) return;
    errors.push(invalid(`${field}[${index}]`, show(pathPrefix!), "must not contain '..'"));
  });
  if (missing >= 0) errors.push(required(`${field}[${missing}]`, 'is required'));
}

function validateClasses(
  errors: FieldErrors,
  { allowedRuntimeClassNames: names, defaultRuntimeClassName: usual }: RuntimeClassStrategyOptions,
): void {
  const field = 'spec.runtimeClass.allowedRuntimeClassNames';
  const allowed = new Set<string>();
  checkEach(errors, names, (name, index) => {
    const at = `${field}[${index}]`;
    if (name !== all) invalidFor(errors, at, name, checkDns1123Subdomain(name));
    if (allowed.has(name)) errors.push(duplicate(at, show(name)));
    allowed.add(name);
  });
  if (usual != null) {
    const at = 'spec.runtimeClass.defaultRuntimeClassName';
    invalidFor(errors, at, usual, checkDns1123Subdomain(usual));
    if (!allowed.has(usual) && !allowed.has(all)) {
      errors.push(required(field, `default ${show(usual)} must be allowed`));
    }
  }
  if (allowed.has(all) && names.length > 1) {
    const why = "if '*' is present, must not specify other RuntimeClass names";
    errors.push(invalid(field, showStrings(names), why));
  }
}
