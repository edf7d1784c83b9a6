/** `unknownKinds: keep`: kinds that nothing defines are stored as they are, by definitions made for them. */
import { apiVersionOf } from '#kinds';
import { customResourceDefinition as definitionKind } from '#custom';
import { whyUnserved, type KindRegistry } from '#catalog';
import type { Manifest } from './shape/manifest.ts';

interface Version {
  readonly name: string;
  readonly served: true;
  readonly storage: boolean;
  readonly schema: object;
}

/** A definition that keeps any field. */
export interface KeepingDefinition extends Manifest {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string; readonly plural: string };
    readonly scope: 'Namespaced' | 'Cluster';
    readonly versions: readonly Version[];
  };
}

/** Any field, as written. */
const anything = {
  openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
};

/**
 * Returns the definition that lets a manifest be stored; undefined when its kind is known, and for
 * kinds of Kubernetes itself, of which another version may be served.
 * @param known one made for the same kind in another version
 */
export function keepingDefinition(
  { apiVersion, kind, metadata }: Manifest,
  kinds: KindRegistry,
  known: (name: string) => KeepingDefinition | undefined,
): KeepingDefinition | undefined {
  const [group, version] = apiVersion.split('/') as [string, string | undefined];
  if (version === undefined || kinds.byKind(apiVersion, kind) !== undefined) return undefined;
  const plural = pluralOf(kind);
  const name = `${plural}.${group}`;
  const before = known(name);
  const unknown = `v1.${kinds.profile.minor} has no kind`;
  const isStrange = whyUnserved(apiVersion, kind, kinds)?.startsWith(unknown) === true;
  if (!isStrange && before === undefined) return undefined;
  const added = { name: version, served: true, storage: before === undefined, schema: anything };
  // Where nothing says it, the name of a kind does.
  const isGlobal = kind.startsWith('Cluster') && metadata?.namespace === undefined;
  return {
    apiVersion: apiVersionOf(definitionKind),
    kind: definitionKind.kind,
    metadata: { name },
    spec: {
      group,
      names: { kind, plural },
      scope: before?.spec.scope ?? (isGlobal ? 'Cluster' : 'Namespaced'),
      versions: [...(before?.spec.versions ?? []), added as Version],
    },
  };
}

function pluralOf(kind: string): string {
  const name = kind.toLowerCase();
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}
