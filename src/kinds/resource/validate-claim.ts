/** Checks of claims to devices. */
import {
  checkDns1123Subdomain,
  forbidden,
  goJson,
  invalid,
  notSupported,
  required,
  semanticEqual,
  show,
  tooLong,
  tooMany,
  utf8Length,
  type FieldError,
  type FieldErrors,
} from '#values';
import type { resourceV1 } from '#types';
import { validateNodeSelector } from '../core/node/validate-node-selector.ts';
import { faultOfInterfaceAddress } from '../object/validate-addresses.ts';
import { validateConditions } from '../object/validate-conditions.ts';
import {
  checkList,
  validateBinding,
  validateConfiguration,
  validateDriver,
  validateFullName,
  validateLabelName,
  validateParameters,
  validatePool,
  validateSelector,
  validateStatedDriver,
  validateStatedPool,
  validateToleration,
  type DeviceChecks,
} from './validate-devices.ts';

type Claim = resourceV1.DeviceClaim;
type Request = resourceV1.ExactDeviceRequest | resourceV1.DeviceSubRequest;
type Status = resourceV1.ResourceClaimStatus;

const most = 32;
const mostAlternatives = 8;
const mostReservations = 256;
const mostConditions = 8;
const mostIps = 16;
const oneOf = 'exactly one of `exactly` or `firstAvailable` is required';
const unknownRequest =
  "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";

export function validateClaimSpec(
  checks: DeviceChecks,
  { devices = {} }: resourceV1.ResourceClaimSpec,
  path: string,
): void {
  const { errors, stated } = checks;
  const field = `${path}.devices`;
  const names = namesOf(devices);
  const { requests, constraints, config } = devices;
  const nameOf = ({ name }: { readonly name: string }): string => name ?? '';
  const check = (request: resourceV1.DeviceRequest, at: string): void =>
    validateRequest(checks, request, at);
  checkList(errors, requests ?? [], most, `${field}.requests`, check, nameOf, 'name', stated);
  checkList(errors, constraints, most, `${field}.constraints`, (constraint, at) => {
    validateConstraint(checks, constraint, names, at);
  });
  checkList(errors, config, most, `${field}.config`, (each, at) => {
    validateReferences(checks, each.requests, names, `${at}.requests`);
    validateConfiguration(checks, each, at);
  });
}

function validateRequest(
  checks: DeviceChecks,
  { name = '', exactly, firstAvailable = [] }: resourceV1.DeviceRequest,
  field: string,
): void {
  const { errors, profile } = checks;
  validateLabelName(errors, name, `${field}.name`);
  if (exactly == null && firstAvailable.length === 0) {
    errors.push(required(field, oneOf));
    return;
  }
  const areBoth = exactly != null && firstAvailable.length > 0;
  if (!areBoth || !profile.enabled('RequestsInBothWaysUnread')) {
    validateAlternatives(checks, firstAvailable, `${field}.firstAvailable`);
    if (exactly != null) validateDetails(checks, exactly, `${field}.exactly`);
  } else if (checks.stated.areLast) {
    const stated = onlyStated(checks);
    validateDetails(stated, exactly, `${field}.exactly`);
    validateAlternatives(stated, firstAvailable, `${field}.firstAvailable`);
  }
  if (areBoth) errors.push(invalid(field, 'null', `${oneOf}, but multiple fields are set`));
}

/** Returns checks of which only those count that the types state. */
function onlyStated(checks: DeviceChecks): DeviceChecks {
  const ignored: FieldErrors = Object.assign([], { release: checks.errors.release });
  return { ...checks, errors: ignored };
}

function validateAlternatives(
  checks: DeviceChecks,
  alternatives: readonly resourceV1.DeviceSubRequest[],
  field: string,
): void {
  const { errors, stated } = checks;
  const check = (each: resourceV1.DeviceSubRequest, at: string): void => {
    validateLabelName(errors, each.name ?? '', `${at}.name`);
    validateDetails(checks, each, at, true);
  };
  const nameOf = ({ name = '' }: resourceV1.DeviceSubRequest): string => name;
  checkList(errors, alternatives, mostAlternatives, field, check, nameOf, 'name', stated);
}

/** @param statesClass whether the type states what names of classes are right */
function validateDetails(
  checks: DeviceChecks,
  request: Request,
  field: string,
  statesClass = false,
): void {
  const { errors, stated } = checks;
  const { deviceClassName: name, selectors, tolerations = [] } = request;
  const at = `${field}.deviceClassName`;
  const add = (error: FieldError): void =>
    void (statesClass ? stated.add(error) : errors.push(error));
  if (!name) add(required(at));
  else for (const fault of checkDns1123Subdomain(name)) add(invalid(at, show(name), fault));
  checkList(errors, selectors, most, `${field}.selectors`, (selector, place) => {
    validateSelector(checks, selector, place);
  });
  validateMode(checks, request, field);
  for (const [index, toleration] of tolerations.entries()) {
    validateToleration(checks, toleration, `${field}.tolerations[${index}]`);
  }
}

function validateMode(
  { errors, stated }: DeviceChecks,
  { allocationMode = '', count = 0 }: Request,
  field: string,
): void {
  const at = `${field}.count`;
  if (allocationMode === 'All') {
    const why = "must not be specified when allocationMode is 'All'";
    if (count !== 0) errors.push(invalid(at, show(count), why));
  } else if (allocationMode === 'ExactCount') {
    if (count <= 0) errors.push(invalid(at, show(count), 'must be greater than zero'));
  } else {
    const supported = ['All', 'ExactCount'];
    stated.add(notSupported(`${field}.allocationMode`, show(allocationMode), supported));
  }
}

function validateConstraint(
  checks: DeviceChecks,
  { requests, matchAttribute, distinctAttribute }: resourceV1.DeviceConstraint,
  names: Names,
  field: string,
): void {
  const { errors, stated, profile } = checks;
  validateReferences(checks, requests, names, `${field}.requests`);
  const checkName = (name: string, attribute: string): void => {
    const found: FieldErrors = Object.assign([], { release: errors.release });
    validateFullName(found, name, `${field}.${attribute}`);
    for (const error of found) stated.add(error);
  };
  if (matchAttribute != null) checkName(matchAttribute, 'matchAttribute');
  if (distinctAttribute != null && (matchAttribute == null || stated.areLast)) {
    checkName(distinctAttribute, 'distinctAttribute');
  }
  if (matchAttribute != null || distinctAttribute != null) return;
  if (profile.enabled('DRAConsumableCapacity')) {
    const why =
      'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set';
    errors.push(required(field, why));
  } else errors.push(required(`${field}.matchAttribute`));
}

/** The requests of a claim, with their alternatives. */
type Names = ReadonlyMap<string, readonly string[]>;

function namesOf({ requests = [] }: Claim): Names {
  return new Map(
    (requests ?? []).map(({ name = '', firstAvailable = [] }) => [
      name,
      firstAvailable.map((each) => each.name ?? ''),
    ]),
  );
}

function validateReferences(
  { errors, stated }: DeviceChecks,
  requests: readonly string[] | undefined,
  names: Names,
  field: string,
): void {
  const check = (name: string, at: string): void => validateReference(errors, name, names, at);
  checkList(errors, requests, most, field, check, (name) => name, 'name', stated);
}

function validateReference(errors: FieldErrors, name: string, names: Names, field: string): void {
  const [request = '', ...rest] = name.split('/');
  if (rest.length < 2) {
    for (const part of [request, ...rest]) validateLabelName(errors, part, field);
    const alternatives = names.get(request);
    if (rest.length === 0 && alternatives !== undefined) return;
    if (alternatives?.includes(rest[0]!) === true) return;
  }
  errors.push(invalid(field, show(name), unknownRequest));
}

export function validateClaimStatus(
  checks: DeviceChecks,
  { metadata, spec, status }: resourceV1.ResourceClaim,
  { status: old }: resourceV1.ResourceClaim,
): void {
  const { errors, stated } = checks;
  validateReservations(checks, status);
  validateDeviceStatuses(errors, status);
  if ((status.reservedFor ?? []).length > 0) {
    const at = 'status.reservedFor';
    if (status.allocation == null) {
      errors.push(forbidden(at, 'may not be specified when `allocated` is not set'));
    } else if (metadata.deletionTimestamp != null && hasNew(status, old)) {
      const why =
        'new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set';
      errors.push(forbidden(at, why));
    }
  }
  const { allocation } = status;
  if (allocation == null) return;
  if (old.allocation == null)
    return validateAllocation(checks, allocation, namesOf(spec.devices ?? {}));
  if (semanticEqual(allocation, old.allocation)) return;
  stated.immutable('status.allocation', () => goJson(allocation));
}

function validateReservations({ errors }: DeviceChecks, { reservedFor }: Status): void {
  const check = (reference: resourceV1.ResourceClaimConsumerReference, at: string): void => {
    for (const key of ['resource', 'name', 'uid'] as const) {
      if (!reference[key]) errors.push(required(`${at}.${key}`));
    }
  };
  const field = 'status.reservedFor';
  checkList(errors, reservedFor, mostReservations, field, check, ({ uid = '' }) => uid);
}

function hasNew({ reservedFor = [] }: Status, { reservedFor: old = [] }: Status): boolean {
  return reservedFor.some((each) => !old.some((known) => semanticEqual(each, known)));
}

function validateAllocation(
  checks: DeviceChecks,
  { devices = {}, nodeSelector }: resourceV1.AllocationResult,
  names: Names,
): void {
  const { errors, stated } = checks;
  const field = 'status.allocation';
  checkList(errors, devices.results, most, `${field}.devices.results`, (result, at) => {
    validateReference(errors, result.request ?? '', names, `${at}.request`);
    validateStatedDriver(checks, result.driver ?? '', `${at}.driver`);
    validateStatedPool(checks, result.pool ?? '', `${at}.pool`);
    validateLabelName(errors, result.device ?? '', `${at}.device`);
    validateBinding(errors, result, at);
    for (const [index, toleration] of (result.tolerations ?? []).entries()) {
      validateToleration(checks, toleration, `${at}.tolerations[${index}]`);
    }
  });
  checkList(errors, devices.config, 2 * most, `${field}.devices.config`, (config, at) => {
    const { source } = config;
    const sources = ['FromClaim', 'FromClass'];
    if (!source) stated.required(`${at}.source`);
    else if (!sources.includes(source)) {
      stated.add(notSupported(`${at}.source`, show(source), sources));
    }
    validateReferences(checks, config.requests, names, `${at}.requests`);
    validateConfiguration(checks, config, at);
  });
  if (nodeSelector != null) validateNodeSelector(errors, nodeSelector, `${field}.nodeSelector`);
}

/** What drivers report about the devices that are allocated. */
function validateDeviceStatuses(errors: FieldErrors, { devices, allocation }: Status): void {
  const allocated = new Set((allocation?.devices?.results ?? []).map(idOf));
  const check = (device: resourceV1.AllocatedDeviceStatus, at: string): void => {
    validateDriver(errors, device.driver ?? '', `${at}.driver`);
    validatePool(errors, device.pool ?? '', `${at}.pool`);
    validateLabelName(errors, device.device ?? '', `${at}.device`);
    if (!allocated.has(idOf(device))) {
      errors.push(invalid(at, show(idOf(device)), 'must be an allocated device in the claim'));
    }
    const { data, networkData } = device;
    const conditions = device.conditions ?? [];
    if (conditions.length > mostConditions) {
      errors.push(tooMany(`${at}.conditions`, conditions.length, mostConditions));
    }
    validateConditions(errors, conditions, `${at}.conditions`);
    if (data != null) validateParameters(errors, data, `${at}.data`);
    if (networkData != null) validateNetwork(errors, networkData, `${at}.networkData`);
  };
  checkList(errors, devices, Infinity, 'status.devices', check, idOf);
}

function idOf(device: Partial<resourceV1.AllocatedDeviceStatus>): string {
  const { driver = '', pool = '', device: name = '', shareID } = device;
  return [driver, pool, name, ...(shareID == null ? [] : [shareID])].join('/');
}

const longest = { interfaceName: 256, hardwareAddress: 128 } as const;

function validateNetwork(
  errors: FieldErrors,
  data: resourceV1.NetworkDeviceData,
  field: string,
): void {
  for (const key of ['interfaceName', 'hardwareAddress'] as const) {
    if (utf8Length(data[key] ?? '') > longest[key]) {
      errors.push(tooLong(`${field}.${key}`, longest[key], errors.release));
    }
  }
  const check = (ip: string, at: string): void => {
    const fault = faultOfInterfaceAddress(ip);
    if (fault !== undefined) errors.push(invalid(at, show(ip), fault));
  };
  checkList(errors, data.ips, mostIps, `${field}.ips`, check, (ip) => ip);
}
