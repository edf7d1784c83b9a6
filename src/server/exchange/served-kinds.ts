/** The kinds as they are served: what the server derives from each, once. */
import { apiVersionOf, type Kind, type Profile } from '#kinds';
import { internalGroupOf, packageOf, type KindRegistry } from '#catalog';
import { rawFieldsOf } from '#schema';
import type { KubeObject } from '#values';
import { LastBody } from '../decode/last-body.ts';
import { ObjectEncoder } from '../encode/object-encoder.ts';

/** The expected kind of a body. */
export interface Expected {
  readonly kind: Pick<Kind, 'group' | 'names' | 'version' | 'kind' | 'schema' | 'rules' | 'custom'>;
  readonly apiVersion: string;
  /** The kinds of the server: a body may name the type of another one. */
  readonly kinds: KindRegistry;
  /** Older apiVersions in which the kind looks the same; a body may use them too. */
  readonly olderVersions?: readonly string[] | undefined;
  /** The object that was read last; absent where bodies are not plain values of a type. */
  readonly last?: LastBody;
  /** It is the form of a part of a custom resource, where v1.24 knows no types. */
  readonly isUntyped?: boolean;
}

/** A kind under the group and version of a path. */
export interface Served extends Expected {
  readonly kind: Kind;
  readonly apiVersion: string;
  /** `core.Pod`, in messages: the name of Go's internal type. */
  readonly goType: string;
  readonly encoder: ObjectEncoder;
}

/** Finds served kinds by the parts of paths. Follows the registry: each lookup checks it for changes. */
export class ServedKinds {
  readonly #registry: KindRegistry;
  /** The registry's kinds when this index was made. */
  #kinds: readonly Kind[] = [];
  #all: readonly Served[] = [];
  readonly #byResource = new Map<string, Served>();
  readonly #byKind = new Map<string, Served>();
  readonly #groups = new Set<string>();
  /** Served kinds, and forms that are not served. */
  readonly #cache = new WeakMap<object, Served>();

  constructor(registry: KindRegistry) {
    this.#registry = registry;
  }

  /** The release that the kinds belong to. */
  get profile(): Profile {
    return this.#registry.profile;
  }

  /** The same array as long as nothing changes: callers can cache by it. */
  get all(): readonly Served[] {
    this.#follow();
    return this.#all;
  }

  /** Of built-in kinds: what is unknown in other groups is unknown like a group. */
  hasGroup(group: string): boolean {
    this.#follow();
    return this.#groups.has(group);
  }

  byResource(group: string, version: string, plural: string): Served | undefined {
    this.#follow();
    return this.#byResource.get(`${group}/${version}/${plural}`);
  }

  /** Also a kind without a list, such as a Scale or a review: only its form matters. */
  formOf<T extends KubeObject>(kind: Kind<T>): Served {
    let served = this.#cache.get(kind);
    if (served === undefined) this.#cache.set(kind, (served = serve(kind, this.#registry)));
    return served;
  }

  byKind(apiVersion: string, kind: string): Served | undefined {
    this.#follow();
    return this.#byKind.get(`${apiVersion} ${kind}`);
  }

  #follow(): void {
    const { all } = this.#registry;
    if (all === this.#kinds) return;
    this.#kinds = all;
    this.#all = all.map((kind) => this.formOf(kind));
    for (const names of [this.#byResource, this.#byKind, this.#groups]) names.clear();
    for (const served of this.#all) {
      const { kind, apiVersion } = served;
      this.#byResource.set(`${kind.group}/${kind.version}/${kind.plural}`, served);
      if (kind.custom === undefined) this.#groups.add(kind.group);
      this.#byKind.set(`${apiVersion} ${kind.kind}`, served);
    }
  }
}

function serve<T extends KubeObject>(kind: Kind<T>, kinds: KindRegistry): Served {
  const apiVersion = apiVersionOf(kind);
  const raw = rawFieldsOf(kind.schema);
  const isTyped = kind.custom === undefined && raw.length === 0;
  return {
    // In a body an object is what its schema says, whatever its type.
    kind: kind as unknown as Kind,
    kinds,
    apiVersion,
    goType: goTypeOf(kind),
    encoder: new ObjectEncoder(apiVersion, kind.kind, {
      raw,
      ...(kind.custom !== undefined && { listKind: kind.custom.listKind, isUntyped: true }),
    }),
    ...(isTyped && { last: new LastBody() }),
  };
}

function goTypeOf(kind: Pick<Kind, 'group' | 'names' | 'kind' | 'custom'>): string {
  if (kind.custom !== undefined) return 'unstructured.Unstructured';
  return `${packageOf(internalGroupOf(kind))}.${kind.kind}`;
}
