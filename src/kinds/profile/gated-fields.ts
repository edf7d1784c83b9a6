/** Fields behind feature gates: the API takes them and drops them while the gate is off. */
import {
  DisabledFields,
  gatedFieldsOf,
  isBehindGate,
  isRecursive,
  memberOf,
  type FieldSchema,
  type Schema,
  type StructSchema,
} from '#schema';
import { deepEqual, type KubeObject } from '#values';
import type { Kind } from '../object/kind.ts';
import type { Profile } from './profile.ts';

/** A field that is given, and dropped. */
export interface DroppedField {
  /** With the places in lists: `spec.containers[0].image`. */
  readonly path: string;
  /** The same for all objects of the kind: `spec.containers[].image`. */
  readonly field: string;
  readonly gate: string;
}

/**
 * Returns an object as its strategy gets it: without the fields of gates that are off, unless what is
 * stored uses them. The status is left as it is.
 *
 * @param old the stored object; undefined for a new one
 */
export function withoutDisabledFields<T extends KubeObject>(
  { schema, storage, custom }: Kind<T>,
  object: T,
  old: T | undefined,
  profile: Profile,
): T {
  if (custom !== undefined) return object;
  const struct = storage?.kind.schema ?? schema;
  const enabled: T & Statuses = disabledIn(profile).removedFrom(struct, object, old);
  const { status } = object as T & Statuses;
  return enabled.status === status ? enabled : { ...enabled, status };
}

/** Returns a part of an object without the fields of gates that are off, unless what is stored uses them. */
export function withoutDisabledIn<T extends object>(
  struct: StructSchema,
  part: T,
  old: T | undefined,
  profile: Profile,
): T {
  return disabledIn(profile).removedFrom(struct, part, old);
}

interface Statuses {
  readonly status?: unknown;
}

/** Looked up in every write. */
const disabled = new WeakMap<Profile, DisabledFields>();

function disabledIn(profile: Profile): DisabledFields {
  let found = disabled.get(profile);
  if (found === undefined) {
    found = new DisabledFields(isOn(profile));
    disabled.set(profile, found);
  }
  return found;
}

/**
 * Returns whether an object uses a field of a gate that is off, at any depth.
 *
 * @param old the stored object: parts that both share are not looked into
 */
export function usesDisabledFields(
  { schema }: Pick<Kind, 'schema'>,
  object: KubeObject,
  profile: Profile,
  old?: KubeObject,
): boolean {
  return disabledIn(profile).areIn(schema, object, old);
}

/**
 * Yields the fields of an object that gates drop, those of an object before those inside of it.
 *
 * @param result the object as the strategy has left it; absent: whatever is behind a gate that is off is lost
 * @param subresource through which it is written: only `status` writes the status
 */
export function* droppedFields(
  { schema }: Pick<Kind, 'schema'>,
  profile: Profile,
  input: unknown,
  result?: unknown,
  subresource?: string,
): Iterable<DroppedField> {
  const writesStatus = subresource === 'status';
  for (const dropped of droppedIn(schema, { input, result, path: '', field: '' }, isOn(profile))) {
    if (dropped.field.startsWith('status.') === writesStatus) yield dropped;
  }
}

/** Returns the gates that keep the fields of an object, of those that can be turned on. */
export function gatesFor(
  { schema }: Pick<Kind, 'schema'>,
  object: unknown,
  profile: Profile,
): readonly string[] {
  const place = { input: object, result: undefined, path: '', field: '' };
  const gates = [...droppedIn(schema, place, () => false)].map(({ gate }) => gate);
  return [...new Set(gates)].filter((gate) => canTurnOn(gate, profile));
}

/** Whether a feature gate is on. */
type IsOn = (gate: string) => boolean;

function isOn(profile: Profile): IsOn {
  return (gate) => profile.gates.has(gate) && profile.enabled(gate);
}

/** A value, what is left of it, and where it is. */
interface Place {
  readonly input: unknown;
  readonly result: unknown;
  readonly path: string;
  readonly field: string;
}

function* droppedIn(schema: Schema, place: Place, isOn: IsOn): Iterable<DroppedField> {
  const { input, result } = place;
  if (typeof input !== 'object' || input === null || input === result) return;
  switch (schema.type) {
    case 'scalar':
      return;
    case 'list':
      if (!Array.isArray(input)) return;
      for (const index of input.keys()) {
        yield* droppedIn(schema.items, inside(place, index, `[${index}]`, '[]'), isOn);
      }
      return;
    case 'map':
      for (const key of Object.keys(input)) {
        yield* droppedIn(schema.values, inside(place, key, `.${key}`, '.*'), isOn);
      }
      return;
    case 'union': {
      const member = memberOf(schema, input);
      if (member !== undefined) yield* droppedIn(member, place, isOn);
      return;
    }
    case 'struct':
      yield* isRecursive(schema)
        ? firstIn(schema, place, isOn)
        : droppedInStruct(schema, place, isOn);
  }
}

function* droppedInStruct(struct: StructSchema, place: Place, isOn: IsOn): Iterable<DroppedField> {
  const fields = gatedFieldsOf(struct).map(
    ({ name, field }) => [field, inside(place, name, `.${name}`, `.${name}`)] as const,
  );
  for (const [field, held] of fields) {
    const { gate } = field;
    if (gate === undefined || isOn(gate) || !isDropped(field, held)) continue;
    yield { path: held.path.slice(1), field: held.field.slice(1), gate };
  }
  for (const [field, held] of fields) {
    const isOpen = field.gate === undefined || isOn(field.gate);
    if (isOpen && field.ungated !== true) yield* droppedIn(field.schema, held, isOn);
  }
}
/** Of a type that holds values of its own type, such as schemas: one field, at any depth (`**`). */
function* firstIn(struct: StructSchema, place: Place, isOn: IsOn): Iterable<DroppedField> {
  for (const dropped of droppedInStruct(struct, place, isOn)) {
    const name = dropped.field.slice(dropped.field.lastIndexOf('.'));
    yield { ...dropped, field: `${place.field.slice(1)}.**${name}` };
    return;
  }
}

/** A number 0 counts as not given. */
function isDropped(field: FieldSchema, { input, result }: Place): boolean {
  return isBehindGate(field, input) && input !== 0 && !deepEqual(input, result);
}

function inside(
  { input, result, path, field }: Place,
  key: string | number,
  onPath: string,
  onField: string,
): Place {
  return {
    input: valueAt(input, key),
    result: valueAt(result, key),
    path: path + onPath,
    field: field + onField,
  };
}

function valueAt(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string | number, unknown>>)[key];
}

/** `CronJob.spec.timeZone has no effect: v1.24 drops it unless the feature gate CronJobTimeZone is on` */
export function droppedText(
  kind: string,
  { path, gate }: Pick<DroppedField, 'path' | 'gate'>,
  profile: Profile,
): string {
  const what = `${kind}.${path} has no effect: v1.${profile.minor} drops it`;
  return canTurnOn(gate, profile)
    ? `${what} unless the feature gate ${gate} is on`
    : `${what}, as its feature gate ${gate} is off`;
}

/** Whether the gate can be turned on in the release. */
export function canTurnOn(gate: string, { gates }: Profile): boolean {
  const state = gates.get(gate);
  return state !== undefined && state.gone !== true && state.locked !== true;
}
