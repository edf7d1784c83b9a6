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

/** A module whose types are found on first use. */
type LateTypes = () => Types;

/**
 * Schemas by module and type name. They never change, so all simulators of a process may share
 * them. The types of a module are found on first use, and the fields of a type read from its text.
 */
export class Schemas {
  readonly #modules: ReadonlyMap<string, LateTypes>;
  /** By the apiVersion of their kinds. */
  readonly #versions: ReadonlyMap<string, readonly LateTypes[]>;
  readonly #kinds = new Map<string, StructSchema>();

  /** The minor release of Kubernetes 1 whose types these are; Infinity: of all releases. */
  readonly minor: number;

  /**
   * @param modules where a type's fields name other types, these are looked for in its own
   *   module, then in core/v1 and in meta/v1
   * @param minor the minor release of Kubernetes 1: types have the fields of that release
   */
  constructor(modules: readonly SchemaModule[], minor: number) {
    this.minor = minor;
    const byName = new Map<string, LateTypes>();
    const byVersion = new Map<string, LateTypes[]>();
    for (const module of modules) {
      const release = { ...module, minor: Number.isFinite(minor) ? minor : undefined };
      let types: Types | undefined;
      const late: LateTypes = () => (types ??= scanModule(release, byName));
      byName.set(module.name, late);
      const inVersion = byVersion.get(module.apiVersion) ?? [];
      byVersion.set(module.apiVersion, [...inVersion, late]);
    }
    this.#modules = byName;
    this.#versions = byVersion;
  }

  /**
   * The schema of a type, such as `of('apps/v1', 'DaemonSetSpec')`.
   *
   * @param module short module name: `meta/v1`, `core/v1`, `discovery/v1` ...
   * @throws Error if there is no such struct, or a type of the module is declared twice
   */
  of(module: string, type: string): StructSchema {
    const found = this.#modules.get(module)?.().get(type);
    if (found?.type !== 'struct') throw new Error(`no schema of ${module} ${type}`);
    return found;
  }

  /** The schema of a top-level kind by the apiVersion and kind of its objects, such as `v1` and `Pod`. */
  ofKind(apiVersion: string, kind: string): StructSchema | undefined {
    const name = `${apiVersion} ${kind}`;
    const known = this.#kinds.get(name);
    if (known !== undefined) return known;
    for (const types of this.#versions.get(apiVersion) ?? []) {
      const type = types().get(kind);
      if (type?.type === 'struct' && type.apiVersion !== undefined) this.#kinds.set(name, type);
    }
    return this.#kinds.get(name);
  }

  /**
   * All types of a module, by name, in the order in which they are written.
   *
   * @throws Error if there is no such module, or one of its types is declared twice
   */
  typesOf(module: string): Types {
    const found = this.#modules.get(module);
    if (found === undefined) throw new Error(`no schema module ${module}`);
    return found();
  }
}

function scanModule(
  module: SchemaModule & Publication,
  modules: ReadonlyMap<string, LateTypes>,
): Types {
  const types = new Map<string, StructSchema | UnionSchema>();
  const places = [...(module.uses ?? []), 'core/v1', 'meta/v1'];
  const resolve = (name: string): StructSchema | UnionSchema | undefined => {
    const place = places.find((each) => modules.get(each)?.().has(name));
    return types.get(name) ?? (place === undefined ? undefined : modules.get(place)!().get(name));
  };
  for (const text of module.texts.flatMap((part) => scanTypes(part, module.name))) {
    if (types.has(text.name)) throw new Error(`${module.name} ${text.name}: declared twice`);
    const Compiled = text.union ? CompiledUnion : CompiledStruct;
    types.set(text.name, new Compiled(text, module, resolve));
  }
  return types;
}
