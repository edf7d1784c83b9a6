/** Reads and writes of objects, by the names that people use for kinds. */
import { nearest, type KubeObject } from '#values';
import { whyUnserved, type KindRegistry } from '#catalog';
import type { Kind } from '#kinds';
import type { Client, PropagationPolicy } from '#runtime';

/** Where an object is. */
export interface Where {
  /** Default: `default`. Unused for kinds without namespaces. */
  readonly namespace?: string;
}

/** Which objects of a kind. */
export interface ListFilter {
  /** Default: all namespaces. */
  readonly namespace?: string;
  /** Such as `app=web,tier!=cache`. */
  readonly labelSelector?: string;
  /** Such as `status.phase=Running`. */
  readonly fieldSelector?: string;
}

export interface PatchOptions extends Where {
  /** Default: `merge`. `apply` is a server-side apply. */
  readonly type?: 'merge' | 'strategic' | 'json' | 'apply';
  /** Writes only this part. */
  readonly subresource?: 'status' | 'scale';
}

export interface RemoveOptions extends Where {
  readonly propagationPolicy?: PropagationPolicy;
  /** Seconds. */
  readonly gracePeriodSeconds?: number;
}

/** An object to create, as a manifest has it. */
export interface NewManifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name?: string;
    readonly generateName?: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly [field: string]: unknown;
}

export class Objects {
  readonly #client: Client;
  readonly #kinds: KindRegistry;

  constructor(client: Client, kinds: KindRegistry) {
    this.#client = client;
    this.#kinds = kinds;
  }

  async get(kind: string, name: string, where: Where = {}): Promise<KubeObject> {
    const found = this.kind(kind);
    return await this.#client.get(found, { name, ...placeOf(found, where) });
  }

  async list(kind: string, filter: ListFilter = {}): Promise<readonly KubeObject[]> {
    const { items } = await this.#client.list(this.kind(kind), filter);
    return items;
  }

  async create(object: NewManifest): Promise<KubeObject> {
    const kind = this.#kindOf(object);
    const { namespace } = object.metadata;
    const metadata = { ...object.metadata, ...placeOf(kind, { namespace }) };
    return await this.#client.create(kind, { ...object, metadata });
  }

  async update(
    object: KubeObject,
    options: Pick<PatchOptions, 'subresource'> = {},
  ): Promise<KubeObject> {
    return await this.#client.update(this.#kindOf(object), object, options);
  }

  async patch(
    kind: string,
    name: string,
    body: unknown,
    { type = 'merge', subresource, ...where }: PatchOptions = {},
  ): Promise<KubeObject> {
    const found = this.kind(kind);
    const ref = { name, ...placeOf(found, where) };
    return await this.#client.patch(found, ref, { type, body }, { subresource });
  }

  async delete(kind: string, name: string, options: RemoveOptions = {}): Promise<void> {
    const found = this.kind(kind);
    const { namespace, ...rest } = options;
    return await this.#client.delete(found, { name, ...placeOf(found, { namespace }) }, rest);
  }

  /** @throws {Error} for a name that no served kind has */
  kind(name: string): Kind {
    const kind = this.#kinds.byName(name);
    if (kind !== undefined) return kind;
    const hint = nearest(
      name,
      this.#kinds.all.map((each) => each.kind),
    );
    throw new Error(
      `no kind "${name}" is served; expected a kind, a plural or a short name${
        hint === undefined ? '' : ` (did you mean "${hint}"?)`
      }`,
    );
  }

  #kindOf({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): Kind {
    const found = this.#kinds.byKind(apiVersion, kind);
    if (found !== undefined) return found;
    const why = whyUnserved(apiVersion, kind, this.#kinds);
    throw new Error(why ?? `no kind "${kind}" is served in ${apiVersion}`);
  }
}

function placeOf(kind: Kind, { namespace = 'default' }: Where): { readonly namespace?: string } {
  return kind.namespaced ? { namespace } : {};
}
