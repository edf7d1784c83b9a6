/** Which types there are in protobuf, by what values say of themselves. */
import { listOf, schemas, type FieldSchema, type StructSchema } from '#kinds';
import type { Message, Messages } from './message.ts';

/** Finds the schema of a kind; undefined when there is no such kind. */
export type FindKind = (apiVersion: string, kind: string) => StructSchema | undefined;

/** Types of meta/v1 that are no kinds in the schema, but travel as if they were. */
const metaKinds: readonly string[] = [
  'APIVersions',
  'APIGroupList',
  'APIGroup',
  'APIResourceList',
  'DeleteOptions',
];

/** Finds the messages of kinds, of their lists, and of what else the server reads and writes. */
export class Types {
  readonly #findKind: FindKind;
  readonly #messages: Messages;
  readonly #found = new Map<string, Message | undefined>();

  constructor(findKind: FindKind, messages: Messages) {
    this.#findKind = findKind;
    this.#messages = messages;
  }

  /** Undefined for what is unknown, and for what has no form in protobuf, such as tables. */
  find(apiVersion: string, kind: string): Message | undefined {
    const key = `${apiVersion} ${kind}`;
    if (!this.#found.has(key)) this.#found.set(key, this.#look(apiVersion, kind));
    return this.#found.get(key);
  }

  #look(apiVersion: string, kind: string): Message | undefined {
    const struct = this.#struct(apiVersion, kind);
    if (struct !== undefined) return this.#messages.of(struct);
    if (!kind.endsWith('List')) return undefined;
    const items = this.#struct(apiVersion, kind.slice(0, -'List'.length));
    if (items === undefined) return undefined;
    const list = listOf(items);
    this.#messages.add(list, ['metadata', 'items']);
    return this.#messages.of(list);
  }

  #struct(apiVersion: string, kind: string): StructSchema | undefined {
    // These are registered in every version of every group.
    if (metaKinds.includes(kind)) return schemas.of('meta/v1', kind);
    if (kind === 'PartialObjectMetadata' && apiVersion.startsWith('meta.k8s.io/')) {
      const struct = structOf(kind, { metadata: schemas.of('meta/v1', 'ObjectMeta') });
      this.#messages.add(struct, ['metadata']);
      return struct;
    }
    return this.#findKind(apiVersion, kind) ?? schemas.ofKind(apiVersion, kind);
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
