/** Definitions of types, and of all types that they refer to. */
import type { FieldSchema, ListSchema, Schema, StructSchema } from '#schema';
import type { JSONSchemaProps } from '#types';
import {
  fieldsDefinition,
  plainScalars,
  scalarDefinitions,
  type Dialect,
  type JsonSchema,
} from './dialect.ts';
import { publishedZeros, zeroOfElement, zeroOfField, type Zeros } from './defaults.ts';
import { markOf, requiredOf, unionOf } from './marks.ts';
import type { About } from './operation.ts';
import type { Types } from './types.ts';
import { versionDefinition, versionInfo } from './version-info.ts';

/** What all types that name their own kind have in common, in words that Kubernetes' conformance tests look for. */
const common: ReadonlyMap<string, string> = new Map([
  ['apiVersion', 'APIVersion defines which group and version of the API the object is written in.'],
  ['kind', 'Kind names the type of the object.'],
  [
    'metadata',
    "Standard object's metadata: name, labels, owners, and what the server keeps of the object.",
  ],
]);

/** Collects the definitions that a document needs: those requested, and those they refer to. */
export class Definitions {
  readonly #dialect: Dialect;
  readonly #types: Types;
  readonly #about: About;
  readonly #zeros: Zeros;
  readonly #needed = new Map<string, StructSchema | undefined>();

  constructor(dialect: Dialect, types: Types, about: About) {
    this.#dialect = dialect;
    this.#types = types;
    this.#about = about;
    this.#zeros = publishedZeros(about.profile);
  }

  /** A reference to a type; its definition is added. */
  ref(struct: StructSchema): JsonSchema {
    return this.#ref(struct.definition, struct);
  }

  /** A reference to something that is not a struct. */
  refNamed(definition: string): JsonSchema {
    return this.#ref(definition, undefined);
  }

  /** All that is needed, by name. */
  all(): Readonly<Record<string, JsonSchema>> {
    const definitions: [string, JsonSchema][] = [];
    // The map grows while definitions refer to others: its iterator also visits the new ones.
    for (const [name, struct] of this.#needed) {
      const definition = struct === undefined ? this.#named(name) : this.#define(struct);
      if (definition === undefined) throw new Error(`no definition of ${name}`);
      definitions.push([name, definition]);
    }
    return Object.fromEntries(definitions.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #named(name: string): JsonSchema | undefined {
    if (name === versionDefinition) return versionInfo(this.#about.profile, this.#dialect);
    return this.#dialect.named[name];
  }

  #ref(definition: string, struct: StructSchema | undefined): JsonSchema {
    if (!this.#needed.has(definition)) this.#needed.set(definition, struct);
    return { $ref: `${this.#dialect.refs}${definition}` };
  }

  #define(struct: StructSchema): JsonSchema {
    const custom = this.#types.customOf(struct)?.custom;
    if (custom !== undefined) return this.#defineCustom(struct, custom.schema);
    const fields = [...struct.fields.values()];
    const required = requiredOf(struct);
    const kinds = this.#types.kindsOf(struct, this.#about);
    const { description } = struct;
    const { enabled } = this.#about.profile;
    const isOfCustom = this.#isCustomList(struct);
    return {
      ...(description !== undefined && { description }),
      ...((!isOfCustom || enabled('ListsOfCustomKindsTyped')) && { type: 'object' }),
      ...(required.length > 0 && { required }),
      ...(fields.length > 0 && {
        properties: Object.fromEntries(
          fields.map((field) => [field.name, this.#property(struct, field, !isOfCustom)] as const),
        ),
      }),
      ...(kinds.length > 0 && { 'x-kubernetes-group-version-kind': kinds }),
      ...(struct.atomic && { 'x-kubernetes-map-type': 'atomic' }),
      ...unionOf(struct, this.#about.profile),
    };
  }

  #isCustomList({ fields }: StructSchema): boolean {
    const items = fields.get('items')?.schema;
    if (items?.type !== 'list' || items.items.type !== 'struct') return false;
    return this.#types.customOf(items.items) !== undefined;
  }

  #defineCustom(struct: StructSchema, props: JSONSchemaProps): JsonSchema {
    const metadata = this.ref(this.#types.profile.schemas.of('meta/v1', 'ObjectMeta'));
    const about = { description: common.get('metadata') };
    const schema = this.#dialect.custom(props, {
      apiVersion: { type: 'string', description: common.get('apiVersion') },
      kind: { type: 'string', description: common.get('kind') },
      metadata: this.#dialect.described(metadata, about),
    });
    return {
      ...schema,
      'x-kubernetes-group-version-kind': this.#types.kindsOf(struct, this.#about),
    };
  }

  /** @param hasZeros lists of custom resources have none */
  #property(struct: StructSchema, field: FieldSchema, hasZeros: boolean): JsonSchema {
    const { schema, patchStrategy } = field;
    const description = descriptionOf(struct, field);
    const published =
      this.#dialect.hasDefaults && hasZeros
        ? (field.default ?? zeroOfField(field, this.#zeros))
        : undefined;
    const about = {
      ...markOf(struct, field.name, this.#about.profile),
      ...(description !== undefined && { description }),
      ...(published !== undefined && { default: published }),
      ...(field.granular === true && { 'x-kubernetes-map-type': 'granular' }),
      ...(patchStrategy !== undefined && { 'x-kubernetes-patch-strategy': patchStrategy }),
    };
    const value = this.#value(schema, field.name, hasZeros);
    return '$ref' in value ? this.#dialect.described(value, about) : { ...about, ...value };
  }

  /** An element of a list, or a value of a map. */
  #element(schema: Schema, hasZeros: boolean): JsonSchema {
    const value = this.#value(schema, '', hasZeros);
    if (!this.#dialect.hasDefaults || !hasZeros) return value;
    const zero = zeroOfElement(schema, this.#zeros);
    if (zero === undefined) return value;
    const about = { default: zero };
    return '$ref' in value ? this.#dialect.described(value, about) : { ...about, ...value };
  }

  #value(schema: Schema, field: string, hasZeros: boolean): JsonSchema {
    switch (schema.type) {
      case 'struct':
        return this.ref(schema);
      case 'union':
        return this.refNamed(schema.definition);
      case 'list':
        return {
          type: 'array',
          items: this.#element(schema.items, hasZeros),
          ...mergeOf(schema),
        };
      case 'map':
        return {
          type: 'object',
          additionalProperties: this.#element(schema.values, hasZeros),
          ...(schema.atomic && { 'x-kubernetes-map-type': 'atomic' }),
        };
      case 'scalar': {
        const { scalar } = schema;
        const plain = plainScalars[scalar];
        if (plain === undefined) {
          const isFields = scalar === 'any' && field === 'fieldsV1';
          return this.refNamed(isFields ? fieldsDefinition : scalarDefinitions[scalar]!);
        }
        return schema.enum === undefined ? plain : { ...plain, enum: schema.enum };
      }
    }
  }
}

/** Returns how a list merges, as far as its type says so. */
function mergeOf(list: ListSchema): JsonSchema {
  const { listType, keys, isStated = false, patchMerge, patchMergeKey } = list;
  const strategies = [...(patchMerge ? ['merge'] : []), ...(list.retainKeys ? ['retainKeys'] : [])];
  return {
    ...(isStated && { 'x-kubernetes-list-type': listType }),
    ...(isStated && listType === 'map' && { 'x-kubernetes-list-map-keys': keys }),
    ...(patchMergeKey !== undefined && { 'x-kubernetes-patch-merge-key': patchMergeKey }),
    ...(strategies.length > 0 && { 'x-kubernetes-patch-strategy': strategies.join(',') }),
  };
}

/** Returns what a field means; undefined where nothing is said. */
function descriptionOf(
  struct: StructSchema,
  { name, description }: FieldSchema,
): string | undefined {
  return description ?? (struct.fields.has('kind') ? common.get(name) : undefined);
}
