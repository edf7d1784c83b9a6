import type { Profile } from '#kinds';
import type { StructSchema } from '#schema';

/** How strictly a definition is checked: what its stored version breaks already, a new one may break. */
export interface DefinitionRules {
  readonly reviewVersion: boolean;
  /** Names and scope are fixed once the definition is established. */
  readonly fixedNames: boolean;
  readonly schemas: boolean;
  readonly types: boolean;
  readonly structure: boolean;
  readonly atomicSetItems: boolean;
  readonly mapKeys: boolean;
}

/** How a definition is checked by a server of some release. */
export interface DefinitionChecks extends DefinitionRules {
  /** The type of the metadata of objects. */
  readonly metadata: StructSchema;
  readonly profile: Profile;
}

/** For a new definition: all of them. */
export const newDefinition: DefinitionRules = {
  reviewVersion: true,
  fixedNames: false,
  schemas: true,
  types: true,
  structure: true,
  atomicSetItems: true,
  mapKeys: true,
};
