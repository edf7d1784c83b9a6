/** Fields behind feature gates: writes lose what they hold while their gate is off. */
import { omitFields, withField } from '#values';
import { changeStructs, Reach, type Fields } from './reach.ts';
import type { FieldSchema, StructSchema } from './schema.ts';

/** Whether a feature gate is on. */
export type IsOn = (gate: string) => boolean;

/** Whether a write loses what a field holds. */
type IsLost = (field: FieldSchema) => boolean;

const gated = new Reach(/ gate=/, ({ gate }) => gate !== undefined);

/** Returns the fields of a type that are behind a gate, or hold such fields at any depth. */
export function gatedFieldsOf(struct: StructSchema): ReadonlyMap<string, FieldSchema> {
  return gated.in(struct);
}

/** Whether a value is one that a gate that is off takes away. */
export function isBehindGate({ off }: FieldSchema, value: unknown): boolean {
  return value != null && value !== off;
}

/**
 * Returns an object as a write keeps it: without what is behind gates that are off. A field stays where
 * the stored object uses it anywhere. The same object when nothing is lost.
 *
 * @param old the stored object; undefined for a new one
 */
export function withoutDisabled<T extends object>(
  struct: StructSchema,
  object: T,
  old: T | undefined,
  isOn: IsOn,
): T {
  if (old !== undefined && isShared(struct, object as Fields, old as Fields)) return object;
  const lost = new Map<FieldSchema, boolean>();
  const isLost: IsLost = (field) => {
    if (field.gate === undefined || isOn(field.gate)) return false;
    if (!lost.has(field)) lost.set(field, old === undefined || !uses(struct, old, field));
    return lost.get(field)!;
  };
  return strip(struct, object as Fields, isLost) as T;
}

/** Whether a write leaves all parts that may have such fields as they are stored. */
function isShared(struct: StructSchema, object: Fields, old: Fields): boolean {
  for (const name of gatedFieldsOf(struct).keys()) if (object[name] !== old[name]) return false;
  return true;
}

function strip(struct: StructSchema, object: Fields, isLost: IsLost): Fields {
  let next = object;
  for (const [name, field] of gatedFieldsOf(struct)) {
    const held = next[name];
    if (held == null) continue;
    if (isBehindGate(field, held) && isLost(field)) {
      next = field.off === undefined ? omitFields(next, [name]) : withField(next, name, field.off);
    } else if (field.ungated !== true) {
      const inner = changeStructs(field.schema, held, (type, each) => strip(type, each, isLost));
      next = withField(next, name, inner);
    }
  }
  return next;
}

/** Whether an object uses a field, at any depth. */
function uses(struct: StructSchema, object: object, field: FieldSchema): boolean {
  let found = false;
  strip(struct, object as Fields, (each) => {
    found ||= each === field;
    return false;
  });
  return found;
}
