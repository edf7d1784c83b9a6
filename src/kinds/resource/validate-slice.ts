/** Checks of what drivers offer. */
import {
  checkDns1123Subdomain,
  goJson,
  invalid,
  invalidFor,
  readSemanticVersion,
  required,
  isSince,
  semanticEqual,
  forbidden,
  show,
  tooLong,
  tooMany,
  utf8Length,
  type FieldErrors,
} from '#values';
import type { resourceV1 } from '#types';
import { validateNodeSelector } from '../core/node/validate-node-selector.ts';
import { immutable } from '../object/validate-metadata.ts';
import {
  checkList,
  validateBinding,
  validateDriver,
  validateLabelName,
  validatePool,
  validateQualifiedName,
  validateTaint,
  type DeviceChecks,
} from './validate-devices.ts';
import { validateRequestPolicy } from './validate-request-policy.ts';

type Spec = resourceV1.ResourceSliceSpec;
type Device = resourceV1.Device;

const mostDevices = 128;
const mostAdvanced = 64;
const mostSets = 8;
const mostCounters = 32;
const mostConsumptions = 2;
const mostTaints = 16;
const mostProperties = 32;
const mostValues = 48;
const longestValue = 64;
const unsetOrTrue = 'must be either unset or set to true';
const places = '`nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection`';
const placesOfDevice = '`nodeName`, `nodeSelector`, or `allNodes`';

export function validateSliceSpec(checks: DeviceChecks, spec: Spec, old?: Spec): void {
  const { errors } = checks;
  validateDriver(errors, spec.driver ?? '', 'spec.driver');
  validatePoolOf(errors, spec);
  if (old !== undefined) validateFixed(errors, spec, old);
  validatePlace(errors, spec);
  if (spec.sharedCounters != null && spec.devices != null) {
    const why = 'only one of `sharedCounters` or `devices` is allowed';
    errors.push(invalid('spec', show(''), why));
  }
  const most = (spec.devices ?? []).some(isAdvanced) ? mostAdvanced : mostDevices;
  const nameOf = ({ name }: { readonly name: string }): string => name ?? '';
  const check = (device: Device, at: string): void => {
    const before = old?.devices?.find(({ name }) => name === device.name);
    validateDevice(checks, device, before, spec.perDeviceNodeSelection === true, at);
  };
  checkList(errors, spec.devices, most, 'spec.devices', check, nameOf);
  const checkSet = (set: resourceV1.CounterSet, at: string): void => {
    validateCounters(checks, set.name, set.counters, `${at}.name`, `${at}.counters`);
  };
  checkList(errors, spec.sharedCounters, mostSets, 'spec.sharedCounters', checkSet, nameOf);
}

/** Slices with such devices have fewer of them. */
function isAdvanced({ taints = [], consumesCounters = [], attributes = {} }: Device): boolean {
  const isList = (value: resourceV1.DeviceAttribute): boolean =>
    lists.some((key) => value[key] != null);
  return taints.length > 0 || consumesCounters.length > 0 || Object.values(attributes).some(isList);
}

function validatePoolOf(errors: FieldErrors, { pool }: Spec): void {
  const { name = '', generation = 0, resourceSliceCount: count = 0 } = pool ?? {};
  validatePool(errors, name, 'spec.pool.name');
  if (count <= 0) {
    errors.push(invalid('spec.pool.resourceSliceCount', show(count), 'must be greater than zero'));
  }
  if (generation < 0) {
    const why = 'must be greater than or equal to zero';
    errors.push(invalid('spec.pool.generation', show(generation), why));
  }
}

function validateFixed(errors: FieldErrors, spec: Spec, old: Spec): void {
  const fixed = [
    ['pool.name', spec.pool.name, old.pool.name],
    ['driver', spec.driver, old.driver],
    ['nodeName', spec.nodeName, old.nodeName],
  ] as const;
  for (const [field, value, before] of fixed) {
    if (value === before) continue;
    errors.push(invalid(`spec.${field}`, value == null ? 'null' : show(value), immutable));
  }
}

/** Where the devices are: said in one way. */
function validatePlace(errors: FieldErrors, spec: Spec): void {
  const set: string[] = [];
  const { nodeName, nodeSelector } = spec;
  if (nodeName === '') {
    const why = 'must be either unset or set to a non-empty string';
    errors.push(invalid('spec.nodeName', show(''), why));
  } else if (nodeName != null) {
    set.push('`nodeName`');
    invalidFor(errors, 'spec.nodeName', nodeName, checkDns1123Subdomain(nodeName));
  }
  if (nodeSelector != null) {
    set.push('`nodeSelector`');
    validateNodeSelector(errors, nodeSelector, 'spec.nodeSelector');
    const terms = nodeSelector.nodeSelectorTerms ?? [];
    if (terms.length !== 1) {
      const why = 'must have exactly one node selector term';
      errors.push(invalid('spec.nodeSelector.nodeSelectorTerms', goJson(terms), why));
    }
  }
  for (const key of ['allNodes', 'perDeviceNodeSelection'] as const) {
    if (spec[key] === false) errors.push(invalid(`spec.${key}`, show(false), unsetOrTrue));
    if (spec[key] === true) set.push(`\`${key}\``);
  }
  const why = `exactly one of ${places} is required`;
  if (set.length === 0) errors.push(required('spec', why));
  if (set.length > 1) {
    const shown = show(`{${set.join(', ')}}`);
    errors.push(invalid('spec', shown, `${why}, but multiple fields are set`));
  }
}

function validateDevice(
  checks: DeviceChecks,
  device: Device,
  old: Device | undefined,
  isPlaced: boolean,
  field: string,
): void {
  const { errors } = checks;
  const { attributes = {}, capacity = {}, taints, consumesCounters } = device;
  validateLabelName(errors, device.name ?? '', `${field}.name`);
  const count = Object.keys(attributes).length + Object.keys(capacity).length;
  if (count > mostProperties) {
    const why = `the total number of attributes and capacities must not exceed ${mostProperties}`;
    errors.push(invalid(field, show(count), why));
  }
  validateAttributes(checks, attributes, field);
  if (old === undefined || !semanticEqual(old.capacity, device.capacity)) {
    validateCapacity(checks, device, `${field}.capacity`);
  }
  if (old === undefined || !semanticEqual(old.taints, taints)) {
    checkList(errors, taints, mostTaints, `${field}.taints`, (taint, at) => {
      validateTaint(checks, taint, at);
    });
  }
  const check = (each: resourceV1.DeviceCounterConsumption, at: string): void => {
    validateCounters(checks, each.counterSet, each.counters, `${at}.counterSet`, `${at}.counters`);
  };
  const consumed = `${field}.consumesCounters`;
  checkList(errors, consumesCounters, mostConsumptions, consumed, check, (each) => each.counterSet);
  validatePlaceOfDevice(errors, device, isPlaced, field);
  validateBinding(errors, device, field);
}

const lists = ['ints', 'bools', 'strings', 'versions'] as const;
const singles = ['int', 'bool', 'string', 'version'] as const;

function validateAttributes(
  checks: DeviceChecks,
  attributes: NonNullable<Device['attributes']>,
  field: string,
): void {
  const { errors } = checks;
  const values = Object.values(attributes).reduce((sum, value) => {
    return (
      sum +
      Math.max(
        1,
        lists.reduce((all, key) => all + (value[key]?.length ?? 0), 0),
      )
    );
  }, 0);
  if (values > mostValues) {
    const why = `the total number of attribute values must not exceed ${mostValues}`;
    errors.push(invalid(field, show(values), why));
  }
  for (const [name, attribute] of Object.entries(attributes)) {
    validateName(errors, name, `${field}.attributes`);
    validateAttribute(checks, attribute, `${field}.attributes[${name}]`);
  }
}

/** @param field the map that it is in */
function validateName(errors: FieldErrors, name: string, field: string): void {
  const isOfMap = isSince(errors, 'DeviceNamesOfMaps');
  validateQualifiedName(errors, name, isOfMap ? field : `${field}[${name}]`);
}

function validateAttribute(
  { errors, stated, profile }: DeviceChecks,
  attribute: resourceV1.DeviceAttribute,
  field: string,
): void {
  if (attribute.string != null) validateText(errors, attribute.string, `${field}.string`);
  if (attribute.version != null) validateVersion(errors, attribute.version, `${field}.version`);
  for (const key of lists) {
    const list = attribute[key];
    if (list?.length === 0) {
      errors.push(invalid(`${field}.${key}`, '[]', 'must not be empty if specified'));
    }
  }
  for (const [index, text] of (attribute.strings ?? []).entries()) {
    validateText(errors, text, `${field}.strings[${index}]`);
  }
  for (const [index, text] of (attribute.versions ?? []).entries()) {
    validateVersion(errors, text, `${field}.versions[${index}]`);
  }
  const known = [...singles, ...lists];
  const set = known.filter((key) => attribute[key] != null);
  if (set.length === 1) return;
  if (!profile.enabled('StatedChecks')) {
    const why = 'exactly one value must be specified';
    if (set.length > 0) errors.push(invalid(field, goJson(attribute), why));
    else if (!profile.enabled('DeviceValuesAreUnions')) errors.push(required(field, why));
    else errors.push(invalid(field, show(''), why));
    return;
  }
  const names = known.map((key) => `\`${key}\``).join(', ');
  const which = set.length === 0 ? 'one' : 'exactly one';
  const shown = set.length === 0 ? '' : `{${set.join(', ')}}`;
  stated.add(invalid(field, show(shown), `must specify ${which} of: ${names}`));
}

function validateText(errors: FieldErrors, text: string, field: string): void {
  if (utf8Length(text) > longestValue) errors.push(tooLong(field, longestValue, errors.release));
}

function validateVersion(errors: FieldErrors, text: string, field: string): void {
  if (readSemanticVersion(text) === undefined) {
    const why = 'must be a string compatible with semver.org spec 2.0.0';
    errors.push(invalid(field, show(text), why));
  }
  validateText(errors, text, field);
}

function validateCapacity(
  { errors, profile }: DeviceChecks,
  { capacity = {}, allowMultipleAllocations }: Device,
  field: string,
): void {
  for (const [name, { value, requestPolicy }] of Object.entries(capacity)) {
    validateName(errors, name, field);
    if (requestPolicy == null) continue;
    const at = `${field}[${name}].requestPolicy`;
    if (allowMultipleAllocations !== true) {
      errors.push(forbidden(at, 'allowMultipleAllocations must be true'));
    } else validateRequestPolicy(errors, value, requestPolicy, profile, at);
  }
}

function validateCounters(
  { errors, stated }: DeviceChecks,
  name: string | undefined,
  counters: Readonly<Record<string, unknown>> = {},
  nameField: string,
  field: string,
): void {
  if (!name) stated.required(nameField);
  else validateLabelName(errors, name, nameField);
  const names = Object.keys(counters);
  if (names.length === 0) stated.required(field);
  if (names.length > mostCounters) {
    errors.push(tooMany(field, names.length, mostCounters));
    return;
  }
  for (const each of names) validateLabelName(errors, each, field);
}

function validatePlaceOfDevice(
  errors: FieldErrors,
  { nodeName, nodeSelector, allNodes }: Device,
  isPlaced: boolean,
  field: string,
): void {
  if (!isPlaced) {
    if (nodeName == null && nodeSelector == null && allNodes == null) return;
    const why =
      '`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec';
    errors.push(invalid(field, 'null', why));
    return;
  }
  const set: string[] = [];
  if (nodeName === '') errors.push(invalid(`${field}.nodeName`, show(''), 'must not be empty'));
  else if (nodeName != null) {
    set.push('`nodeName`');
    invalidFor(errors, `${field}.nodeName`, nodeName, checkDns1123Subdomain(nodeName));
  }
  if (nodeSelector != null) {
    set.push('`nodeSelector`');
    validateNodeSelector(errors, nodeSelector, `${field}.nodeSelector`);
  }
  if (allNodes === true) set.push('`allNodes`');
  if (allNodes === false) errors.push(invalid(`${field}.allNodes`, show(false), unsetOrTrue));
  const why = `exactly one of ${placesOfDevice} is required when \`perDeviceNodeSelection\` is set to true in the ResourceSlice spec`;
  if (set.length === 0) errors.push(required(field, why));
  if (set.length > 1) errors.push(invalid(field, show(`{${set.join(', ')}}`), why));
}
