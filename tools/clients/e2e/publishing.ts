/** What the suite of the published OpenAPI of custom kinds does. */
import { expectEqual, type Steps } from '../steps.ts';
import { type Admin, type Json } from './admin.ts';
import {
  barsSchema,
  define,
  definition,
  definitions,
  openSchema,
  published,
  unpublished,
} from './definitions.ts';

export async function publishing(admin: Admin, steps: Steps): Promise<void> {
  await steps.take('OpenAPI: a kind with a schema', async () => {
    await define(
      admin,
      definition('pub1.example.com', 'Foo', [{ name: 'v1', schema: barsSchema }]),
    );
    const found = await published(admin, 'pub1.example.com', 'v1', 'Foo');
    expectEqual(found.description, 'Foo CRD for Testing');
    expectEqual(found.properties.spec, barsSchema.properties.spec);
    expectEqual(found['x-kubernetes-group-version-kind'], [
      { group: 'pub1.example.com', kind: 'Foo', version: 'v1' },
    ]);
    expectEqual(Object.hasOwn(found.properties, 'metadata'), true);
  });
  await steps.take('OpenAPI: a kind that keeps unknown fields at its root', async () => {
    await define(
      admin,
      definition('pub2.example.com', 'Foo', [{ name: 'v1', schema: openSchema }]),
    );
    const found = await published(admin, 'pub2.example.com', 'v1', 'Foo');
    expectEqual(found.properties, undefined);
  });
  await steps.take('OpenAPI: a kind that keeps unknown fields in an embedded object', async () => {
    const schema: Json = {
      type: 'object',
      properties: {
        spec: {
          ...openSchema,
          description: 'Specification of Waldo',
          'x-kubernetes-embedded-resource': true,
        },
        status: {
          type: 'object',
          properties: { bars: { type: 'array', items: { type: 'string' } } },
        },
      },
    };
    await define(admin, definition('pub3.example.com', 'Waldo', [{ name: 'v1', schema }]));
    const found = await published(admin, 'pub3.example.com', 'v1', 'Waldo');
    expectEqual(found.properties.spec['x-kubernetes-preserve-unknown-fields'], true);
    expectEqual(found.properties.spec.properties, undefined);
  });
  await steps.take(
    'OpenAPI: kinds of other groups, of other versions, and two of one',
    async () => {
      const both = ['v2', 'v3'].map((name) => ({ name, schema: barsSchema }));
      await define(admin, definition('pub4.example.com', 'Foo', both));
      await define(
        admin,
        definition('pub4.example.com', 'Bar', [{ name: 'v2', schema: barsSchema }]),
      );
      for (const [group, version, kind] of [
        ['pub1.example.com', 'v1', 'Foo'],
        ['pub4.example.com', 'v2', 'Foo'],
        ['pub4.example.com', 'v3', 'Foo'],
        ['pub4.example.com', 'v2', 'Bar'],
      ] as const)
        await published(admin, group, version, kind);
    },
  );
  await steps.take('OpenAPI: a version that gets another name', async () => {
    const versions = [
      { op: 'test', path: '/spec/versions/1/name', value: 'v3' },
      { op: 'replace', path: '/spec/versions/1/name', value: 'v4' },
    ];
    await admin.patch(
      `${definitions}/foos.pub4.example.com`,
      versions,
      'application/json-patch+json',
    );
    await published(admin, 'pub4.example.com', 'v4', 'Foo');
    await unpublished(admin, 'pub4.example.com', 'v3', 'Foo');
    await published(admin, 'pub4.example.com', 'v2', 'Foo');
  });
  await steps.take('OpenAPI: a version that is no longer served', async () => {
    const served = [{ op: 'replace', path: '/spec/versions/1/served', value: false }];
    await admin.patch(
      `${definitions}/foos.pub4.example.com`,
      served,
      'application/json-patch+json',
    );
    await unpublished(admin, 'pub4.example.com', 'v4', 'Foo');
    await published(admin, 'pub4.example.com', 'v2', 'Foo');
  });
  await steps.take('OpenAPI: v3 has a document for a kind', async () => {
    const { body: index } = await admin.get('/openapi/v3');
    const at = 'apis/pub1.example.com/v1';
    expectEqual(Object.hasOwn(index.paths, at), true);
    const { body } = await admin.get(`/openapi/v3/${at}`);
    const schemas = body.components.schemas;
    const found = schemas['com.example.pub1.v1.Foo'];
    expectEqual(found.properties.spec.properties.bars.items.properties.feeling.enum, [
      'Great',
      'Down',
    ]);
  });
  for (const name of ['foos.pub1', 'foos.pub2', 'waldos.pub3', 'foos.pub4', 'bars.pub4'])
    await admin.send('DELETE', `${definitions}/${name}.example.com`);
}
