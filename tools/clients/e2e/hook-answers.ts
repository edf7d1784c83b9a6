/** What webhooks answer: they deny, hang, fail, and change. */
import { answer, patching, type WebhookServer } from '../../../test/support/webhook-server.ts';
import { expectEqual, type Steps } from '../steps.ts';
import { type Admin, expectCode, expectRefused, type Json } from './admin.ts';
import { definition, definitions } from './definitions.ts';
import {
  configurations,
  type Hooks,
  map,
  maps,
  pod,
  pods,
  registrations,
  rule,
} from './hook-support.ts';

export async function denying(
  admin: Admin,
  server: WebhookServer,
  hooks: Hooks,
  steps: Steps,
): Promise<void> {
  await steps.take('webhooks: the group is discovered with its resources', async () => {
    const { body } = await admin.get(registrations);
    const names: readonly string[] = body.resources.map(({ name }: Json) => name);
    // Later releases have policies beside them.
    expectEqual(names.filter((name) => name.endsWith('webhookconfigurations')).toSorted(), [
      'mutatingwebhookconfigurations',
      'validatingwebhookconfigurations',
    ]);
  });
  await steps.take(
    'webhooks: a pod and a config map are denied, another namespace is left alone',
    async () => {
      server.behaviours.set('/strict', ({ review }) => {
        const bad = JSON.stringify(review.request.object).includes('webhook-e2e-test-bad');
        const response = bad
          ? { allowed: false, status: { message: 'it contains unwanted data' } }
          : { allowed: true };
        return answer(response)({ review } as Parameters<ReturnType<typeof answer>>[0]);
      });
      const rules = [
        rule('', 'pods', 'CREATE'),
        rule('', 'configmaps', 'CREATE', 'UPDATE', 'DELETE'),
      ];
      const strict = hooks.configuration('validating', 'strict', '/strict', rules);
      await hooks.during([['validating', strict]], async () => {
        const said =
          'admission webhook "strict.example.com" denied the request: it contains unwanted data';
        const bad = await admin.send('POST', pods, { body: pod('bad', 'webhook-e2e-test-bad') });
        expectRefused(bad, 400, said);
        const words = map('words', { text: 'webhook-e2e-test-bad' });
        expectRefused(await admin.send('POST', maps, { body: words }), 400, said);
        await admin.create(maps, map('words', { text: 'good' }));
        const update = { ...words };
        expectRefused(await admin.send('PUT', `${maps}/words`, { body: update }), 400, said);
        const patch = { data: { text: 'webhook-e2e-test-bad' } };
        expectRefused(await admin.send('PATCH', `${maps}/words`, { body: patch }), 400, said);
        await admin.create('/api/v1/namespaces/default/configmaps', words);
      });
      await admin.remove('/api/v1/namespaces/default/configmaps/words');
      await admin.remove(`${maps}/words`);
    },
  );
  await steps.take('webhooks: attaching to a pod is denied', async () => {
    const attach = hooks.configuration('validating', 'attach', '/deny', [
      rule('', 'pods/attach', 'CONNECT'),
    ]);
    await admin.create(pods, pod('attached'));
    await hooks.during([['validating', attach]], async () => {
      const answered = await admin.send(
        'POST',
        `${pods}/attached/attach?container=main&stdout=true`,
      );
      expectRefused(
        answered,
        403,
        'admission webhook "attach.example.com" denied the request: this is not wanted',
      );
    });
  });
  await steps.take('webhooks: a definition is denied by its label', async () => {
    const crd = hooks.configuration(
      'validating',
      'crd',
      '/deny',
      [rule('apiextensions.k8s.io', 'customresourcedefinitions', 'CREATE')],
      {
        objectSelector: { matchLabels: { denied: 'yes' } },
      },
    );
    await hooks.during([['validating', crd]], async () => {
      const labels = { denied: 'yes' };
      const body = definition('denied.example.com', 'Foo', [{ name: 'v1' }], { labels });
      expectRefused(await admin.send('POST', definitions, { body }), 403, 'this is not wanted');
    });
  });
}

export async function failing(admin: Admin, hooks: Hooks, steps: Steps): Promise<void> {
  const onMaps = [rule('', 'configmaps', 'CREATE')];
  const create = (name: string): ReturnType<Admin['send']> =>
    admin.send('POST', maps, { body: map(name) });
  await steps.take('webhooks: one that hangs is given up after its time', async () => {
    const hang = hooks.configuration('validating', 'hang', '/hang', onMaps, { timeoutSeconds: 1 });
    await hooks.during([['validating', hang]], async () =>
      expectRefused(await create('hung'), 500, 'context deadline exceeded'),
    );
  });
  await steps.take(
    'webhooks: one that hangs is passed over when its failures are ignored',
    async () => {
      const more = { timeoutSeconds: 1, failurePolicy: 'Ignore' };
      const hang = hooks.configuration('validating', 'hang', '/hang', onMaps, more);
      await hooks.during(
        [['validating', hang]],
        async () => void expectCode(await create('ignored'), 201),
      );
    },
  );
  await steps.take('webhooks: one whose service is missing refuses all, or nothing', async () => {
    const clientConfig = { service: { namespace: 'hooked', name: 'missing', path: '/' } };
    const closed = hooks.configuration('validating', 'closed', '/', onMaps, { clientConfig });
    await hooks.during([['validating', closed]], async () =>
      expectRefused(await create('closed'), 500, 'failed calling webhook "closed.example.com"'),
    );
    const open = hooks.configuration('validating', 'open', '/', onMaps, {
      clientConfig,
      failurePolicy: 'Ignore',
    });
    await hooks.during(
      [['validating', open]],
      async () => void expectCode(await create('open'), 201),
    );
  });
  await steps.take('webhooks: one that fails says so', async () => {
    const broken = hooks.configuration('mutating', 'broken', '/break', onMaps);
    await hooks.during([['mutating', broken]], async () =>
      expectRefused(await create('broken'), 500, 'failed calling webhook "broken.example.com"'),
    );
  });
}

export async function mutating(
  admin: Admin,
  server: WebhookServer,
  hooks: Hooks,
  steps: Steps,
): Promise<void> {
  await steps.take('webhooks: a config map is changed by two, one after the other', async () => {
    server.behaviours.set('/one', patching({ op: 'add', path: '/data/one', value: 'yes' }));
    server.behaviours.set('/two', (asked) => {
      const { data } = asked.review.request.object as Json;
      return patching({ op: 'add', path: '/data/two', value: data.one ?? 'alone' })(asked);
    });
    const onMaps = [rule('', 'configmaps', 'CREATE')];
    const one = hooks.configuration('mutating', 'one', '/one', onMaps);
    const two = hooks.configuration('mutating', 'two', '/two', onMaps);
    await hooks.during(
      [
        ['mutating', one],
        ['mutating', two],
      ],
      async () => {
        const made = await admin.create(maps, map('mutated', { start: 'yes' }));
        expectEqual(made.data, { start: 'yes', one: 'yes', two: 'yes' });
      },
    );
  });
  await steps.take('webhooks: a pod is changed and then gets defaults', async () => {
    const container = { name: 'added', image: 'example.com/added:1' };
    server.behaviours.set(
      '/init',
      patching({ op: 'add', path: '/spec/initContainers', value: [container] }),
    );
    const init = hooks.configuration('mutating', 'init', '/init', [rule('', 'pods', 'CREATE')]);
    await hooks.during([['mutating', init]], async () => {
      const made = await admin.create(pods, pod('initialised'));
      const [added] = made.spec.initContainers;
      expectEqual(
        [added.terminationMessagePolicy, added.imagePullPolicy],
        ['File', 'IfNotPresent'],
      );
    });
  });
  await steps.take(
    'webhooks: configurations are neither changed nor kept by webhooks',
    async () => {
      const every = [rule('admissionregistration.k8s.io', '*', '*')];
      const selects = { namespaceSelector: {} };
      server.behaviours.set(
        '/label',
        patching({ op: 'add', path: '/metadata/labels', value: { changed: 'yes' } }),
      );
      const validating = hooks.configuration('validating', 'all', '/deny', every, selects);
      const mutates = hooks.configuration('mutating', 'all', '/label', every, selects);
      await hooks.during(
        [
          ['validating', validating],
          ['mutating', mutates],
        ],
        async () => {
          for (const kind of ['validating', 'mutating'] as const) {
            const dummy = hooks.configuration(kind, 'dummy', '/none', [
              rule('', 'invalid', 'CREATE'),
            ]);
            const made = await admin.create(configurations(kind), dummy);
            expectEqual(made.metadata.labels, undefined);
            await admin.remove(`${configurations(kind)}/dummy`);
          }
        },
      );
    },
  );
}
