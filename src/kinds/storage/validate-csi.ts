/** Checks of storage drivers, and of what they report about nodes. */
import {
  utf8Length,
  checkEach,
  duplicate,
  invalid,
  invalidFor,
  notSupported,
  required,
  show,
  showName,
  type FieldErrors,
  showList,
  checkQualifiedName,
  semanticEqual,
} from '#values';
import { immutable, validateSame, validateUnchanged } from '../object/validate-metadata.ts';
import { validateNonNegative, validateOneOf } from '../object/validate-values.ts';
import type { CSIDriverSpec, CSINodeDriver, CSINodeSpec } from '#types';
import { validateCsiDriver } from '../core/volume/validate-volume-backends.ts';
import { validateTokenSeconds } from '../core/volume/validate-projected.ts';

const groupPolicies = ['File', 'None', 'ReadWriteOnceWithFSType'];
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

/** v1.24 has another name for the first field, and checks the tokens again. */
export function validateDriverChange(
  errors: FieldErrors,
  spec: CSIDriverSpec,
  old: CSIDriverSpec,
): void {
  const { attachRequired, podInfoOnMount, volumeLifecycleModes } = spec;
  validateUnchanged(errors, attachRequired, old.attachRequired, 'spec.attachedRequired', String);
  validateSame(errors, spec.fsGroupPolicy, old.fsGroupPolicy, 'spec.fsGroupPolicy');
  validateUnchanged(errors, podInfoOnMount, old.podInfoOnMount, 'spec.podInfoOnMount', String);
  validateUnchanged(
    errors,
    volumeLifecycleModes,
    old.volumeLifecycleModes,
    'spec.volumeLifecycleModes',
    (modes) => showList('[]storage.VolumeLifecycleMode', modes),
  );
  validateTokenRequests(errors, spec.tokenRequests);
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
    if (driver === undefined || semanticEqual(driver, former)) return;
    const shown = `storage.CSINodeDriver${JSON.stringify(driver)}`;
    errors.push(invalid('CSINodeDriver', shown, immutable));
  });
}
