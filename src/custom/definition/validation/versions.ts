/** What a version has beside its schema: deprecation, columns, subresources. */
import { cel } from '../../late-cel.ts';
import { Structure } from '#schema';
import { duplicate, invalid, required, show, tooMany, utf8Length, type FieldErrors } from '#values';
import type {
  CustomResourceColumnDefinition,
  CustomResourceDefinitionVersion,
  CustomResourceSubresources,
  JSONSchemaProps,
  SelectableField,
} from '#types';

const mostWarningBytes = 256;

export function validateDeprecation(
  errors: FieldErrors,
  { deprecated, deprecationWarning: warning }: CustomResourceDefinitionVersion,
  field: string,
): void {
  if (warning == null) return;
  for (const why of warningFaults(deprecated === true, warning)) {
    errors.push(invalid(`${field}.deprecationWarning`, show(warning), why));
  }
}

function warningFaults(deprecated: boolean, warning: string): readonly string[] {
  if (!deprecated) return ['can only be set for deprecated versions'];
  const faults: string[] = [];
  if (utf8Length(warning) > mostWarningBytes) {
    faults.push(`must be <= ${mostWarningBytes} characters long`);
  }
  if (warning === '') faults.push('must not be an empty string');
  const odd = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.exec(warning);
  if (odd !== null) {
    const index = utf8Length(warning.slice(0, odd.index));
    const found = `non-printable character found at index ${index}`;
    faults.push(`must only contain printable UTF-8 characters; ${found}`);
  }
  return faults;
}

const columnTypes = ['boolean', 'date', 'integer', 'number', 'string'];
const columnFormats = [
  ...['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'],
];

export function validateColumn(
  errors: FieldErrors,
  { name, type, format, jsonPath }: CustomResourceColumnDefinition,
  field: string,
): void {
  if (!name) errors.push(required(`${field}.name`));
  const known = `must be one of ${columnTypes.join(',')}`;
  if (!type) errors.push(required(`${field}.type`, known));
  else if (!columnTypes.includes(type)) errors.push(invalid(`${field}.type`, show(type), known));
  if (format && !columnFormats.includes(format)) {
    const why = `must be one of ${columnFormats.join(',')}`;
    errors.push(invalid(`${field}.format`, show(format), why));
  }
  validatePath(errors, jsonPath, `${field}.JSONPath`);
}

const mostSelectable = 8;
const selectableTypes: readonly string[] = ['string', 'boolean', 'integer'];

/** @param root the schema of the version */
export function validateSelectable(
  errors: FieldErrors,
  input: readonly SelectableField[] | undefined,
  root: JSONSchemaProps | undefined,
  field: string,
): void {
  if ((input ?? []).length === 0) return;
  if (root === undefined) {
    const why = 'may only be set when `version.schema.openAPIV3Schema` is not included';
    errors.push(invalid(field, '""', why));
    return;
  }
  const structure = new Structure(root, true);
  const earlier = new Set<string>();
  input!.forEach(({ jsonPath }, index) => {
    const at = `${field}[${index}].jsonPath`;
    const refuse = (why: string): void => void errors.push(invalid(at, show(jsonPath), why));
    if (!jsonPath) return void errors.push(required(at));
    const found = cel().pathIn(jsonPath, structure, false);
    if (found === undefined) return refuse(`is an invalid path: ${faultOf(jsonPath)}`);
    if (found.names[0] === 'metadata') refuse('must not point to fields in metadata');
    if (!selectableTypes.includes(found.structure.props.type ?? '')) {
      refuse(
        'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
      );
    }
    if (earlier.has(found.field)) errors.push(duplicate(at, show(jsonPath)));
    earlier.add(found.field);
  });
  if (earlier.size > mostSelectable) errors.push(tooMany(field, earlier.size, mostSelectable));
}

function faultOf(path: string): string {
  if (!path.startsWith('.')) return `expected [ or . but got: ${/^[^.[\]]*/.exec(path)![0]}`;
  return path.includes('[') ? 'array notation is not allowed' : 'does not refer to a valid field';
}

export function validateSubresources(
  errors: FieldErrors,
  subresources: CustomResourceSubresources | undefined,
  field: string,
): void {
  const scale = subresources?.scale;
  if (scale == null) return;
  const { specReplicasPath: spec, statusReplicasPath: status, labelSelectorPath: labels } = scale;
  validatePath(errors, spec, `${field}.scale.specReplicasPath`, ['.spec.']);
  validatePath(errors, status, `${field}.scale.statusReplicasPath`, ['.status.']);
  if (labels) {
    validatePath(errors, labels, `${field}.scale.labelSelectorPath`, ['.spec.', '.status.']);
  }
}

/** @param starts the path has to begin with one of these */
function validatePath(
  errors: FieldErrors,
  path: string,
  field: string,
  starts?: readonly string[],
): void {
  const refuse = (why: string): void => void errors.push(invalid(field, show(path), why));
  if (!path) errors.push(required(field));
  else if (!path.startsWith('.')) refuse('must be a simple json path starting with .');
  else if (starts !== undefined && !starts.some((start) => path.startsWith(start))) {
    const parts = starts.map((start) => start.slice(0, -1));
    const where = parts.length === 1 ? parts[0]! : `either ${parts.join(' or ')}`;
    refuse(`should be a json path under ${where}`);
  }
}
