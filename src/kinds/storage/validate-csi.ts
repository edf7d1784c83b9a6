/** Checks of storage drivers, and of what they report about nodes. */
import {
  utf8Length,
  checkEach,
  duplicate,
  invalid,
  invalidFor,
  isSince,
  notSupported,
  omitFields,
  required,
  show,
  showName,
  type FieldErrors,
  type Shown,
  showList,
  showPointer,
  showStrings,
  showStruct,
  goOf,
  checkQualifiedName,
  semanticEqual,
} from '#values';
import { immutable, validateSame, validateUnchanged } from '../object/validate-metadata.ts';
import { validateNonNegative, validateOneOf } from '../object/validate-values.ts';
import type { CSIDriverSpec, CSINodeDriver, CSINodeSpec } from '#types';
import { validateCsiDriver } from '../core/volume/validate-volume-backends.ts';
import { validateTokenSeconds } from '../core/volume/validate-projected.ts';

const groupPolicies = ['File', 'None', 'ReadWriteOnceWithFSType'];
/** Between two updates of what a node can hold, in seconds. */
const shortestPeriod = 10;
const lifecycleModes = ['Persistent', 'Ephemeral'];

/** For a spec with its defaults. */
export function validateDriverSpec(errors: FieldErrors, spec: CSIDriverSpec): void {
  const { fsGroupPolicy, tokenRequests, volumeLifecycleModes } = spec;
  if (fsGroupPolicy != null) {
    validateOneOf(errors, fsGroupPolicy, groupPolicies, 'spec.fsGroupPolicy');
  }
  validateTokenRequests(errors, tokenRequests);
  checkEach(errors, volumeLifecycleModes, (mode) => {
    if (lifecycleModes.includes(mode)) return;
    errors.push(notSupported('spec.volumeLifecycleModes', showName(mode), lifecycleModes));
  });
  const { nodeAllocatableUpdatePeriodSeconds: period, serviceAccountTokenInSecrets: inSecrets } =
    spec;
  if (period != null && period < shortestPeriod) {
    const why = `must be greater than or equal to ${shortestPeriod} seconds`;
    errors.push(invalid('spec.nodeAllocatableUpdatePeriodSeconds', show(period), why));
  }
  if (inSecrets == null || (tokenRequests ?? []).length > 0) return;
  const why = 'serviceAccountTokenInSecrets is set but no tokenRequests are specified';
  errors.push(invalid('spec.serviceAccountTokenInSecrets', show(inSecrets), why));
}

/** What is behind a repeated audience is not checked. */
function validateTokenRequests(
  errors: FieldErrors,
  requests: CSIDriverSpec['tokenRequests'],
): void {
  const audiences = new Set<string>();
  checkEach(errors, requests, ({ audience = '', expirationSeconds: seconds }, index) => {
    const field = `spec.tokenRequests[${index}]`;
    if (audiences.has(audience)) {
      errors.push(duplicate(`${field}.audience`, show(audience)));
      return;
    }
    audiences.add(audience);
    if (seconds != null) validateTokenSeconds(errors, seconds, `${field}.expirationSeconds`);
  });
}

/** The first field has another name here. At first more is fixed, and tokens are checked again. */
export function validateDriverChange(
  errors: FieldErrors,
  spec: CSIDriverSpec,
  old: CSIDriverSpec,
): void {
  const { attachRequired, podInfoOnMount, volumeLifecycleModes } = spec;
  const fixesMore = !isSince(errors, 'CSIDriverSpecGeneration');
  validateUnchanged(errors, attachRequired, old.attachRequired, 'spec.attachedRequired', String);
  if (fixesMore) {
    validateSame(errors, spec.fsGroupPolicy, old.fsGroupPolicy, 'spec.fsGroupPolicy');
    validateUnchanged(errors, podInfoOnMount, old.podInfoOnMount, 'spec.podInfoOnMount', String);
  }
  validateUnchanged(
    errors,
    volumeLifecycleModes,
    old.volumeLifecycleModes,
    'spec.volumeLifecycleModes',
    (modes) => showList('[]storage.VolumeLifecycleMode', modes),
  );
  if (fixesMore) validateTokenRequests(errors, spec.tokenRequests);
}

const longestNodeId = 256;

export function validateCsiNode(errors: FieldErrors, { drivers }: CSINodeSpec): void {
  const names = new Set<string>();
  checkEach(errors, drivers, (driver, index) => {
    const field = `spec.drivers[${index}]`;
    const { name = '', nodeID = '', allocatable } = driver;
    validateCsiDriver(errors, name, `${field}.name`);
    if (nodeID === '') errors.push(required(`${field}.nodeID`));
    if (utf8Length(nodeID) > longestNodeId) {
      const why = `must be ${longestNodeId} characters or less`;
      errors.push(invalid(`${field}.nodeID`, show(nodeID), why));
    }
    validateNonNegative(errors, allocatable?.count, `${field}.allocatable.count`);
    if (names.has(name)) errors.push(duplicate(`${field}.name`, show(name)));
    names.add(name);
    validateTopologyKeys(errors, driver, field);
  });
}

/** v1.24 reports keys at the driver. */
function validateTopologyKeys(
  errors: FieldErrors,
  { topologyKeys }: CSINodeDriver,
  field: string,
): void {
  const keys = new Set<string>();
  checkEach(errors, topologyKeys, (key) => {
    if (key === '') errors.push(required(field));
    if (keys.has(key)) errors.push(duplicate(field, show(key)));
    keys.add(key);
    invalidFor(errors, field, key, checkQualifiedName(key, errors.release));
  });
}

/** A driver that stays may not change. */
export function validateCsiNodeChange(
  errors: FieldErrors,
  { drivers }: CSINodeSpec,
  old: CSINodeSpec,
): void {
  const present = new Map((drivers ?? []).map((driver) => [driver.name, driver]));
  checkEach(errors, old.drivers, (former) => {
    const driver = present.get(former.name);
    if (driver === undefined || semanticEqual(fixedOf(driver), fixedOf(former))) return;
    const field = isSince(errors, 'DriversNamedByField') ? 'spec.drivers' : 'CSINodeDriver';
    errors.push(invalid(field, showDriver(fixedOf(driver)), immutable));
  });

  function fixedOf(driver: CSINodeDriver): CSINodeDriver {
    const mayChange = isSince(errors, 'MutableCSINodeAllocatableCount');
    return mayChange ? omitFields(driver, ['allocatable']) : driver;
  }
}

function showDriver(driver: CSINodeDriver): Shown {
  const { name, nodeID, topologyKeys, allocatable } = driver;
  const Allocatable = allocatable == null ? null : { Count: allocatable.count ?? null };
  const fields = { Name: name, NodeID: nodeID, TopologyKeys: topologyKeys ?? null, Allocatable };
  return {
    go: goOf(
      showStruct('storage.CSINodeDriver', [
        ['Name', show(name)],
        ['NodeID', show(nodeID)],
        ['TopologyKeys', showStrings(topologyKeys ?? undefined)],
        ['Allocatable', showPointer('storage.VolumeNodeResources', allocatable)],
      ]),
    ),
    json: JSON.stringify(fields),
  };
}
