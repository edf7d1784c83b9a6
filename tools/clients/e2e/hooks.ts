/** What the suite of admission webhooks does: what they answer, for custom kinds too, and how they are changed and listed. */
import { answer, patching, type WebhookServer } from '../../../test/support/webhook-server.ts';
import { expectEqual, type Steps, until } from '../steps.ts';
import { type Admin, expectCode, expectRefused, type Json } from './admin.ts';
import { define, definition, definitions } from './definitions.ts';
import { denying, failing, mutating } from './hook-answers.ts';
import { configurations, Hooks, map, maps, rule } from './hook-support.ts';

export async function webhooks(admin: Admin, server: WebhookServer, steps: Steps): Promise<void> {
  const hooks = new Hooks(admin, server);
  server.behaviours.set(
    '/deny',
    answer({
      allowed: false,
      status: { message: 'this is not wanted', reason: 'unwanted', code: 403 },
    }),
  );
  server.behaviours.set('/hang', () => 'hang');
  server.behaviours.set('/break', () => ({ status: 500, body: 'broken' }));
  await admin.create('/api/v1/namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'hooked', labels: { hooked: 'yes' } },
  });
  await denying(admin, server, hooks, steps);
  await failing(admin, hooks, steps);
  await mutating(admin, server, hooks, steps);
  await ofCustomKinds(admin, server, hooks, steps);
  await managing(admin, hooks, steps);
  await admin.send('DELETE', '/api/v1/namespaces/hooked');
}

async function ofCustomKinds(
  admin: Admin,
  server: WebhookServer,
  hooks: Hooks,
  steps: Steps,
): Promise<void> {
  const group = 'hooked.example.com';
  const open = (names: readonly string[]): Json =>
    definition(
      group,
      'Hook',
      names.map((name) => ({
        name,
        schema: {
          type: 'object',
          properties: { data: { type: 'object', additionalProperties: { type: 'string' } } },
        },
      })),
    );
  const path = `/apis/${group}/v1/namespaces/hooked/hooks`;
  const hook = (name: string, data: Json = {}, version = 'v1'): Json => ({
    apiVersion: `${group}/${version}`,
    kind: 'Hook',
    metadata: { name },
    data,
  });
  await define(admin, open(['v1', 'v2']));
  await steps.take(
    'webhooks: creating, changing and deleting a custom object is denied',
    async () => {
      const rules = [rule(group, 'hooks', 'CREATE', 'UPDATE', 'DELETE')];
      await admin.create(path, hook('kept'));
      const denied = hooks.configuration('validating', 'custom', '/deny', rules);
      await hooks.during([['validating', denied]], async () => {
        const said =
          'admission webhook "custom.example.com" denied the request: this is not wanted';
        expectRefused(await admin.send('POST', path, { body: hook('new') }), 403, said);
        expectRefused(
          await admin.send('PATCH', `${path}/kept`, { body: { data: { a: 'b' } } }),
          403,
          said,
        );
        expectRefused(await admin.send('DELETE', `${path}/kept`), 403, said);
      });
      await admin.remove(`${path}/kept`);
    },
  );
  await steps.take(
    'webhooks: a custom object is changed, and unknown fields are pruned',
    async () => {
      server.behaviours.set(
        '/custom',
        patching(
          { op: 'add', path: '/data/mutated', value: 'yes' },
          { op: 'add', path: '/unknown', value: 'pruned' },
        ),
      );
      const rules = [{ ...rule(group, 'hooks', 'CREATE', 'UPDATE'), apiVersions: ['v1'] }];
      const changes = hooks.configuration('mutating', 'custom', '/custom', rules);
      await hooks.during([['mutating', changes]], async () => {
        const made = await admin.create(path, hook('mutated', { start: 'yes' }));
        expectEqual([made.data, made.unknown], [{ start: 'yes', mutated: 'yes' }, undefined]);
      });
    },
  );
  await steps.take('webhooks: a custom object is changed in another stored version', async () => {
    server.behaviours.set('/version', (asked) =>
      patching({
        op: 'add',
        path: '/data/asked',
        value: (asked.review.request.object as Json).apiVersion.split('/')[1],
      })(asked),
    );
    const rules = [{ ...rule(group, 'hooks', 'CREATE', 'UPDATE'), apiVersions: ['v1'] }];
    const changes = hooks.configuration('mutating', 'version', '/version', rules);
    await hooks.during([['mutating', changes]], async () => {
      await admin.create(path, hook('versions', {}));
      const storage = [
        { op: 'replace', path: '/spec/versions/0/storage', value: false },
        { op: 'replace', path: '/spec/versions/1/storage', value: true },
      ];
      await admin.patch(`${definitions}/hooks.${group}`, storage, 'application/json-patch+json');
      await until(async () => {
        const patched = await admin.patch(`${path}/versions`, { data: { now: 'v2' } });
        expectEqual(patched.data, { asked: 'v1', now: 'v2' });
      });
      const other = await admin.get(`/apis/${group}/v2/namespaces/hooked/hooks/versions`);
      expectEqual(other.body.data, { asked: 'v1', now: 'v2' });
    });
  });
  await admin.send('DELETE', `${definitions}/hooks.${group}`);
}

async function managing(admin: Admin, hooks: Hooks, steps: Steps): Promise<void> {
  const onMaps = (...operations: readonly string[]): readonly Json[] => [
    rule('', 'configmaps', ...operations),
  ];
  for (const kind of ['validating', 'mutating'] as const) {
    const at = configurations(kind);
    const tried = async (name: string): Promise<number> => {
      const { code } = await admin.send('POST', maps, { body: map(name) });
      if (code === 201) await admin.remove(`${maps}/${name}`);
      return code;
    };
    await steps.take(`webhooks: a ${kind} one is updated and patched`, async () => {
      const made = hooks.configuration(kind, 'changed', '/deny', onMaps('CREATE'));
      await hooks.during([[kind, made]], async () => {
        expectEqual(await tried('a'), 403);
        const { body: read } = await admin.get(`${at}/changed`);
        read.webhooks[0].rules[0].operations = ['UPDATE'];
        await admin.replace(`${at}/changed`, read);
        await until(async () => expectEqual(await tried('a'), 201));
        const back = [{ op: 'replace', path: '/webhooks/0/rules/0/operations', value: ['CREATE'] }];
        await admin.patch(`${at}/changed`, back, 'application/json-patch+json');
        await until(async () => expectEqual(await tried('a'), 403));
      });
    });
    await steps.take(`webhooks: ${kind} ones are listed, and deleted as a collection`, async () => {
      for (let number = 0; number < 5; number++)
        await admin.create(
          at,
          hooks.configuration(kind, `listed-${number}`, '/deny', onMaps('CREATE'), {
            labels: { run: 'listed' },
          }),
        );
      const query = `${at}?labelSelector=run%3Dlisted`;
      expectEqual((await admin.list(query)).length, 5);
      expectEqual(await tried('b'), 403);
      expectCode(await admin.send('DELETE', query), 200);
      await until(async () => expectEqual(await tried('b'), 201));
    });
  }
}
