/** The kinds that stored definitions declare, as a server serves them. */
import { customKinds, isDefinitionTrue } from '#custom';
import type { Kind, Profile } from '#kinds';
import { deepEqual, compareKubeVersions } from '#values';
import { OpenRegistry, type KindRegistry } from './registry.ts';
import type { CustomResourceDefinition } from '#types';

type Definition = CustomResourceDefinition;

/** What was made of a definition. */
interface DerivedKinds {
  readonly definition: Definition;
  readonly kinds: readonly Kind[];
}

/** Derives kinds from definitions, and the identical kinds again from a definition that stays. */
export class DefinedKinds {
  readonly #profile: Profile;
  #derivedKinds: ReadonlyMap<string, DerivedKinds> = new Map<string, DerivedKinds>();

  constructor(profile: Profile) {
    this.#profile = profile;
  }

  /**
   * In the order of discovery: groups, then versions, the preferred one first.
   *
   * @param definitions as they are stored
   */
  of(definitions: readonly Definition[]): readonly Kind[] {
    const result = new Map<string, DerivedKinds>();
    for (const definition of definitions.filter(isServed)) {
      const { uid } = definition.metadata;
      const before = this.#derivedKinds.get(uid);
      const isKept = before !== undefined && declaresTheSame(before.definition, definition);
      result.set(uid, isKept ? before : { definition, kinds: this.#kindsOf(definition) });
    }
    this.#derivedKinds = result;
    return inOrder([...result.values()].flatMap(({ kinds }) => kinds));
  }

  #kindsOf(definition: Definition): readonly Kind[] {
    return customKinds(definition, this.#profile, isTerminating(definition));
  }
}

function isServed(definition: Definition): boolean {
  return (
    isDefinitionTrue(definition, 'NamesAccepted') || isDefinitionTrue(definition, 'Established')
  );
}

function declaresTheSame(a: Definition, b: Definition): boolean {
  return (
    (a.spec === b.spec || deepEqual(a.spec, b.spec)) &&
    deepEqual(a.status.acceptedNames, b.status.acceptedNames) &&
    isTerminating(a) === isTerminating(b)
  );
}

function isTerminating(definition: Definition): boolean {
  return isDefinitionTrue(definition, 'Terminating');
}

/** v1.24 orders groups by the first of the names of their versions, such as `v1.example.com`. */
function inOrder(kinds: readonly Kind[]): readonly Kind[] {
  const first = new Map<string, string>();
  for (const { group, version } of kinds) {
    const name = `${version}.${group}`;
    const known = first.get(group);
    if (known === undefined || name < known) first.set(group, name);
  }
  return kinds.toSorted((a, b) => {
    if (a.group !== b.group) return first.get(a.group)! < first.get(b.group)! ? -1 : 1;
    return compareKubeVersions(a.version, b.version) || (a.plural < b.plural ? -1 : 1);
  });
}

/**
 * The kinds, and those that definitions declare.
 *
 * @param definitions as they are stored
 */
export function withDefined(
  kinds: KindRegistry,
  definitions: readonly CustomResourceDefinition[],
): KindRegistry {
  if (definitions.length === 0) return kinds;
  const registry = new OpenRegistry(kinds.profile, kinds.all);
  registry.define(new DefinedKinds(kinds.profile).of(definitions));
  return registry;
}
