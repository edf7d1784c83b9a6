/** Fields behind feature gates: writes lose what they hold while their gate is off. */
import { omitFields, withField } from '#values';
import { changeStructs, Reach, someStruct, type Fields, type ReachedField } from './reach.ts';
import type { FieldSchema, StructSchema } from './schema.ts';

/** Whether a write loses what a field holds. */
type IsLost = (field: FieldSchema) => boolean;

const gated = new Reach(
  ({ gates }) => gates.length > 0,
  ({ gate }) => gate !== undefined,
);

/** Returns the fields of a type that are behind a gate, or hold such fields at any depth. */
export function gatedFieldsOf(struct: StructSchema): readonly ReachedField[] {
  return gated.in(struct);
}

/** Whether a value is one that a gate that is off takes away. */
export function isBehindGate({ off }: FieldSchema, value: unknown): boolean {
  return value != null && value !== off;
}

/** The fields that writes lose, because of gates that are off. */
export class DisabledFields {
  readonly #reach: Reach;

  /** @param isOn whether a gate is on */
  constructor(isOn: (gate: string) => boolean) {
    this.#reach = new Reach(
      ({ gates }) => !gates.every(isOn),
      ({ gate }) => gate !== undefined && !isOn(gate),
    );
  }

  /**
   * Returns an object as a write keeps it. A field stays where the stored object uses it anywhere. The
   * same object when nothing is lost.
   *
   * @param old the stored object; undefined for a new one
   */
  removedFrom<T extends object>(struct: StructSchema, object: T, old: T | undefined): T {
    if (old !== undefined && this.#isShared(struct, object as Fields, old as Fields)) return object;
    // Nearly all objects have none: to look is cheaper than to build what stays.
    if (!this.areIn(struct, object)) return object;
    const lost = new Map<FieldSchema, boolean>();
    const isLost: IsLost = (field) => {
      if (!lost.has(field)) lost.set(field, old === undefined || !this.#uses(struct, old, field));
      return lost.get(field)!;
    };
    return this.#strip(struct, object as Fields, isLost) as T;
  }

  /**
   * Returns whether an object uses such a field, at any depth.
   *
   * @param old the stored object: parts that both share are not looked into
   */
  areIn(struct: StructSchema, object: object, old?: object): boolean {
    return this.#isIn(struct, object as Fields, old as Fields | undefined);
  }

  /** Whether a write leaves all parts that may have such fields as they are stored. */
  #isShared(struct: StructSchema, object: Fields, old: Fields): boolean {
    for (const { name } of this.#reach.in(struct)) if (object[name] !== old[name]) return false;
    return true;
  }

  readonly #isIn = (struct: StructSchema, object: Fields, old?: Fields): boolean => {
    for (const { name, field, isMeant } of this.#reach.in(struct)) {
      const value = object[name];
      if (value == null || (old !== undefined && value === old[name])) continue;
      if (isMeant && isBehindGate(field, value)) return true;
      if (field.ungated !== true && someStruct(field.schema, value, this.#isIn)) return true;
    }
    return false;
  };

  #strip(struct: StructSchema, object: Fields, isLost: IsLost): Fields {
    let next = object;
    for (const { name, field, isMeant } of this.#reach.in(struct)) {
      const value = next[name];
      if (value == null) continue;
      if (isMeant && isBehindGate(field, value) && isLost(field)) {
        next =
          field.off === undefined ? omitFields(next, [name]) : withField(next, name, field.off);
      } else if (field.ungated !== true) {
        const strip = (type: StructSchema, each: Fields): Fields => this.#strip(type, each, isLost);
        next = withField(next, name, changeStructs(field.schema, value, strip));
      }
    }
    return next;
  }

  /** Whether an object uses a field, at any depth. */
  #uses(struct: StructSchema, object: object, field: FieldSchema): boolean {
    let found = false;
    this.#strip(struct, object as Fields, (each) => {
      found ||= each === field;
      return false;
    });
    return found;
  }
}
