/** Fields of API objects in the JSON Schema of scenarios: since which release they are there. */
import { formIn, latestMinor, profileOf, servedIn } from '#kinds';
import { elementOf, type Schema, type StructSchema } from '#schema';

type JsonSchema = Readonly<Record<string, unknown>>;

/** The first release: what it has is always there. */
const first = 24;
const minors = Array.from({ length: latestMinor - first + 1 }, (_, i) => first + i);

/** Returns the schema with what is later than the first release, for all objects in it. */
export function withLaterFields(schema: JsonSchema): JsonSchema {
  const types = new LaterTypes();
  const kinds = servedIn(latestMinor).flatMap(({ apiVersion, kind }) => {
    const reference = types.reference(profileOf(latestMinor).schemas.ofKind(apiVersion, kind));
    const since = formIn(latestMinor, apiVersion, kind)!.since;
    const parts = [
      ...(since > first ? [{ description: `Since Kubernetes 1.${since}.` }] : []),
      ...(reference === undefined ? [] : [reference]),
    ];
    if (parts.length === 0) return [];
    const properties = { apiVersion: { const: apiVersion }, kind: { const: kind } };
    return [{ if: { properties, required: ['apiVersion', 'kind'] }, then: { allOf: parts } }];
  });
  const referring = withReferences(schema) as JsonSchema & { readonly definitions: JsonSchema };
  return {
    ...referring,
    definitions: { ...referring.definitions, ...types.definitions, laterFields: { allOf: kinds } },
  };
}

/** Returns the schema in which what describes an API object refers to its fields. */
function withReferences(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withReferences);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([name, each]) => [name, withReferences(each)]),
  );
  const { properties } = schema as { readonly properties?: object };
  const isObject = Object.keys(properties ?? {}).join() === 'apiVersion,kind,metadata';
  return isObject ? { ...copy, allOf: [{ $ref: '#/definitions/laterFields' }] } : copy;
}

/** Types with a field that is later, in themselves or in what they hold. */
class LaterTypes {
  readonly #made = new Map<string, JsonSchema>();
  /** Whether they have any; those that are being looked at have none of their own so far. */
  readonly #known = new Map<StructSchema, boolean>();

  get definitions(): JsonSchema {
    return Object.fromEntries([...this.#made].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Undefined: nothing in it is later. */
  reference(schema: Schema | undefined): JsonSchema | undefined {
    const struct = schema && elementOf(schema);
    if (struct?.type !== 'struct' || !this.#hasLater(struct)) return undefined;
    const name = shortName(struct);
    if (!this.#made.has(name)) {
      this.#made.set(name, {});
      this.#made.set(name, { properties: Object.fromEntries(this.#fieldsOf(struct)) });
    }
    return { $ref: `#/definitions/${name}` };
  }

  #hasLater(struct: StructSchema): boolean {
    const known = this.#known.get(struct);
    if (known !== undefined) return known;
    this.#known.set(struct, false);
    const has = [...struct.fields.values()].some(({ name, schema }) => {
      if (sinceText(struct, name) !== undefined) return true;
      const held = elementOf(schema);
      return held?.type === 'struct' && this.#hasLater(held);
    });
    this.#known.set(struct, has);
    return has;
  }

  #fieldsOf(struct: StructSchema): readonly (readonly [string, JsonSchema])[] {
    return [...struct.fields.values()].flatMap(({ name, schema }) => {
      const description = sinceText(struct, name);
      const held = this.reference(schema);
      if (description === undefined && held === undefined) return [];
      const inside = held && shapeOf(schema, held);
      return [[name, { ...(description && { description }), ...inside }] as const];
    });
  }
}

/** Returns where a field holds what is referred to: itself, in the items of a list, or in the values of a map. */
function shapeOf(schema: Schema, held: JsonSchema): JsonSchema {
  if (schema.type === 'list') return { items: shapeOf(schema.items, held) };
  if (schema.type === 'map') return { additionalProperties: shapeOf(schema.values, held) };
  return { allOf: [held] };
}

/** Returns `Since Kubernetes 1.28 behind the feature gate SidecarContainers, by default since 1.29.`; undefined: always. */
function sinceText(struct: StructSchema, field: string): string | undefined {
  const { since = first, gate } = struct.source?.releasesOf(field) ?? {};
  const byDefault = gate === undefined ? since : defaultSince(gate, since);
  if (byDefault === first) return undefined;
  const from = since === first ? '' : `Since Kubernetes 1.${since}`;
  if (gate === undefined || byDefault === since) return `${from}.`;
  const behind = `${from === '' ? 'Behind' : `${from} behind`} the feature gate ${gate}`;
  return byDefault === undefined ? `${behind}.` : `${behind}, by default since 1.${byDefault}.`;
}

/** Returns since when a gate is on and stays so; undefined: it is off. */
function defaultSince(gate: string, since: number): number | undefined {
  const later = minors.filter((minor) => minor >= since);
  const lastOff = later.findLast((minor) => !profileOf(minor).enabled(gate));
  if (lastOff === undefined) return since;
  return lastOff === latestMinor ? undefined : lastOff + 1;
}

/** `batch.v1.JobSpec` of `io.k8s.api.batch.v1.JobSpec` */
function shortName({ definition }: StructSchema): string {
  return definition.split('.').slice(-3).join('.');
}
