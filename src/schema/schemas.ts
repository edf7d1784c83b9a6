import { CompiledStruct, CompiledUnion, type Publication } from './compile.ts';
import { scanTypes } from './parse.ts';
import type { StructSchema, UnionSchema } from './schema.ts';

/** The types of one group and version, in the notation of notation.ts. */
export interface SchemaModule {
  /** Short name, such as `core/v1` or `discovery/v1`: the name for looking up schemas. */
  readonly name: string;
  /** apiVersion of the module's kinds, such as `v1` or `discovery.k8s.io/v1`. */
  readonly apiVersion: string;
  /** The prefix of published definition names, followed by a dot and the type's name. */
  readonly definitions: string;
  readonly texts: readonly string[];
  /** Other modules whose types this one may use, as those of core/v1 and meta/v1. */
  readonly uses?: readonly string[];
}

type Types = ReadonlyMap<string, StructSchema | UnionSchema>;

/**
 * Schemas by module and type name. They never change, so all simulators of a process may share
 * them. The fields of a type are read from its text on first use.
 */
export class Schemas {
  readonly #modules: ReadonlyMap<string, Types>;
  readonly #kinds: ReadonlyMap<string, StructSchema>;

  /** The minor release of Kubernetes 1 whose types these are; Infinity: of all releases. */
  readonly minor: number;

  /**
   * @param modules where a type's fields name other types, these are looked for in its own
   *   module, then in core/v1 and in meta/v1
   * @param minor the minor release of Kubernetes 1: types have the fields of that release
   * @throws Error if a type is declared twice
   */
  constructor(modules: readonly SchemaModule[], minor: number) {
    this.minor = minor;
    const scanned = new Map<string, Types>();
    for (const module of modules) {
      scanned.set(
        module.name,
        scanModule({ ...module, minor: Number.isFinite(minor) ? minor : undefined }, scanned),
      );
    }
    this.#modules = scanned;
    this.#kinds = byKind(scanned);
  }

  /**
   * The schema of a type, such as `of('apps/v1', 'DaemonSetSpec')`.
   *
   * @param module short module name: `meta/v1`, `core/v1`, `discovery/v1` ...
   * @throws Error if there is no such struct
   */
  of(module: string, type: string): StructSchema {
    const found = this.#modules.get(module)?.get(type);
    if (found?.type !== 'struct') throw new Error(`no schema of ${module} ${type}`);
    return found;
  }

  /** The schema of a top-level kind by the apiVersion and kind of its objects, such as `v1` and `Pod`. */
  ofKind(apiVersion: string, kind: string): StructSchema | undefined {
    return this.#kinds.get(`${apiVersion} ${kind}`);
  }

  /**
   * All types of a module, by name, in the order in which they are written.
   *
   * @throws Error if there is no such module
   */
  typesOf(module: string): Types {
    const found = this.#modules.get(module);
    if (found === undefined) throw new Error(`no schema module ${module}`);
    return found;
  }
}

function scanModule(
  module: SchemaModule & Publication,
  modules: ReadonlyMap<string, Types>,
): Types {
  const types = new Map<string, StructSchema | UnionSchema>();
  const places = [...(module.uses ?? []), 'core/v1', 'meta/v1'];
  const resolve = (name: string): StructSchema | UnionSchema | undefined => {
    const place = places.find((each) => modules.get(each)?.has(name));
    return types.get(name) ?? (place === undefined ? undefined : modules.get(place)!.get(name));
  };
  for (const text of module.texts.flatMap((part) => scanTypes(part, module.name))) {
    if (types.has(text.name)) throw new Error(`${module.name} ${text.name}: declared twice`);
    const Compiled = text.union ? CompiledUnion : CompiledStruct;
    types.set(text.name, new Compiled(text, module, resolve));
  }
  return types;
}

function byKind(modules: ReadonlyMap<string, Types>): ReadonlyMap<string, StructSchema> {
  const kinds = new Map<string, StructSchema>();
  for (const types of modules.values()) {
    for (const type of types.values()) {
      if (type.type === 'struct' && type.apiVersion !== undefined)
        kinds.set(`${type.apiVersion} ${type.name}`, type);
    }
  }
  return kinds;
}
