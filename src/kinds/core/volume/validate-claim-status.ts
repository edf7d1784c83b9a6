/** Checks of what claims for storage have, and how they grow. */
import {
  checkQualifiedName,
  invalid,
  invalidFor,
  isNativeResource,
  isSince,
  notSupported,
  parseQuantity,
  required,
  show,
  showName,
  type FieldErrors,
} from '#values';
import type { PersistentVolumeClaim, PersistentVolumeClaimStatus } from '#types';

/** Checks the status of a claim that is written. */
export function validateClaimStatus(
  errors: FieldErrors,
  { spec, status }: PersistentVolumeClaim,
): void {
  if ((spec.accessModes ?? []).length === 0) errors.push(required('Spec.accessModes'));
  for (const name of Object.keys(status.capacity ?? {}).sort()) {
    const quantity = parseQuantity(status.capacity![name]!);
    if (quantity.sign() >= 0) continue;
    const why = 'must be a valid resource quantity';
    errors.push(invalid(`status.capacity[${name}]`, String(quantity.value()), why));
  }
  if (!isSince(errors, 'RecoverVolumeExpansionFailure')) return;
  if (!isSince(errors, 'GrowthOfEachResource')) validateResizeStatus(errors, status);
  else validateGrowthStatuses(errors, status);
  validateAllocated(errors, status.allocatedResources);
}

const formerGrowth = [
  'ControllerExpansionFailed',
  'ControllerExpansionInProgress',
  'NodeExpansionFailed',
  'NodeExpansionInProgress',
  'NodeExpansionPending',
];

function validateResizeStatus(
  errors: FieldErrors,
  { resizeStatus }: PersistentVolumeClaimStatus,
): void {
  const supported = ['', ...formerGrowth];
  if (resizeStatus == null || supported.includes(resizeStatus)) return;
  errors.push(notSupported('status.resizeStatus', showName(resizeStatus), supported));
}

/** Which resources grow, and how far this is. */
function validateGrowthStatuses(errors: FieldErrors, status: PersistentVolumeClaimStatus): void {
  const isNamed = isSince(errors, 'AttributesClassesStay');
  const field = `status.allocatedResourceStatus${isNamed ? 'es' : ''}`;
  const end = isSince(errors, 'InfeasibleGrowthNamed') ? 'ResizeInfeasible' : 'ResizeFailed';
  const supported = [
    'ControllerResizeInProgress',
    `Controller${end}`,
    'NodeResizeInProgress',
    `Node${end}`,
    'NodeResizePending',
  ];
  const isLater = isSince(errors, 'JsonValuesInMessages');
  if (isLater) supported.sort();
  for (const [name, growth] of Object.entries(status.allocatedResourceStatuses ?? {}).sort()) {
    validateGrowing(errors, name, field);
    if (supported.includes(growth)) continue;
    errors.push(notSupported(field, isLater ? showName(name) : name, supported));
  }
}

function validateAllocated(
  errors: FieldErrors,
  allocated: PersistentVolumeClaimStatus['allocatedResources'],
): void {
  const field = 'status.allocatedResources';
  for (const [name, text] of Object.entries(allocated ?? {}).sort()) {
    if (!validateGrowing(errors, name, field)) continue;
    const quantity = parseQuantity(text);
    if (quantity.sign() >= 0) continue;
    const why = 'must be a valid resource quantity';
    errors.push(invalid(`${field}[${name}]`, String(quantity.value()), why));
  }
}

/** Of those without a domain of their own, only storage grows. Returns whether it may. */
function validateGrowing(errors: FieldErrors, name: string, field: string): boolean {
  const faults = checkQualifiedName(name, errors.release);
  invalidFor(errors, field, name, faults);
  if (faults.length > 0) return false;
  if (name === 'storage' || !isNativeResource(name)) return true;
  errors.push(notSupported(field, show(name), ['storage']));
  return false;
}
