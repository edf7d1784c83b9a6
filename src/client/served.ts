import { discoveryOf, type Discovery, type KindRegistry, type ResourceType } from '#catalog';
import { unknownPath } from '#values';
import type { Kind } from '#kinds';

/** The kinds as discovery lists them. */
export class Served {
  readonly #kinds: KindRegistry;
  /** The identical object until something changes, so that callers can compare references. */
  #current: { readonly all: readonly Kind[]; readonly discovery: Discovery } | undefined;

  constructor(kinds: KindRegistry) {
    this.#kinds = kinds;
  }

  get discovery(): Discovery {
    const { all } = this.#kinds;
    if (this.#current?.all !== all) this.#current = { all, discovery: discoveryOf(this.#kinds) };
    return this.#current.discovery;
  }

  /** @throws {ApiError} 404 */
  kindOf(resource: ResourceType): Kind {
    const kind = this.find(resource);
    if (kind === undefined) throw unknownPath();
    return kind;
  }

  /** Returns the kind of a resource that is served here. */
  find({ group, version, plural }: ResourceType): Kind | undefined {
    return this.#kinds.byResource(group, version, plural);
  }
}
