import type { KubeObject } from '#values';
import type { Schemas, StructSchema } from '#schema';
import { deprecationIn, formIn, storedIn } from '../profile/served.ts';
import { schemas as declaredSchemas } from '../schemas/schemas.ts';
import { apiVersionOf, type Kind, type Subresource } from './kind.ts';

/**
 * Returns the kind with the types that a release has of it, in all of its forms. The declaration
 * itself, where the types are those that it is declared with.
 */
export function ofRelease<T extends KubeObject>(kind: Kind<T>, schemas: Schemas): Kind<T> {
  if (schemas === declaredSchemas) return kind;
  const { storage, subresources } = kind;
  const { minor } = schemas;
  const apiVersion = apiVersionOf(kind);
  return Object.freeze({
    ...kind,
    deprecation: deprecationIn(minor, apiVersion, kind.kind),
    // Groups that Kubernetes does not have say themselves how they are stored.
    ...(formIn(minor, apiVersion, kind.kind) !== undefined && {
      storageVersion: storedIn(minor, apiVersion, kind.kind),
    }),
    get schema(): StructSchema {
      return schemas.ofKind(apiVersion, kind.kind) ?? this.storage!.kind.schema;
    },
    ...(storage && { storage: { ...storage, kind: ofRelease(storage.kind, schemas) } }),
    ...(subresources && { subresources: subresourcesOf(subresources, schemas) }),
  });
}

type Subresources<T extends KubeObject> = Readonly<Record<string, Subresource<T>>>;

/** The options of connections have no type of their own. */
function subresourcesOf<T extends KubeObject>(
  subresources: Subresources<T>,
  schemas: Schemas,
): Subresources<T> {
  const all = Object.entries(subresources).map(([name, subresource]) => {
    const { form } = subresource;
    return [name, { ...subresource, ...(form && { form: ofRelease(form, schemas) }) }] as const;
  });
  return Object.fromEntries(all);
}
