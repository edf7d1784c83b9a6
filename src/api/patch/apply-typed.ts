/** Server-side apply: checks a body against its schema, with v1.24's messages. */
import { goText, goTypeOfValue, showJson, goOf } from '#values';
import type { ListSchema, MapSchema, ScalarName, Schema, StructSchema } from '#schema';
import { isEmpty, keyIn, strictLists, usualKey, type ListRules } from '../managed-fields/index.ts';
import { showElement } from './apply-path.ts';

/** The errors of a body, each with its path. */
export class TypedError extends Error {
  override readonly name = 'TypedError';

  constructor(faults: readonly string[]) {
    super(faults.length === 1 ? faults[0] : ['errors:', ...faults.map((f) => `  ${f}`)].join('\n'));
  }
}

type JsonObject = Readonly<Record<string, unknown>>;

/** The errors found, and what is none. */
interface Faults {
  readonly found: string[];
  readonly lists: ListRules;
}

/** @throws {TypedError} */
export function checkTyped(schema: StructSchema, value: unknown, lists = strictLists): void {
  const faults: string[] = [];
  checkValue(schema, value, '', { found: faults, lists });
  if (faults.length > 0) throw new TypedError(faults);
}

function checkValue(schema: Schema, value: unknown, path: string, faults: Faults): void {
  if (value == null) return;
  switch (schema.type) {
    case 'union':
      return;
    case 'scalar':
      return checkScalar(schema.scalar, value, path, faults);
    case 'struct':
      if (isObject(value)) return checkStruct(schema, value, path, faults);
      return fault(faults, path, `expected map, got &{${goText(value)}}`);
    case 'map':
      if (isObject(value)) return checkMap(schema, value, path, faults);
      return fault(faults, path, `expected map, got &{${goText(value)}}`);
    case 'list':
      if (Array.isArray(value)) return checkList(schema, value, path, faults);
      return fault(faults, path, `expected list, got &{${goText(value)}}`);
  }
}

function checkStruct(schema: StructSchema, value: JsonObject, path: string, faults: Faults): void {
  // To types without fields schemas say nothing: they take anything.
  if (schema.fields.size === 0) return;
  for (const [name, part] of Object.entries(value)) {
    const of = schema.fields.get(name)?.schema ?? schema.others;
    // The rest of the struct is not checked, as in v1.24.
    if (of === undefined) return fault(faults, `${path}.${name}`, 'field not declared in schema');
    checkValue(of, part, `${path}.${name}`, faults);
  }
}

function checkMap({ values }: MapSchema, value: JsonObject, path: string, faults: Faults): void {
  for (const key of Object.keys(value)) {
    const part = value[key];
    if (typeof part === 'string' && values.type === 'scalar' && values.scalar === 'string')
      continue;
    checkValue(values, part, `${path}.${key}`, faults);
  }
}

function checkList(
  schema: ListSchema,
  items: readonly unknown[],
  path: string,
  faults: Faults,
): void {
  const earlier = new Set<string>();
  for (const [index, item] of items.entries()) {
    const element =
      schema.listType === 'atomic' ? `[${index}]` : identify(schema, item, faults.lists);
    if (element instanceof Error) {
      return fault(faults, path, `element ${index}: ${element.message}`);
    }
    if (earlier.has(element) && !faults.lists.mayRepeat)
      fault(faults, path, `duplicate entries for key ${element}`);
    earlier.add(element);
    checkValue(schema.items, item, `${path}${element}`, faults);
  }
}

/** How paths show the item of a list; an error for one that cannot be distinguished from others. */
function identify(
  { listType, keys, items }: ListSchema,
  item: unknown,
  { mayLackKeys }: ListRules,
): string | Error {
  if (listType === 'set') return identifyValue(item);
  if (item === null) return new Error('associative list with keys may not have a null element');
  if (!isObject(item)) {
    return new Error('associative list with keys may not have non-map elements');
  }
  const key: Record<string, unknown> = {};
  for (const name of [...keys].sort()) {
    const value = keyIn(item, name, usualKey(items, name));
    if (value !== undefined) key[name] = value;
    else if (!mayLackKeys) {
      const shown = JSON.stringify(name);
      return new Error(
        `associative list with keys has an element that omits key field ${shown} (and doesn't have default value)`,
      );
    }
  }
  if (isEmpty(key)) {
    const shown = keys.map((name) => JSON.stringify(name)).join(' ');
    return new Error(
      `associative list with keys has an element that omits all key fields [${shown}] (and doesn't have default values for any key fields)`,
    );
  }
  return showElement({ keys: key });
}

function identifyValue(item: unknown): string | Error {
  if (item === null) {
    return new Error("associative list without keys has an element that's an explicit null");
  }
  if (Array.isArray(item)) {
    return new Error('not supported: associative list with lists as elements');
  }
  if (isObject(item)) {
    return new Error("associative list without keys has an element that's a map type");
  }
  return showElement({ value: item });
}

/** Types that are text or number in JSON, and those with rules of their own, accept any scalar. */
function checkScalar(scalar: ScalarName, value: unknown, path: string, faults: Faults): void {
  switch (scalar) {
    case 'string':
    case 'bytes':
      if (typeof value === 'string') return;
      return fault(
        faults,
        path,
        `expected string, got &value.valueUnstructured{Value:${goOf(showJson(value))}}`,
      );
    case 'boolean':
      if (typeof value === 'boolean') return;
      return fault(faults, path, `expected boolean, got &{${goText(value)}}`);
    case 'int32':
    case 'int64':
    case 'double':
      if (typeof value === 'number') return;
      return fault(faults, path, `expected numeric (int or float), got ${goTypeOfValue(value)}`);
    case 'Time':
    case 'MicroTime':
    case 'Quantity':
      if (typeof value !== 'object' || !faults.lists.scalarsOnly) return;
      return fault(faults, path, `expected any scalar, got &{${goText(value)}}`);
    case 'IntOrString':
    case 'JSON':
    case 'any':
      return;
  }
}

function fault({ found }: Faults, path: string, message: string): void {
  found.push(path === '' ? message : `${path}: ${message}`);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
