/** Finds kinds by their names. */
import { apiVersionOf, resourceOf, type Kind, type Profile } from '#kinds';
import { kindsOf } from './kinds.ts';

/** Finds kinds by any of their names. When kinds share a name, the first one registered wins. */
export class KindRegistry {
  #profile: Profile;
  #names: Names;

  /** @param all default: those of the release */
  constructor(profile: Profile, all: readonly Kind[] = kindsOf(profile)) {
    this.#profile = profile;
    this.#names = namesIn(all);
  }

  /** The release that the kinds belong to. */
  get profile(): Profile {
    return this.#profile;
  }

  /**
   * Every served form. The list stays the same object until something changes, so it can be the key
   * of caches.
   */
  get all(): readonly Kind[] {
    return this.#names.all;
  }

  /** The kinds that objects are stored in: without additional served forms. */
  get stored(): readonly Kind[] {
    return this.#names.stored;
  }

  /** By the names in objects: `byKind('apps/v1', 'DaemonSet')`. */
  byKind(apiVersion: string, kind: string): Kind | undefined {
    return this.#names.byKind.get(apiVersion)?.get(kind);
  }

  /** By the names in paths: `byResource('apps', 'v1', 'daemonsets')`; the core group is empty. */
  byResource(group: string, version: string, plural: string): Kind | undefined {
    return this.#names.byResource.get(`${apiVersionOf({ group, version })} ${plural}`);
  }

  /**
   * By the names that users write: kind, plural or short name, with or without the group; in any
   * case.
   */
  byName(name: string): Kind | undefined {
    return this.#names.byName.get(name.toLowerCase());
  }

  /** The kind that is served under the names of this one, whichever declaration of it this is. */
  servedAs({
    group,
    version,
    plural,
  }: Pick<Kind, 'group' | 'version' | 'plural'>): Kind | undefined {
    return this.byResource(group, version, plural);
  }

  protected fill(all: readonly Kind[], profile: Profile = this.#profile): void {
    this.#profile = profile;
    this.#names = namesIn(all);
  }
}

/** Kinds by all of their names. */
interface Names {
  readonly all: readonly Kind[];
  readonly stored: readonly Kind[];
  /** By apiVersion, then by kind: it is asked for each of a million writes. */
  readonly byKind: ReadonlyMap<string, ReadonlyMap<string, Kind>>;
  readonly byResource: ReadonlyMap<string, Kind>;
  readonly byName: ReadonlyMap<string, Kind>;
}

/** By list: every cluster begins with the same one. */
const known = new WeakMap<readonly Kind[], Names>();

function namesIn(all: readonly Kind[]): Names {
  let names = known.get(all);
  if (names === undefined) known.set(all, (names = findNames(all)));
  return names;
}

function findNames(all: readonly Kind[]): Names {
  const byKind = new Map<string, Map<string, Kind>>();
  const byResource = new Map<string, Kind>();
  const byName = new Map<string, Kind>();
  for (const kind of all) {
    const apiVersion = apiVersionOf(kind);
    const inVersion = byKind.get(apiVersion) ?? new Map<string, Kind>();
    byKind.set(apiVersion, inVersion.set(kind.kind, kind));
    byResource.set(`${apiVersion} ${kind.plural}`, kind);
    for (const name of namesOf(kind)) {
      if (!byName.has(name)) byName.set(name, kind);
    }
  }
  return { all, stored: storedBy(all), byKind, byResource, byName };
}

/** A registry to which kinds are added and from which they are removed while the server runs. */
export class OpenRegistry extends KindRegistry {
  /** Adds the kind at the end. @throws {Error} when its resource or its kind is taken */
  register(kind: Kind): void {
    const { group, version, plural } = kind;
    const apiVersion = apiVersionOf(kind);
    if (this.byResource(group, version, plural) !== undefined) {
      throw new Error(`there are ${plural} in ${apiVersion} already`);
    }
    if (this.byKind(apiVersion, kind.kind) !== undefined) {
      throw new Error(`there is a kind ${kind.kind} in ${apiVersion} already`);
    }
    this.fill([...this.all, kind]);
  }

  /** Has the kinds of another release from now on; without those that definitions declare, which are declared again. */
  move(profile: Profile, all: readonly Kind[]): void {
    this.fill(all, profile);
  }

  /**
   * Replaces all kinds that definitions declare. Those that would hide a built-in one are left out.
   */
  define(declared: readonly Kind[]): void {
    const builtIn = this.all.filter(({ custom }) => custom === undefined);
    const taken = new Set(builtIn.flatMap((kind) => pathsOf(kind)));
    const free = declared.filter((kind) => !pathsOf(kind).some((path) => taken.has(path)));
    this.fill([...builtIn, ...free]);
  }

  /**
   * Keeps other forms of the kind, and what it stores for them.
   * @throws {Error} for a kind that is not registered
   */
  remove(kind: Kind): void {
    const served = this.servedAs(kind);
    if (served === undefined) {
      throw new Error(`there are no ${kind.plural} in ${apiVersionOf(kind)}`);
    }
    this.fill(this.all.filter((each) => each !== served));
  }
}

/** What no two kinds may share. */
function pathsOf(kind: Kind): readonly string[] {
  const apiVersion = apiVersionOf(kind);
  return [`${apiVersion} ${kind.plural}`, `${apiVersion} ${kind.kind}`];
}

/** Served kinds come first; objects may be served only in forms other than the stored one. */
function storedBy(all: readonly Kind[]): readonly Kind[] {
  const resources = new Set<string>();
  const own = all.filter((kind) => {
    if (kind.storage !== undefined) return false;
    // The versions of a custom resource share their objects.
    const isFirst = kind.custom === undefined || !resources.has(resourceOf(kind));
    resources.add(resourceOf(kind));
    return isFirst;
  });
  const ofOthers = all.flatMap(({ storage }) => (storage === undefined ? [] : [storage.kind]));
  // Each version declares the stored form by itself.
  const named = new Map<string, Kind>();
  for (const kind of [...own, ...ofOthers]) {
    const name = `${apiVersionOf(kind)} ${kind.plural}`;
    if (!named.has(name)) named.set(name, kind);
  }
  return [...named.values()];
}

function namesOf({ kind, plural, group, names: { shortNames = [] } }: Kind): readonly string[] {
  const names = [kind.toLowerCase(), plural, ...shortNames];
  return group === '' ? names : [...names, ...names.map((name) => `${name}.${group}`)];
}
