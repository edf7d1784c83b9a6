/**
 * Schemas as the types of expressions, with what limits the size of values: a request has at most
 * 3 MiB, which bounds every list, map and text that the schema does not bound.
 */
import { escapeName } from './names.ts';
import { dyn, type Type } from './types.ts';
import { Structure } from '#schema';
import type { JSONSchemaProps } from '#types';

const mostBytes = 3 * 1024 * 1024;

/** The sizes of texts with a format in JSON, with their quotes. */
const formats: Readonly<Record<string, { least: number; most: number }>> = {
  date: { least: 12, most: 12 },
  'date-time': { least: 21, most: 38 },
  duration: { least: 4, most: 32 },
};

/** A schema that expressions can reach, with its parts made on first use. */
export class Declared {
  readonly structure: Structure;
  readonly type: Type;
  /** Of list and map values. */
  readonly items: Declared | undefined;
  #fields: ReadonlyMap<string, DeclaredField> | undefined;
  readonly #name: string;
  readonly #isRoot: boolean;

  private constructor(structure: Structure, name: string, isRoot: boolean, items?: Declared) {
    this.structure = structure;
    this.#name = name;
    this.#isRoot = isRoot;
    this.items = items;
    this.type = this.#typeOf();
  }

  /**
   * Undefined for what expressions cannot reach: values that nothing describes.
   *
   * @param isRoot whether it has apiVersion, kind and metadata
   */
  static of(
    structure: Structure,
    isRoot = structure.isEmbedded,
    name = 'selfType0',
  ): Declared | undefined {
    const { props, items, others } = structure;
    if (structure.isIntOrString) return new Declared(structure, name, false);
    switch (props.type) {
      case 'array': {
        const inside = items && Declared.of(items, undefined, `${name}.@idx`);
        return inside && new Declared(structure, name, false, inside);
      }
      case 'object': {
        if (!structure.hasOthers) return new Declared(structure, name, isRoot);
        const inside = others && Declared.of(others, undefined, `${name}.@elem`);
        return inside && new Declared(structure, name, false, inside);
      }
      case 'boolean':
      case 'integer':
      case 'number':
      case 'string':
        return new Declared(structure, name, false);
      case undefined:
      default:
        return undefined;
    }
  }

  #typeOf(): Type {
    const { props, isIntOrString } = this.structure;
    if (isIntOrString) return dyn;
    switch (props.type) {
      case 'array':
        return { kind: 'list', items: this.items!.type };
      case 'object':
        if (this.items === undefined) return { kind: 'object', name: this.#name, declared: this };
        return { kind: 'map', keys: { kind: 'string' }, values: this.items.type };
      case 'boolean':
        return { kind: 'bool' };
      case 'integer':
        return { kind: 'int' };
      case 'number':
        return { kind: 'double' };
      case undefined:
      default:
        return textType(props.format);
    }
  }

  /** The fields of an object, by their names in expressions. */
  get fields(): ReadonlyMap<string, DeclaredField> {
    this.#fields ??= this.#fieldsOf();
    return this.#fields;
  }

  #fieldsOf(): ReadonlyMap<string, DeclaredField> {
    const result = new Map<string, DeclaredField>();
    const parts = new Map([...this.structure.fields, ...(this.#isRoot ? metaFields() : [])]);
    for (const [name, part] of parts) {
      const escaped = escapeName(name);
      if (escaped === undefined) continue;
      const declared = Declared.of(part, undefined, `${this.#name}.${escaped}`);
      if (declared !== undefined) result.set(escaped, { name, declared });
    }
    return result;
  }

  /** How many characters, bytes, items or entries a value may have; 1 for one without a size. */
  get mostElements(): number {
    const { props, isIntOrString } = this.structure;
    if (isIntOrString) return mostBytes - 2;
    if (props.type === 'array') {
      const least = this.items!.leastBytes + 1;
      return bound(props.maxItems) ?? Math.floor((mostBytes - 2) / least);
    }
    if (this.items !== undefined) {
      const least = this.items.leastBytes + 6;
      return bound(props.maxProperties) ?? Math.floor((mostBytes - 2) / least);
    }
    if (props.type !== 'string') return 1;
    const known = props.format === undefined ? undefined : formats[props.format];
    if (known !== undefined) return known.most;
    const characters = bound(props.maxLength);
    if (characters === undefined) return mostBytes - 2;
    return props.format === 'byte' ? characters : characters * 4;
  }

  /** The size of the shortest valid value in JSON. */
  get leastBytes(): number {
    return leastBytesOf(this.structure);
  }

  /** How often such a value can occur in a request. */
  get mostTimes(): number {
    return Math.floor(mostBytes / (this.leastBytes + 1));
  }
}

/** Returns the type of objects that a schema describes; undefined for values that nothing describes. */
export function declaredType(schema: JSONSchemaProps, name: string): Type | undefined {
  return Declared.of(new Structure(schema), true, name)?.type;
}

export interface DeclaredField {
  /** In the object. */
  readonly name: string;
  readonly declared: Declared;
}

function textType(format: string | undefined): Type {
  if (format === 'byte') return { kind: 'bytes' };
  if (format === 'duration') return { kind: 'duration' };
  return { kind: format === 'date' || format === 'date-time' ? 'timestamp' : 'string' };
}

function bound(most: number | undefined): number | undefined {
  return most === undefined ? undefined : Math.max(0, most);
}

function leastBytesOf({ props, fields, isIntOrString }: Structure): number {
  if (isIntOrString) return 1;
  switch (props.type) {
    case 'boolean':
      return 4;
    case 'string':
      return (props.format === undefined ? undefined : formats[props.format]?.least) ?? 2;
    case 'array':
      return 2;
    case 'object': {
      let sum = 2;
      for (const name of props.required ?? []) {
        const field = fields.get(name);
        if (field === undefined || field.default !== undefined) continue;
        sum += name.length + leastBytesOf(field) + 4;
      }
      return sum;
    }
    case undefined:
    default:
      return 1;
  }
}

/** What objects have without saying so. */
function metaFields(): readonly (readonly [string, Structure])[] {
  const { fields } = new Structure({
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: {
        type: 'object',
        properties: { name: { type: 'string' }, generateName: { type: 'string' } },
      },
    },
  });
  return [...fields];
}
