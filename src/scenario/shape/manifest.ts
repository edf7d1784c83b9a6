/** API objects written down in a scenario, checked against the structural schema of their kind. */
import { parseQuantity } from '#values';
import { variantOf, type ScalarSchema, type Schema, type StructSchema } from '#schema';
import { whyUnserved, type KindRegistry } from '#catalog';
import { foreignFieldText, type Kind } from '#kinds';
import { isList, isMap, isScalar, type Node } from '../source/node.ts';
import { describe, type Checker } from './checker.ts';
import { pairsOf } from './fields.ts';
import type { JsonSchema } from './shape.ts';

/** An object as a user writes it: apiVersion, kind, metadata and the kind's own fields. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  /** Checked before the run; until then it may be missing. */
  readonly metadata: {
    readonly name?: string;
    readonly generateName?: string;
    readonly namespace?: string;
  };
}

/** What the JSON Schema has for an object: its fields are known to kubectl's own schemas. */
export const manifestSchema: JsonSchema = {
  type: 'object',
  description: 'An API object.',
  required: ['apiVersion', 'kind', 'metadata'],
  properties: {
    apiVersion: { type: 'string', description: 'Group and version, such as apps/v1.' },
    kind: { type: 'string', description: 'The kind, such as DaemonSet.' },
    metadata: { type: 'object', description: 'Name, namespace, labels and annotations.' },
  },
};

/** Where an object goes: into the cluster of a scenario, or to a server that runs. */
export type Destination = 'scenario' | 'server';

/** Checks an object: its kind is known, its fields exist and have the right type. */
export function checkManifest(
  node: Node,
  kinds: KindRegistry,
  checker: Checker,
  to: Destination = 'scenario',
): void {
  if (!isMap(node)) return;
  const kind = kindOf(node, kinds, checker, to);
  if (kind === undefined) return;
  const metadata = node.get('metadata');
  if (!isMap(metadata)) {
    checker.problem(node, `${kind.kind} has no metadata; expected at least metadata.name`);
  } else if (!metadata.has('name') && !metadata.has('generateName')) {
    checker.problem(
      metadata,
      `${kind.kind} has no name; expected metadata.name or metadata.generateName`,
    );
  }
  checkValue(node, kind.schema, kind.kind, checker);
}

function kindOf(
  node: Node,
  kinds: KindRegistry,
  checker: Checker,
  to: Destination,
): Kind | undefined {
  if (!isMap(node)) return undefined;
  const apiVersion = node.scalar('apiVersion');
  const name = node.scalar('kind');
  if (typeof apiVersion !== 'string' || typeof name !== 'string') {
    return checker.problem(node, 'an API object needs apiVersion and kind');
  }
  const kind = kinds.byKind(apiVersion, name);
  if (kind !== undefined) return kind;
  const at = node.get('kind') ?? node;
  const why = whyUnserved(apiVersion, name, kinds);
  if (why !== undefined) return checker.problem(at, why + otherWay(why, to));
  const known = kinds.all.map((other) => other.kind);
  return checker.problem(at, `unknown kind ${name} in ${apiVersion}`, { word: name, known });
}

/** A scenario can also keep custom resources as they are. */
function otherWay(why: string, to: Destination): string {
  return to === 'scenario' && why.endsWith('leave the object out')
    ? ', or keep it: cluster: { unknownKinds: keep }'
    : '';
}

/** Checks one value; `path` is for messages. */
export function checkValue(
  node: Node | undefined,
  schema: Schema,
  path: string,
  checker: Checker,
): void {
  if (node === undefined || (isScalar(node) && node.value === null)) return;
  switch (schema.type) {
    case 'scalar':
      checkScalar(node, schema, path, checker);
      return;
    case 'union': {
      const variant = variantOf(schema, formOf(node));
      if (variant !== undefined) checkValue(node, variant.schema, path, checker);
      return;
    }
    case 'list':
      if (!isList(node)) return reportType(node, 'a list', path, checker);
      node.items.forEach((item, i) => checkValue(item, schema.items, `${path}[${i}]`, checker));
      return;
    case 'map':
      if (!isMap(node)) return reportType(node, 'a map', path, checker);
      for (const { name, value } of pairsOf(node, checker)) {
        checkValue(value, schema.values, `${path}.${name}`, checker);
      }
      return;
    case 'struct':
      if (!isMap(node)) return reportType(node, 'a map', path, checker);
      for (const { name, key, value } of pairsOf(node, checker)) {
        const field = schema.fields.get(name);
        const part = field?.schema ?? schema.others;
        if (part !== undefined) checkValue(value, part, `${path}.${name}`, checker);
        else reportUnknown(key, { name, path }, schema, checker);
      }
  }
}

/** A field that the type does not have, perhaps one of another release. */
function reportUnknown(
  key: Node,
  { name, path }: { readonly name: string; readonly path: string },
  schema: StructSchema,
  checker: Checker,
): void {
  const foreign = foreignFieldText(schema, name);
  if (foreign === undefined) {
    const near = { word: name, known: schema.fields.keys() };
    checker.problem(key, `${path} has no field "${name}"`, near);
  } else {
    const todo = 'leave it out, as `orrery import FILE` does';
    checker.problem(key, `${path}.${name} ${foreign}: ${todo}`);
  }
}

/** Returns a value of the form that the node has. */
function formOf(node: Node): unknown {
  if (isMap(node)) return {};
  return isScalar(node) ? node.value : [];
}

function checkScalar(node: Node, schema: ScalarSchema, path: string, checker: Checker): void {
  if (schema.scalar === 'any' || schema.scalar === 'JSON') return;
  const isText = schema.scalar === 'string';
  const value = isText ? checker.asText(node) : isScalar(node) ? node.value : undefined;
  const expected = fits(schema, value);
  if (expected !== undefined) reportType(node, expected, path, checker);
}

/** Returns what was expected instead of `value`; undefined when it fits. */
function fits(schema: ScalarSchema, value: unknown): string | undefined {
  switch (schema.scalar) {
    case 'string':
    case 'bytes':
    case 'Time':
    case 'MicroTime':
      return typeof value === 'string' || (schema.scalar.endsWith('Time') && isDate(value))
        ? undefined
        : 'text';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'true or false';
    case 'int32':
    case 'int64':
      return typeof value === 'number' && Number.isInteger(value) ? undefined : 'a whole number';
    case 'double':
      return typeof value === 'number' ? undefined : 'a number';
    case 'IntOrString':
      return typeof value === 'string' || Number.isInteger(value)
        ? undefined
        : 'a whole number or a percentage';
    case 'Quantity':
      return isQuantity(value) ? undefined : 'a quantity such as 100m, 2 or 1Gi';
    case 'JSON':
    case 'any':
      return undefined;
  }
}

function isDate(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isQuantity(value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  try {
    parseQuantity(String(value));
    return true;
  } catch {
    return false;
  }
}

function reportType(node: Node, expected: string, path: string, checker: Checker): void {
  const quote = expected === 'text' && isScalar(node) ? checker.quoteAdvice(node) : '';
  checker.problem(node, `${path}: expected ${expected}, found ${describe(node)}${quote}`);
}
