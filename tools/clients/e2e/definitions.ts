/** Definitions of kinds, as the suites make them. */
import { expectEqual, until } from '../steps.ts';
import { type Admin, type Json } from './admin.ts';

/** Where definitions are. */
export const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** The schema of most suites: a spec of bars, and a status of them. */
export const barsSchema: Json = {
  type: 'object',
  description: 'Foo CRD for Testing',
  properties: {
    spec: {
      type: 'object',
      description: 'Specification of Foo',
      properties: {
        bars: {
          type: 'array',
          description: 'List of Bars and their specs.',
          items: {
            type: 'object',
            required: ['name'],
            properties: {
              name: { type: 'string', description: 'Name of Bar.' },
              age: { type: 'string', description: 'Age of Bar.' },
              feeling: { type: 'string', enum: ['Great', 'Down'] },
              bazs: { type: 'array', items: { type: 'string' } },
            },
          },
        },
      },
    },
    status: {
      type: 'object',
      properties: {
        bars: {
          type: 'array',
          items: {
            type: 'object',
            properties: { name: { type: 'string' }, available: { type: 'boolean' } },
          },
        },
      },
    },
  },
};

/** A schema in which all is kept. */
export const openSchema: Json = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

/** A definition. @param versions the first one is stored */
export function definition(
  group: string,
  kind: string,
  versions: readonly { readonly name: string; readonly schema?: Json; readonly more?: Json }[],
  more: Json = {},
): Json {
  const singular = kind.toLowerCase();
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${singular}s.${group}`, labels: more.labels },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: `${singular}s`, singular, kind, listKind: `${kind}List` },
      versions: versions.map(({ name, schema = openSchema, more: own = {} }, index) => ({
        name,
        served: true,
        storage: index === 0,
        schema: { openAPIV3Schema: schema },
        ...own,
      })),
      ...more.spec,
    },
  };
}

/** Creates a definition and waits until its first version is served. @returns the path of its objects in `default` */
export async function define(admin: Admin, made: Json): Promise<string> {
  await admin.create(definitions, made);
  const { group, versions, names, scope } = made.spec;
  const root = `/apis/${group}/${versions[0].name}`;
  const path = scope === 'Cluster' ? root : `${root}/namespaces/default`;
  await until(() => admin.list(`${path}/${names.plural}`));
  return `${path}/${names.plural}`;
}

/** The definition of a kind in OpenAPI, once it is published. */
export function published(
  admin: Admin,
  group: string,
  version: string,
  kind: string,
): Promise<Json> {
  const name = `${group.split('.').toReversed().join('.')}.${version}.${kind}`;
  return until(async () => {
    const { body } = await admin.get('/openapi/v2');
    const found = body.definitions[name];
    if (found === undefined) throw new Error(`${name} is not published`);
    return found as Json;
  });
}

/** Waits until OpenAPI no longer has a kind. */
export async function unpublished(
  admin: Admin,
  group: string,
  version: string,
  kind: string,
): Promise<void> {
  const name = `${group.split('.').toReversed().join('.')}.${version}.${kind}`;
  await until(async () => {
    const { body } = await admin.get('/openapi/v2');
    expectEqual(Object.hasOwn(body.definitions, name), false);
  });
}
