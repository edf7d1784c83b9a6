/** What OpenAPI documents of version 3 say, in parts that can be compared: definitions, and operations of paths. */
import { fnv1a32, omitFields } from '#values';

type Json = Readonly<Record<string, unknown>>;

/** A document of version 3, as far as it is read here. */
export interface Document3 {
  readonly paths: Readonly<Record<string, Json & { readonly parameters?: readonly Json[] }>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Json>> };
}

/** Types that each document names under its own group. */
const ofEachGroup = /\.(?:DeleteOptions|WatchEvent|Status)$/;

/** Returns definitions by name. What a type is called in several groups is left out where documents differ about it. */
export function definitionsIn({ components }: Document3): ReadonlyMap<string, unknown> {
  const all = Object.entries(components?.schemas ?? {});
  return new Map(
    all.map(([name, schema]) => {
      const isOfEach = ofEachGroup.test(name);
      return [
        name,
        plain(isOfEach ? omitFields(schema, ['x-kubernetes-group-version-kind']) : schema),
      ];
    }),
  );
}

/** Returns operations by method and path: `get /apis/apps/v1/`. Parameters of the path are those of the operation. */
export function operationsIn({ paths }: Document3): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(paths).flatMap(([path, { parameters: shared = [], ...methods }]) =>
      Object.entries(methods as Readonly<Record<string, Json>>).map(([method, operation]) => {
        const { parameters = [], ...rest } = operation as { readonly parameters?: readonly Json[] };
        const all = [...shared, ...parameters].map((each) => JSON.stringify(plain(each))).sort();
        return [`${method} ${path}`, { ...(plain(rest) as Json), parameters: all }] as const;
      }),
    ),
  );
}

/** Returns what stands for a part in a recording. */
export function digestOf(part: unknown): string {
  return fnv1a32(JSON.stringify(part)).toString(16).padStart(8, '0');
}

/**
 * Returns a part without what is not compared: descriptions, the order of keys, a reference alone in `allOf`, the types that a gate
 * of the server adds (cbor), and enums, which the documents in Kubernetes' repository are made without.
 */
function plain(part: unknown): unknown {
  if (Array.isArray(part)) return part.filter((each) => !isOfCbor(each)).map(plain);
  if (typeof part !== 'object' || part === null) return part;
  const { allOf, ...rest } = part as Json & { readonly allOf?: readonly Json[] };
  const isWrapped = allOf?.length === 1 && allOf[0]!['$ref'] !== undefined;
  const entries = Object.entries(isWrapped ? { ...rest, ...allOf[0] } : part)
    .filter(([name, value]) => !isLeftOut(name, value))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, value]) => [name, plain(value)]));
}

function isLeftOut(name: string, value: unknown): boolean {
  return (
    (name === 'description' && typeof value === 'string') ||
    (name === 'enum' && Array.isArray(value)) ||
    isOfCbor(name)
  );
}

function isOfCbor(value: unknown): boolean {
  return typeof value === 'string' && /[/+]cbor/.test(value);
}
