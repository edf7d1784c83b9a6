/** The kinds that definitions in a scenario declare. */
import {
  apiVersionOf,
  asEstablished,
  conform,
  customResourceDefinition as definitionKind,
  TypeMismatch,
  UnreadableValue,
  withDefined,
  type CustomResourceDefinition,
  type KindRegistry,
} from '#kinds';
import type { Manifest } from './shape/manifest.ts';

export function isDefinition({ apiVersion, kind }: Pick<Manifest, 'apiVersion' | 'kind'>): boolean {
  return kind === definitionKind.kind && apiVersion === apiVersionOf(definitionKind);
}

/** Kinds, to which definitions add theirs. */
export class DeclaredKinds {
  readonly #builtIn: KindRegistry;
  readonly #definitions = new Map<string, CustomResourceDefinition>();
  #kinds: KindRegistry;

  constructor(builtIn: KindRegistry) {
    this.#builtIn = builtIn;
    this.#kinds = builtIn;
  }

  get kinds(): KindRegistry {
    return this.#kinds;
  }

  /** Takes the definition to be accepted. A definition that cannot be read adds nothing. */
  add(manifest: Manifest): void {
    const definition = readDefinition(manifest);
    if (definition === undefined) return;
    this.#definitions.set(definition.metadata.name, definition);
    this.#kinds = withDefined(this.#builtIn, [...this.#definitions.values()]);
  }
}

function readDefinition(manifest: Manifest): CustomResourceDefinition | undefined {
  try {
    const read = conform(definitionKind.schema, manifest) as CustomResourceDefinition;
    const versions = read.spec.versions as typeof read.spec.versions | null;
    if (versions === null || versions.length === 0) return undefined;
    const { name = '' } = read.metadata;
    const metadata = { ...read.metadata, name, uid: name };
    return asEstablished(definitionKind.defaults!({ ...read, metadata, status: {} }), 0);
  } catch (error) {
    if (error instanceof TypeMismatch || error instanceof UnreadableValue) return undefined;
    throw error;
  }
}
