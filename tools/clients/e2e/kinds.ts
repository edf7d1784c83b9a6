/** What the suites of custom kinds do: definitions as objects, defaulting, pruning, watches, status, scale. */
import { expectEqual, type Steps, until } from '../steps.ts';
import { type Admin, expectCode, expectRefused, type Json } from './admin.ts';
import { barsSchema, define, definition, definitions, openSchema } from './definitions.ts';

export async function customKinds(admin: Admin, steps: Steps): Promise<void> {
  await definitionsAsObjects(admin, steps);
  await objects(admin, steps);
  await watches(admin, steps);
  await fieldValidation(admin, steps);
}

async function definitionsAsObjects(admin: Admin, steps: Steps): Promise<void> {
  await steps.take('definitions: the group is discovered with its resources', async () => {
    const { body: groups } = await admin.get('/apis');
    const group = groups.groups.find(({ name }: Json) => name === 'apiextensions.k8s.io');
    expectEqual(group.versions, [{ groupVersion: 'apiextensions.k8s.io/v1', version: 'v1' }]);
    const { body: one } = await admin.get('/apis/apiextensions.k8s.io');
    expectEqual(one.preferredVersion.version, 'v1');
    const { body: resources } = await admin.get('/apis/apiextensions.k8s.io/v1');
    expectEqual(
      resources.resources.map(({ name }: Json) => name),
      ['customresourcedefinitions', 'customresourcedefinitions/status'],
    );
  });
  await steps.take(
    'definitions: several are listed by label and deleted as a collection',
    async () => {
      const labels = { run: 'listed' };
      for (let number = 0; number < 10; number++)
        await define(
          admin,
          definition('listed.example.com', `Kind${number}`, [{ name: 'v1' }], { labels }),
        );
      const path = `${definitions}?labelSelector=run%3Dlisted`;
      expectEqual((await admin.list(path)).length, 10);
      expectCode(await admin.send('DELETE', path), 200);
      await until(async () => expectEqual((await admin.list(path)).length, 0));
    },
  );
  await steps.take('definitions: status is read, replaced and patched', async () => {
    await define(admin, definition('status.example.com', 'Foo', [{ name: 'v1' }]));
    const path = `${definitions}/foos.status.example.com/status`;
    const { body: read } = await admin.get(path);
    const condition = {
      type: 'StatusUpdate',
      status: 'True',
      reason: 'E2E',
      message: 'Set from an e2e test',
    };
    read.status.conditions.push({ ...condition, lastTransitionTime: '2026-01-01T00:00:00Z' });
    const replaced = await admin.replace(path, read);
    expectEqual(replaced.status.conditions.at(-1).reason, 'E2E');
    const patched = await admin.patch(path, { status: { conditions: [condition] } });
    expectEqual(patched.status.conditions.length, 1);
    await admin.remove(`${definitions}/foos.status.example.com`);
  });
}

async function objects(admin: Admin, steps: Steps): Promise<void> {
  const schema: Json = {
    type: 'object',
    properties: {
      a: { type: 'string', default: 'A' },
      spec: {
        type: 'object',
        properties: { size: { type: 'integer' }, known: { type: 'string' } },
      },
      status: {
        type: 'object',
        properties: { size: { type: 'integer' }, names: { type: 'string' } },
      },
    },
  };
  const subresources = {
    status: {},
    scale: {
      specReplicasPath: '.spec.size',
      statusReplicasPath: '.status.size',
      labelSelectorPath: '.status.names',
    },
  };
  const kind = definition('life.example.com', 'Life', [
    { name: 'v1', schema, more: { subresources } },
  ]);
  const lives = '/apis/life.example.com/v1/namespaces/default/lifes';
  const life = (name: string, more: object = {}): Json => ({
    apiVersion: 'life.example.com/v1',
    kind: 'Life',
    metadata: { name },
    ...more,
  });
  await steps.take('defaulting: a request without the field gets it', async () => {
    await define(admin, kind);
    const made = await admin.create(lives, life('first'));
    expectEqual(made.a, 'A');
  });
  await steps.take('defaulting: a later default shows in what was stored before', async () => {
    const path = `${definitions}/lifes.life.example.com`;
    const more = [
      {
        op: 'add',
        path: '/spec/versions/0/schema/openAPIV3Schema/properties/b',
        value: { type: 'string', default: 'B' },
      },
    ];
    await admin.patch(path, more, 'application/json-patch+json');
    await until(async () => expectEqual((await admin.get(`${lives}/first`)).body.b, 'B'));
    const less = [
      { op: 'remove', path: '/spec/versions/0/schema/openAPIV3Schema/properties/a/default' },
      { op: 'remove', path: '/spec/versions/0/schema/openAPIV3Schema/properties/b/default' },
    ];
    await admin.patch(path, less, 'application/json-patch+json');
    await until(async () => {
      const { body } = await admin.get(`${lives}/first`);
      expectEqual([body.a, body.b], ['A', undefined]);
    });
  });
  await steps.take('pruning: unknown fields are gone', async () => {
    const made = await admin.create(
      lives,
      life('pruned', { spec: { size: 2, unknown: 1 }, more: 2 }),
    );
    expectEqual([made.spec, made.more], [{ size: 2 }, undefined]);
  });
  await steps.take('status: only it is written there, and not with the rest', async () => {
    const put = await admin.get(`${lives}/pruned`);
    const status = await admin.replace(`${lives}/pruned/status`, {
      ...put.body,
      spec: { size: 9 },
      status: { size: 2, names: 'app=life' },
    });
    expectEqual([status.spec, status.status], [{ size: 2 }, { size: 2, names: 'app=life' }]);
    expectEqual(status.metadata.generation, 1);
    const main = await admin.patch(`${lives}/pruned`, {
      spec: { known: 'x' },
      status: { size: 7 },
    });
    expectEqual([main.status.size, main.metadata.generation], [2, 2]);
  });
  await steps.take('scale: it is read and written', async () => {
    const { body } = await admin.get(`${lives}/pruned/scale`);
    expectEqual(
      [body.kind, body.spec, body.status],
      ['Scale', { replicas: 2 }, { replicas: 2, selector: 'app=life' }],
    );
    const scaled = await admin.patch(`${lives}/pruned/scale`, { spec: { replicas: 5 } });
    expectEqual(scaled.spec.replicas, 5);
    expectEqual((await admin.get(`${lives}/pruned`)).body.spec.size, 5);
  });
  await steps.take(
    'deletion: a definition takes its objects along, and the kind is gone',
    async () => {
      await admin.remove(`${definitions}/lifes.life.example.com`);
      await until(async () => {
        expectCode(await admin.get(`${definitions}/lifes.life.example.com`), 404);
        expectCode(await admin.get(lives), 404);
      });
    },
  );
}

async function watches(admin: Admin, steps: Steps): Promise<void> {
  await steps.take('watch: custom objects are added, changed and deleted, in order', async () => {
    const path = await define(
      admin,
      definition('seen.example.com', 'Noxu', [{ name: 'v1' }], { spec: { scope: 'Cluster' } }),
    );
    const noxu = (name: string): Json => ({
      apiVersion: 'seen.example.com/v1',
      kind: 'Noxu',
      metadata: { name },
    });
    const { body } = await admin.get(path);
    const query = `?watch=true&resourceVersion=${body.metadata.resourceVersion}`;
    const seen = await admin.watch(`${path}${query}`, 6, async () => {
      for (const name of ['a', 'b']) {
        await admin.create(path, noxu(name));
        await admin.patch(`${path}/${name}`, { num: { num1: 1 } });
        await admin.remove(`${path}/${name}`);
      }
    });
    expectEqual(seen, ['ADDED a', 'MODIFIED a', 'DELETED a', 'ADDED b', 'MODIFIED b', 'DELETED b']);
    await admin.remove(`${definitions}/noxus.seen.example.com`);
  });
}

/** v1.24 has server-side field validation behind a gate that is off: the parameter changes nothing. */
async function fieldValidation(admin: Admin, steps: Steps): Promise<void> {
  await steps.take(
    'field validation: wrong values are refused, unknown fields dropped',
    async () => {
      const path = await define(
        admin,
        definition('valid.example.com', 'Foo', [{ name: 'v1', schema: barsSchema }]),
      );
      const foo = (name: string, spec: Json): Json => ({
        apiVersion: 'valid.example.com/v1',
        kind: 'Foo',
        metadata: { name },
        spec,
      });
      const bad = await admin.send('POST', path, {
        body: foo('bad', { bars: [{ name: 'x', feeling: 'Meh' }] }),
      });
      expectRefused(
        bad,
        422,
        'spec.bars[0].feeling: Unsupported value: "Meh": supported values: "Great", "Down"',
      );
      const nameless = await admin.send('POST', path, {
        body: foo('nameless', { bars: [{ age: '1' }] }),
      });
      expectRefused(nameless, 422, 'spec.bars[0].name: Required value');
      const made = await admin.create(path, foo('good', { bars: [{ name: 'x', unknown: 1 }] }));
      expectEqual(made.spec, { bars: [{ name: 'x' }] });
      await admin.remove(`${definitions}/foos.valid.example.com`);
    },
  );
  await steps.take('field validation: an open kind takes what it is given', async () => {
    const path = await define(
      admin,
      definition('open.example.com', 'Foo', [{ name: 'v1', schema: openSchema }]),
    );
    const made = await admin.create(path, {
      apiVersion: 'open.example.com/v1',
      kind: 'Foo',
      metadata: { name: 'any', unknownMeta: 'x' },
      spec: { deep: { deeper: [1, { a: null }] } },
    });
    expectEqual(made.spec, { deep: { deeper: [1, { a: null }] } });
    expectEqual(Object.hasOwn(made.metadata, 'unknownMeta'), false);
    await admin.remove(`${definitions}/foos.open.example.com`);
  });
}
