import type { KubeObject } from '#values';
import type { Schemas, StructSchema } from '#schema';
import { schemas as declaredSchemas } from '../schemas/schemas.ts';
import { apiVersionOf, type Kind, type Subresource } from './kind.ts';

/**
 * Returns the kind with the types that a release has of it, in all of its forms. The declaration
 * itself, where the types are those that it is declared with.
 */
export function ofRelease<T extends KubeObject>(kind: Kind<T>, schemas: Schemas): Kind<T> {
  if (schemas === declaredSchemas) return kind;
  const { storage, subresources } = kind;
  return Object.freeze({
    ...kind,
    get schema(): StructSchema {
      return schemas.ofKind(apiVersionOf(kind), kind.kind) ?? this.storage!.kind.schema;
    },
    ...(storage && { storage: { ...storage, kind: ofRelease(storage.kind, schemas) } }),
    ...(subresources && { subresources: subresourcesOf(subresources, schemas) }),
  });
}

type Subresources<T extends KubeObject> = Readonly<Record<string, Subresource<T>>>;

function subresourcesOf<T extends KubeObject>(
  subresources: Subresources<T>,
  schemas: Schemas,
): Subresources<T> {
  const all = Object.entries(subresources).map(([name, subresource]) => {
    const { form, options } = subresource;
    return [
      name,
      {
        ...subresource,
        ...(form && { form: ofRelease(form, schemas) }),
        ...(options && { options: { ...options, form: ofRelease(options.form, schemas) } }),
      },
    ] as const;
  });
  return Object.fromEntries(all);
}
