/** Strategic merge patch: merging by the rules of the typed object, with directives. */
import {
  badRequest,
  goTypeOfValue,
  serverError,
  unprocessable,
  type KubeObject,
  type Release,
} from '#values';
import { jsonTypeOf, type FieldSchema, type Schema, type StructSchema } from '#schema';
import type { Kind } from '#kinds';
import { runToEnd, type Resumable } from '#values';
import { isObject, ObjectDraft, slice, type JsonObject } from './merge-draft.ts';
import { withoutNulls } from './merge.ts';
import { badFormat, notOfType, StrategicMergeError, unknownDirective } from './strategic-errors.ts';
import { elementType, mergingList, type ListRules } from './strategic-list.ts';
import { arrange, checkOrder } from './strategic-order.ts';

type List = readonly unknown[];

const orderPrefix = '$setElementOrder';
const deletionPrefix = '$deleteFromPrimitiveList';

/** {@link strategicMerge} to a stored object. @throws {ApiError} 400, 422 or 500 */
export function strategicPatcher(
  current: KubeObject,
  patch: unknown,
  kind: Kind,
  release?: Release,
): KubeObject {
  return runToEnd(strategicPatching(current, patch, kind, release));
}

/** {@link strategicPatcher} in parts. */
export function* strategicPatching(
  current: KubeObject,
  patch: unknown,
  kind: Kind,
  release?: Release,
): Resumable<KubeObject> {
  if (patch === null) return current;
  if (!isObject(patch)) {
    const type = jsonTypeOf(patch);
    throw badRequest(
      `json: cannot unmarshal ${type} into Go value of type map[string]interface {}`,
    );
  }
  try {
    const stored = current as unknown as JsonObject;
    const drops = release?.enabled('AddedDirectivesDropped') === true;
    return (yield* mergingObject(stored, patch, kind.schema, drops)) as unknown as KubeObject;
  } catch (error) {
    if (!(error instanceof StrategicMergeError)) throw error;
    switch (error.code) {
      case 400:
        throw badRequest(error.message);
      case 422:
        throw unprocessable();
      case 500:
        throw serverError(error.message);
    }
  }
}

/**
 * The object with the patch merged in. Shares the parts that stay; the same object when nothing
 * changes. Fields that the schema does not know are copied unchanged.
 *
 * @throws {StrategicMergeError}
 */
export function strategicMerge(
  stored: JsonObject,
  patch: JsonObject,
  schema: StructSchema,
): JsonObject {
  return runToEnd(mergingObject(stored, patch, schema));
}

/** @param drops whether what a patch adds loses the directives in it */
function* mergingObject(
  stored: JsonObject,
  patch: JsonObject,
  schema: Schema,
  drops = false,
): Resumable<JsonObject> {
  if (Object.hasOwn(patch, '$patch')) return replaceObject(patch);
  const draft = new ObjectDraft(stored);
  if (Object.hasOwn(patch, '$retainKeys')) yield* retainingKeys(draft, patch);
  const ordered = new Set<string>();
  for (const key of Object.keys(patch)) {
    if (key.startsWith(orderPrefix)) {
      ordered.add(yield* mergingInOrder(draft, patch, key, schema, drops));
    }
  }
  let passed = 0;
  for (const key of Object.keys(patch)) {
    if (++passed % slice === 0) yield;
    if (key === '$retainKeys' || key.startsWith(orderPrefix) || ordered.has(key)) continue;
    const deletes = key.startsWith(deletionPrefix);
    const field = deletes ? nameBehind(deletionPrefix, key, 'primitive list') : key;
    yield* mergingField(draft, field, patch[key], schema, deletes, drops);
  }
  if (passed >= slice) yield;
  return draft.result;
}

/** `$patch` in an object: replaces it with the rest of the patch, or with an empty object. */
function replaceObject(patch: JsonObject): JsonObject {
  const { $patch: directive, ...rest } = patch;
  if (directive === 'replace') return rest;
  if (directive === 'delete') return {};
  throw unknownDirective(directive, patch);
}

/** Drops all fields except the listed ones; the patch must not set others. */
function* retainingKeys(draft: ObjectDraft, patch: JsonObject): Resumable<void> {
  const list = patch['$retainKeys'];
  if (!Array.isArray(list)) throw badFormat('retainKeys');
  const retained = new Set<unknown>(list);
  for (const key of Object.keys(patch)) {
    if (key === '$retainKeys' || patch[key] === null || retained.has(key)) continue;
    if (key.startsWith(orderPrefix) || key.startsWith(deletionPrefix)) continue;
    throw badFormat('retainKeys');
  }
  let passed = 0;
  for (const key of Object.keys(draft.result)) {
    if (++passed % slice === 0) yield;
    if (!retained.has(key)) draft.delete(key);
  }
}

/**
 * Merges a list that has a `$setElementOrder`, in that order, together with the patch's list.
 * Answers the list's name.
 */
function* mergingInOrder(
  draft: ObjectDraft,
  patch: JsonObject,
  directive: string,
  schema: Schema,
  drops: boolean,
): Resumable<string> {
  const order = asList(patch[directive]);
  const name = nameBehind(orderPrefix, directive, 'setElementOrder list');
  const stored = draft.has(name) ? asList(draft.get(name)) : undefined;
  const change = Object.hasOwn(patch, name) ? asList(patch[name]) : undefined;
  const rules = rulesOf(schema, name, drops);
  checkOrder(change ?? [], order, rules.mergeKey);
  if (stored === undefined && change === undefined) return name;
  const merged = yield* mergingBoth(stored, change, rules);
  const ordered = arrange(merged, order, stored ?? [], rules.mergeKey);
  elementType(stored ?? [], change ?? []);
  draft.set(name, ordered);
  return name;
}

function* mergingBoth(
  stored: List | undefined,
  change: List | undefined,
  rules: FieldRules,
): Resumable<List> {
  if (stored === undefined) return rules.added(change ?? []) as List;
  if (change === undefined) return stored;
  return rules.merges ? yield* mergingList(stored, change, rules, false) : change;
}

function* mergingField(
  draft: ObjectDraft,
  name: string,
  change: unknown,
  schema: Schema,
  deletes: boolean,
  drops: boolean,
): Resumable<void> {
  if (change === null) {
    draft.delete(name);
    return;
  }
  const stored = draft.get(name);
  if (goTypeOfValue(stored) !== goTypeOfValue(change)) {
    if (deletes) return;
    const added = drops ? withoutDirectives(withoutNulls(change)) : withoutNulls(change);
    if (added === undefined) draft.delete(name);
    else draft.set(name, added);
  } else if (isObject(stored) && isObject(change)) {
    const field = fieldOf(schema, name);
    const replaces = field.patchStrategy === 'replace';
    draft.set(name, replaces ? change : yield* mergingObject(stored, change, field.schema, drops));
  } else if (Array.isArray(stored) && Array.isArray(change)) {
    const rules = rulesOf(schema, name, drops);
    const merges = rules.merges || deletes;
    draft.set(name, merges ? yield* mergingList(stored, change, rules, deletes) : change);
  } else {
    draft.set(name, change);
  }
}

/** Returns a value that is new without its parts that have a `$patch`; undefined where it has one itself. */
function withoutDirectives(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(withoutDirectives).filter((each) => each !== undefined);
  if (!isObject(value)) return value;
  if (Object.hasOwn(value, '$patch')) return undefined;
  const parts = Object.entries(value).map(([key, part]) => [key, withoutDirectives(part)] as const);
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined));
}

interface FieldRules extends ListRules {
  /** Whether a patch merges into the list, rather than replaces it. */
  readonly merges: boolean;
  /** Returns what is left of a list that is new. */
  added(list: List): unknown;
}

/** How the list in a field merges. */
function rulesOf(schema: Schema, name: string, drops: boolean): FieldRules {
  const { schema: list } = fieldOf(schema, name);
  const items = list.type === 'list' ? list.items : list;
  return {
    merges: list.type === 'list' && list.patchMerge,
    mergeKey: list.type === 'list' ? list.patchMergeKey : undefined,
    kind: items.type === 'scalar' ? items.scalar : items.type,
    mergingItem: (item, patch) => mergingObject(item, patch, items, drops),
    added: (added) => (drops ? withoutDirectives(added) : added),
  };
}

function fieldOf(schema: Schema, name: string): FieldSchema {
  if (schema.type !== 'struct' && !isFreeForm(schema)) {
    const type = schema.type === 'list' ? 'slice' : schema.type;
    throw new StrategicMergeError(
      `merging an object in json but data type is not struct, instead is: ${type}`,
    );
  }
  const field = schema.type === 'struct' ? schema.fields.get(name) : undefined;
  if (field !== undefined) return field;
  // Only free-form parts of a stored object have fields that their type does not know.
  const type = schema.type === 'struct' ? schema.name : 'RawExtension';
  const quoted = JSON.stringify(name);
  throw new StrategicMergeError(
    `unable to find api field in struct ${type} for the json field ${quoted}`,
  );
}

function isFreeForm(schema: Schema): boolean {
  return schema.type === 'scalar' && (schema.scalar === 'any' || schema.scalar === 'JSON');
}

function asList(value: unknown): List {
  if (!Array.isArray(value)) throw notOfType('[]interface {}', value);
  return value;
}

/** The name of the list that a directive is for. */
function nameBehind(
  prefix: string,
  key: string,
  what: 'primitive list' | 'setElementOrder list',
): string {
  if (!key.startsWith(`${prefix}/`)) throw badFormat(what);
  return key.slice(prefix.length + 1);
}
