/** The kinds that definitions in a scenario declare. */
import { apiVersionOf, type Profile } from '#kinds';
import { asEstablished, customResourceDefinition as definitionKind } from '#custom';
import { conform, TypeMismatch, UnreadableValue } from '#schema';
import { atRelease, withDefined, type KindRegistry } from '#catalog';
import type { CustomResourceDefinition } from '#types';
import { keepingDefinition, type KeepingDefinition } from './kept-kinds.ts';
import type { Manifest } from './shape/manifest.ts';

export function isDefinition({ apiVersion, kind }: Pick<Manifest, 'apiVersion' | 'kind'>): boolean {
  return kind === definitionKind.kind && apiVersion === apiVersionOf(definitionKind);
}

/** Kinds, to which definitions add theirs. */
export class DeclaredKinds {
  #builtIn: KindRegistry;
  readonly #definitions = new Map<string, CustomResourceDefinition>();
  readonly #keepingDefinitions = new Map<string, KeepingDefinition>();
  readonly #keepsUnknown: boolean;
  #kinds: KindRegistry;

  /** @param keepsUnknown whether kinds that nothing defines are stored as they are */
  constructor(builtIn: KindRegistry, { keepsUnknown = false } = {}) {
    this.#builtIn = builtIn;
    this.#keepsUnknown = keepsUnknown;
    this.#kinds = builtIn;
  }

  get kinds(): KindRegistry {
    return this.#kinds;
  }

  /** The definitions of kinds that are stored as they are. */
  get keepingDefinitions(): readonly Manifest[] {
    return [...this.#keepingDefinitions.values()];
  }

  /** Makes an unknown kind known, where unknown kinds are kept. */
  meet(manifest: Manifest): void {
    if (!this.#keepsUnknown) return;
    const result = keepingDefinition(manifest, this.#kinds, (name) =>
      this.#keepingDefinitions.get(name),
    );
    if (result === undefined) return;
    this.#keepingDefinitions.set(result.metadata.name, result);
    this.add(result);
  }

  /** From here on the cluster is of another release. */
  move(profile: Profile): void {
    this.#builtIn = atRelease(this.#builtIn, profile);
    this.#kinds = withDefined(this.#builtIn, [...this.#definitions.values()]);
  }

  /** Takes the definition to be accepted. A definition that cannot be read adds nothing. */
  add(manifest: Manifest): void {
    const definition = readDefinition(manifest, this.#builtIn.profile);
    if (definition === undefined) return;
    this.#definitions.set(definition.metadata.name, definition);
    this.#kinds = withDefined(this.#builtIn, [...this.#definitions.values()]);
  }
}

function readDefinition(
  manifest: Manifest,
  profile: Profile,
): CustomResourceDefinition | undefined {
  try {
    const read = conform(definitionKind.schema, manifest) as CustomResourceDefinition;
    const versions = read.spec.versions as typeof read.spec.versions | null;
    if (versions === null || versions.length === 0) return undefined;
    const { name = '' } = read.metadata;
    const metadata = { ...read.metadata, name, uid: name };
    const definition = definitionKind.rules.defaults!({ ...read, metadata, status: {} }, profile);
    return asEstablished(definition, 0);
  } catch (error) {
    if (error instanceof TypeMismatch || error instanceof UnreadableValue) return undefined;
    throw error;
  }
}
