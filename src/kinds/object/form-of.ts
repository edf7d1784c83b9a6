/** The forms of kinds that a release has. */
import type { KubeObject } from '#values';
import type { Schemas, StructSchema } from '#schema';
import {
  deprecationOf,
  formIn,
  hasSubresource,
  storedBy,
  type ServedForm,
} from '../profile/served.ts';
import { schemas as declaredSchemas } from '../schemas/schemas.ts';
import { tableIn } from './kind-table.ts';
import type { KindWire } from './kind-wire.ts';
import { apiVersionOf, type Kind, type KindDeclaration, type Subresource } from './kind.ts';

/** What is declared about one form of a kind. */
type Declared<T extends KubeObject> = KindDeclaration<T> & Pick<Kind<T>, 'storage'>;

/**
 * Returns a declared form as a release has it: with the types of that release, which are looked up
 * on first use, and with what the table of served forms says.
 */
export function formOf<T extends KubeObject>(declared: Declared<T>, schemas: Schemas): Kind<T> {
  const { group, version, kind, plural, namespaced, subresources, table } = declared;
  const { names = {}, wire = {}, rules = {}, view = {} } = declared;
  const stored = declared.storage;
  const storage = stored && {
    kind: ofRelease(stored.kind, schemas),
    toStorage: stored.toStorage,
    fromStorage: (object: KubeObject) => stored.fromStorage(object, schemas),
  };
  const { minor } = schemas;
  const apiVersion = apiVersionOf(declared);
  // Groups that Kubernetes does not have say themselves how they are stored.
  const served = formIn(minor, apiVersion, kind);
  let schema: StructSchema | undefined;
  const form: Kind<T> = Object.freeze({
    group,
    version,
    kind,
    plural,
    namespaced,
    names,
    wire: served ? { ...wireIn(wire, minor), storageVersion: storedBy(served, minor) } : wire,
    subresources: subresources && subresourcesOf(subresources, served, schemas),
    rules,
    table: tableIn(table, minor),
    view,
    deprecation: served && deprecationOf(served, minor),
    storage,
    get schema(): StructSchema {
      schema ??= schemas.ofKind(apiVersion, kind) ?? storage?.kind.schema;
      if (schema === undefined) throw new Error(`no schema of ${kind}`);
      return schema;
    },
  });
  declarations.set(form, declared);
  return form;
}

/** Returns what is declared with the fields that a release selects on. */
function wireIn<T extends KubeObject>(wire: KindWire<T>, minor: number): KindWire<T> {
  const { selectableFields, selectableSince } = wire;
  if (selectableFields === undefined || selectableSince === undefined) return wire;
  const known = Object.entries(selectableFields).filter(
    ([field]) => (selectableSince[field] ?? 0) <= minor,
  );
  // A kind without fields of its own refuses unknown ones in other words.
  return { ...wire, selectableFields: known.length > 0 ? Object.fromEntries(known) : undefined };
}

/** What the form of a release was made of: it may lack what other releases have. */
const declarations = new WeakMap<object, unknown>();

/**
 * Returns a kind as a release has it, in all of its forms. The kind itself, where the release is
 * the one that it is declared for.
 */
export function ofRelease<T extends KubeObject>(kind: Kind<T>, schemas: Schemas): Kind<T> {
  if (schemas === declaredSchemas) return kind;
  const declared = declarations.get(kind) as Declared<T> | undefined;
  return formOf(declared ?? kind, schemas);
}

type Subresources<T extends KubeObject> = Readonly<Record<string, Subresource<T>>>;

/** Those that the release has. The options of connections have no type of their own. */
function subresourcesOf<T extends KubeObject>(
  subresources: Subresources<T>,
  served: ServedForm | undefined,
  schemas: Schemas,
): Subresources<T> {
  const all = Object.entries(subresources)
    .filter(([name]) => served === undefined || hasSubresource(served, schemas.minor, name))
    .map(([name, subresource]) => {
      const { form } = subresource;
      return [name, { ...subresource, ...(form && { form: ofRelease(form, schemas) }) }] as const;
    });
  return Object.fromEntries(all);
}
