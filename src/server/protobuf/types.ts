/** The types that protobuf supports, by the apiVersion and kind of values. */
import { listOf } from '#kinds';
import type { FieldSchema, StructSchema, Schemas } from '#schema';
import type { Message, Messages } from './message.ts';

/** Finds the schema of a kind; undefined when there is no such kind. */
export type FindKind = (apiVersion: string, kind: string) => StructSchema | undefined;

/** Types of meta/v1 that are not kinds in the schema, but are encoded like kinds. */
const metaKinds: readonly string[] = [
  'APIVersions',
  'APIGroupList',
  'APIGroup',
  'APIResourceList',
  'DeleteOptions',
];

const partial = 'PartialObjectMetadata';

/** Finds the messages of kinds, of their lists, and of the server's other values. */
export class Types {
  readonly #schemas: Schemas;
  readonly #findKind: FindKind;
  readonly #messages: Messages;
  /** By the struct of the kind. */
  readonly #lists = new WeakMap<StructSchema, StructSchema>();

  #partial: StructSchema | undefined;

  constructor(schemas: Schemas, findKind: FindKind, messages: Messages) {
    this.#schemas = schemas;
    this.#findKind = findKind;
    this.#messages = messages;
  }

  /** Undefined for unknown types, and for those without a protobuf form, such as tables. */
  find(apiVersion: string, kind: string): Message | undefined {
    const struct = this.#struct(apiVersion, kind);
    if (struct !== undefined) return this.#messages.of(struct);
    if (!kind.endsWith('List')) return undefined;
    const items = this.#struct(apiVersion, kind.slice(0, -'List'.length));
    if (items === undefined) return undefined;
    return this.#messages.of(this.#listOf(items));
  }

  #listOf(items: StructSchema): StructSchema {
    let list = this.#lists.get(items);
    if (list === undefined) {
      this.#lists.set(items, (list = listOf(items, this.#schemas)));
      this.#messages.add(list, ['metadata', 'items']);
    }
    return list;
  }

  #struct(apiVersion: string, kind: string): StructSchema | undefined {
    // These are registered in every version of every group.
    if (metaKinds.includes(kind)) return this.#schemas.of('meta/v1', kind);
    if (kind === partial && apiVersion.startsWith('meta.k8s.io/')) {
      if (this.#partial === undefined) {
        this.#partial = structOf(kind, { metadata: this.#schemas.of('meta/v1', 'ObjectMeta') });
        this.#messages.add(this.#partial, ['metadata']);
      }
      return this.#partial;
    }
    return this.#findKind(apiVersion, kind) ?? this.#schemas.ofKind(apiVersion, kind);
  }
}

function structOf(
  name: string,
  fields: Readonly<Record<string, FieldSchema['schema']>>,
): StructSchema {
  const entries = Object.entries(fields);
  return {
    type: 'struct',
    name,
    definition: name,
    atomic: false,
    fields: new Map(
      entries.map(([name, schema]) => [name, { name, schema, required: false }] as const),
    ),
  };
}
