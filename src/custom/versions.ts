/** The versions of a custom resource, and how objects change from one to another. */
import { apiVersionOf } from '#kinds';
import type { KubeObject } from '#values';
import type { CustomResourceDefinition } from '#types';
import { convertedTo, refresh } from './decode.ts';
import { Structure } from '#schema';

export class Versions {
  /** The one that is stored. */
  readonly stored: string;
  readonly #structures: ReadonlyMap<string, Structure>;

  constructor({ spec: { group, versions } }: CustomResourceDefinition) {
    const storing = versions.find(({ storage }) => storage) ?? versions[0]!;
    this.stored = apiVersionOf({ group, version: storing.name });
    this.#structures = new Map(
      versions.map(({ name, schema }) => [
        apiVersionOf({ group, version: name }),
        new Structure(schema?.openAPIV3Schema ?? {}, true),
      ]),
    );
  }

  structureOf(apiVersion: string): Structure {
    return this.#structures.get(apiVersion)!;
  }

  /** A stored object in its own version, as that is now. */
  refreshed(stored: KubeObject): KubeObject {
    const structure = this.#structures.get(stored.apiVersion);
    return structure === undefined ? stored : refresh(structure, stored);
  }

  /** A stored object in another version: fields that only its own version has are lost. */
  read(stored: KubeObject, apiVersion: string): KubeObject {
    const own = this.refreshed(stored);
    if (own.apiVersion === apiVersion) return own;
    return refresh(this.structureOf(apiVersion), { ...own, apiVersion });
  }

  /** The object in the version that is stored, without defaults: these are filled in when it is read. */
  write(object: KubeObject): KubeObject {
    if (object.apiVersion === this.stored) return object;
    return convertedTo(this.structureOf(this.stored), { ...object, apiVersion: this.stored });
  }
}
