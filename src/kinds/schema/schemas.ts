import { compileTypes } from './compile.ts';
import type { SchemaModule } from './modules.ts';
import { schemaModules } from './modules.ts';
import { parseTypes } from './parse.ts';
import type { StructSchema } from './schema.ts';

type Types = ReadonlyMap<string, StructSchema>;

/** Schemas by module and type name. Immutable: may be shared by all simulators of a process. */
export class Schemas {
  readonly #modules: ReadonlyMap<string, Types>;
  readonly #kinds: ReadonlyMap<string, StructSchema>;

  /**
   * @param modules each after those that it uses: names are looked for in the module
   *   itself, then in core/v1 and in meta/v1
   * @throws Error naming the place, when a text does not parse or names an unknown type
   */
  constructor(modules: readonly SchemaModule[]) {
    const compiled = new Map<string, Types>();
    const kinds = new Map<string, StructSchema>();
    const global = (name: string): StructSchema | undefined =>
      compiled.get('core/v1')?.get(name) ?? compiled.get('meta/v1')?.get(name);
    for (const module of modules) {
      const declarations = module.texts.flatMap((text) => parseTypes(text, module.name));
      const types = compileTypes(declarations, module, global);
      compiled.set(module.name, types);
      for (const type of types.values()) {
        if (type.apiVersion !== undefined) kinds.set(`${type.apiVersion} ${type.name}`, type);
      }
    }
    this.#modules = compiled;
    this.#kinds = kinds;
  }

  /**
   * The schema of a type, such as `of('apps/v1', 'DaemonSetSpec')`.
   *
   * @param module short module name: `meta/v1`, `core/v1`, `discovery/v1` ...
   * @throws Error if there is no such type
   */
  of(module: string, type: string): StructSchema {
    const found = this.#modules.get(module)?.get(type);
    if (found === undefined) throw new Error(`no schema of ${module} ${type}`);
    return found;
  }

  /** The schema of a top-level kind by what its objects say, such as `v1` and `Pod`. */
  ofKind(apiVersion: string, kind: string): StructSchema | undefined {
    return this.#kinds.get(`${apiVersion} ${kind}`);
  }

  /** All types of a module, by name, in the order they are written in. */
  typesOf(module: string): Types {
    const found = this.#modules.get(module);
    if (found === undefined) throw new Error(`no schema module ${module}`);
    return found;
  }
}

/** The schemas of every type that Orrery serves. */
export const schemas: Schemas = new Schemas(schemaModules);
