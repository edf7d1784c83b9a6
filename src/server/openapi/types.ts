/** The types that the documents define, by the kinds that are served. */
import type { Kind, Profile } from '#kinds';
import type { StructSchema } from '#schema';
import type { GroupVersionKind } from './group-version.ts';
import type { About } from './operation.ts';
import { registeredVersions } from './registered-versions.ts';

/** Options that are registered by name in every version of every group. */
const ofAllVersions: readonly string[] = ['DeleteOptions', 'WatchEvent'];
/** Types of meta/v1 that name their kind without being kinds. */
const ofVersion1: readonly string[] = [
  'APIVersions',
  'APIGroupList',
  'APIGroup',
  'APIResourceList',
];

/** What is known of types and kinds in addition to their schemas. */
export class Types {
  /** The release that is described. */
  readonly profile: Profile;
  /** By version of a group and kind, and by version of a group and plural. */
  readonly #byKind = new Map<string, Kind>();
  readonly #byPlural = new Map<string, Kind>();
  readonly #custom = new Map<string, Kind>();
  /** Kinds that are served under several groups have one definition. */
  readonly #served = new Map<string, GroupVersionKind[]>();

  constructor(profile: Profile, kinds: readonly Kind[]) {
    this.profile = profile;
    for (const served of kinds) {
      const { group, version, kind, plural, schema } = served;
      setFirst(this.#byKind, keyOf(group, version, kind), served);
      setFirst(this.#byPlural, keyOf(group, version, plural), served);
      if (served.custom !== undefined) this.#custom.set(schema.definition, served);
      this.#serve(schema.definition, { group, kind, version });
      this.#serve(`${schema.definition}List`, { group, kind: `${kind}List`, version });
    }
  }

  /** @throws Error for a kind without a schema */
  schemaOf({ group, version, kind }: GroupVersionKind): StructSchema {
    const served = this.#byKind.get(keyOf(group, version, kind));
    const apiVersion = group === '' ? version : `${group}/${version}`;
    const schema = served?.schema ?? this.profile.schemas.ofKind(apiVersion, kind);
    if (schema === undefined) throw new Error(`no schema of ${apiVersion} ${kind}`);
    return schema;
  }

  /** The kind that users have defined by this type; undefined for all other types. */
  customOf({ definition }: StructSchema): Kind | undefined {
    return this.#custom.get(definition);
  }

  /** The kinds under which a document names a type; empty for a type that only occurs in objects. */
  kindsOf(
    { name, definition, apiVersion }: StructSchema,
    about: About,
  ): readonly GroupVersionKind[] {
    const served = this.#served.get(definition);
    if (served !== undefined) return served;
    if (apiVersion !== undefined) return [kindOf(apiVersion, name)];
    if (ofVersion1.includes(name)) return [kindOf('v1', name)];
    if (!ofAllVersions.includes(name)) return [];
    return registeredVersions(about).map(({ group, version }) => ({ group, kind: name, version }));
  }

  kindOf(group: string, version: string, plural: string): Kind | undefined {
    return this.#byPlural.get(keyOf(group, version, plural));
  }

  #serve(definition: string, kind: GroupVersionKind): void {
    const others = this.#served.get(definition);
    if (others === undefined) this.#served.set(definition, [kind]);
    else others.push(kind);
  }
}

function keyOf(group: string, version: string, name: string): string {
  return `${group}/${version} ${name}`;
}

function setFirst(map: Map<string, Kind>, key: string, kind: Kind): void {
  if (!map.has(key)) map.set(key, kind);
}

/** `{group: 'apps', kind: 'DaemonSet', version: 'v1'}` */
export function kindOf(apiVersion: string, kind: string): GroupVersionKind {
  const slash = apiVersion.indexOf('/');
  const group = apiVersion.slice(0, Math.max(slash, 0));
  return { group, kind, version: apiVersion.slice(slash + 1) };
}
