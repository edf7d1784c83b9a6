import { describe, expect, test } from 'vitest';
import { daemonSet, namespace } from '#kinds';
import { apiRig, context, dryRun, note, refusal, startTime, widget } from '../../support/api.ts';

const suffix = '[bcdfghjklmnpqrstvwxz2456789]{5}';

describe('metadata of a new object', () => {
  test('is the server’s in all that the server sets', async () => {
    const { api, store } = await apiRig();
    const made = await api.create(context, widget, {
      metadata: {
        name: 'w',
        namespace: 'default',
        uid: 'mine',
        resourceVersion: '0',
        generation: 7,
        creationTimestamp: '2001-02-03T04:05:06Z',
        deletionTimestamp: '2001-02-03T04:05:06Z',
        deletionGracePeriodSeconds: 3,
        selfLink: '/x',
        labels: { a: 'b' },
        annotations: {},
      },
    });
    expect(made).toEqual({
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      metadata: {
        name: 'w',
        namespace: 'default',
        uid: expect.stringMatching(
          /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        ),
        resourceVersion: String(store.revision()),
        generation: 1,
        creationTimestamp: startTime,
        labels: { a: 'b' },
        managedFields: [expect.objectContaining({ operation: 'Update', time: startTime })],
      },
      spec: { colour: 'red' },
      status: { ready: 0 },
    });
  });

  test('keeps a generation that the kind knows nothing of', async () => {
    const { api } = await apiRig();
    const made = await api.create(
      context,
      note,
      { metadata: { name: 'n', generation: 7 } },
      'default',
    );
    expect(made.metadata.generation).toBe(7);
  });

  test.each([
    { generateName: 'web-', name: undefined, expected: new RegExp(`^web-${suffix}$`) },
    { generateName: 'web-', name: '', expected: new RegExp(`^web-${suffix}$`) },
    { generateName: 'web-', name: 'given', expected: /^given$/ },
    { generateName: 'x'.repeat(70), name: undefined, expected: new RegExp(`^x{58}${suffix}$`) },
  ])('names $generateName $name', async ({ generateName, name, expected }) => {
    const { api } = await apiRig();
    const made = await api.create(context, note, { metadata: { name, generateName } }, 'default');
    expect(made.metadata.name).toMatch(expected);
  });

  test('is the same again for the same seed', async () => {
    const names = async () => {
      const { api } = await apiRig();
      const made = [1, 2, 3].map(() =>
        api.create(context, note, { metadata: { generateName: 'n-' } }, 'default'),
      );
      return (await Promise.all(made)).map(({ metadata: { name, uid } }) => `${name} ${uid}`);
    };
    expect(await names()).toEqual(await names());
    expect(new Set(await names()).size).toBe(3);
  });
});

describe('a creation is refused', () => {
  const named = { metadata: { name: 'n' } };

  test.each([
    {
      why: 'with a resourceVersion',
      object: { metadata: { name: 'n', resourceVersion: '1' } },
      code: 500,
      message: 'resourceVersion should not be set on objects to be created',
    },
    {
      why: 'for another namespace',
      object: { metadata: { name: 'n', namespace: 'elsewhere' } },
      code: 400,
      message:
        'the namespace of the provided object does not match the namespace sent on the request',
    },
    {
      why: 'without a name',
      object: { metadata: {} },
      code: 422,
      message:
        'Note "" is invalid: metadata.name: Required value: name or generateName is required',
    },
  ])('$why', async ({ object, code, message }) => {
    const { api, store } = await apiRig();
    const before = store.revision();
    const error = await refusal(api.create(context, note, object, 'default'));
    expect(error).toMatchObject({ code, message });
    expect(store.revision()).toBe(before);
  });

  test('without a namespace, by kinds that have one', async () => {
    const { api } = await apiRig();
    const error = await refusal(api.create(context, note, named));
    expect(error).toMatchObject({
      code: 400,
      message: 'an empty namespace may not be set during creation',
    });
  });

  test('under a taken name', async () => {
    const { api } = await apiRig();
    await api.create(context, widget, named, 'default');
    const error = await refusal(api.create(context, widget, named, 'default'));
    expect(error.status).toMatchObject({
      code: 409,
      reason: 'AlreadyExists',
      message: 'widgets.example.com "n" already exists',
      details: { name: 'n', group: 'example.com', kind: 'widgets' },
    });
  });

  test('while the name is still taken by an object that is being deleted', async () => {
    const { api } = await apiRig();
    await api.create(context, note, { metadata: { name: 'n', finalizers: ['a.b/c'] } }, 'default');
    await api.delete(context, note, { namespace: 'default', name: 'n' });
    const error = await refusal(api.create(context, note, named, 'default'));
    expect(error).toMatchObject({
      code: 409,
      reason: 'AlreadyExists',
      message: 'object is being deleted: notes "n" already exists',
    });
  });

  test('when a generated name happens to be taken', async () => {
    const [first, second] = [await apiRig(), await apiRig()];
    const generated = { metadata: { generateName: 'n-' } };
    const { metadata } = await first.api.create(context, note, generated, 'default');
    await second.api.create(context, note, { metadata: { name: metadata.name } }, 'default');
    const error = await refusal(second.api.create(context, note, generated, 'default'));
    expect(error).toMatchObject({
      message: `notes "${metadata.name}" already exists, the server was not able to generate a unique name for the object`,
      details: { retryAfterSeconds: 1 },
    });
  });

  test('when a name is taken, by an object that is being deleted: also where one is generated', async () => {
    const { api } = await apiRig();
    const metadata = { name: 'n', finalizers: ['a.b/c'] };
    await api.create(context, note, { metadata }, 'default');
    const again = { metadata: { name: 'n', generateName: 'g-' } };
    const unable =
      'already exists, the server was not able to generate a unique name for the object';
    expect(await refusal(api.create(context, note, again, 'default'))).toMatchObject({
      message: `notes "n" ${unable}`,
    });
    await api.delete(context, note, { namespace: 'default', name: 'n' });
    expect(await refusal(api.create(context, note, again, 'default'))).toMatchObject({
      message: `object is being deleted: notes "n" ${unable}`,
      details: { retryAfterSeconds: 1 },
    });
  });

  test('by the checks of metadata and of the kind at once', async () => {
    const { api } = await apiRig();
    const bad = { metadata: { name: 'A' }, spec: { size: -1 } };
    const error = await refusal(api.create(context, widget, bad, 'default'));
    expect(error.details?.causes?.map((cause) => cause.field)).toEqual([
      'metadata.name',
      'spec.size',
    ]);
    expect(error.message).toMatch(
      /^Widget\.example\.com "A" is invalid: \[metadata\.name: .*, spec\.size: /,
    );
  });
});

test('a dry run answers a version that was sent, since it does not reach the store, which refuses it', async () => {
  const { api } = await apiRig();
  const wanted = { metadata: { name: 'w', resourceVersion: '77' } };
  const made = await api.create(dryRun, widget, wanted, 'default');
  expect(made.metadata.resourceVersion).toBe('77');
  const error = await refusal(api.create(context, widget, wanted, 'default'));
  expect(error.message).toBe('resourceVersion should not be set on objects to be created');
});

test('a dry run answers the object and stores nothing', async () => {
  const { api, store } = await apiRig();
  const before = store.revision();
  const made = await api.create(dryRun, widget, { metadata: { generateName: 'w-' } }, 'default');
  expect(made).toMatchObject({
    metadata: { name: expect.stringMatching(/^w-/), uid: expect.any(String), generation: 1 },
    status: { ready: 0 },
  });
  expect(made.metadata.resourceVersion).toBeUndefined();
  expect(store.revision()).toBe(before);
  await api.create(context, widget, { metadata: { name: 'w' } }, 'default');
  const error = await refusal(api.create(dryRun, widget, { metadata: { name: 'w' } }, 'default'));
  expect(error.reason).toBe('AlreadyExists');
});

test('the object handed in stays as it is, and its parts are shared', async () => {
  const { api } = await apiRig();
  const spec = Object.freeze({ colour: 'blue' });
  const wanted = Object.freeze({ metadata: Object.freeze({ name: 'w' }), spec });
  const made = await api.create(context, widget, wanted, 'default');
  expect(made.spec).toBe(spec);
});

test('kinds without namespaces have none', async () => {
  const { api } = await apiRig();
  const made = await api.create(context, namespace, { metadata: { name: 'two', namespace: 'x' } });
  expect(made.metadata.namespace).toBeUndefined();
  expect(made).toMatchObject({
    metadata: { labels: { 'kubernetes.io/metadata.name': 'two' } },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  });
});

test('a DaemonSet starts at generation 1 with its template counted and an empty status', async () => {
  const { api } = await apiRig();
  const labels = { app: 'agent' };
  const template = {
    metadata: { labels },
    spec: { containers: [{ name: 'main', image: 'app:1' }] },
  };
  const wanted = { metadata: { name: 'x' }, spec: { selector: { matchLabels: labels }, template } };
  const made = await api.create(context, daemonSet, wanted, 'default');
  expect(made).toMatchObject({
    metadata: { generation: 1, annotations: { 'deprecated.daemonset.template.generation': '1' } },
    spec: { revisionHistoryLimit: 10, updateStrategy: { type: 'RollingUpdate' } },
    status: {
      currentNumberScheduled: 0,
      numberMisscheduled: 0,
      desiredNumberScheduled: 0,
      numberReady: 0,
    },
  });
});

describe('warnings of a create', () => {
  const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' };
  const lossy = { name: 'w', clusterName: 'c', ownerReferences: [owner, owner] };

  test.each([
    ['come in the order of v1.24', lossy, ['.metadata.ownerRef', 'metadata.clusterName']],
    ['are none where the body is of another namespace', { ...lossy, namespace: 'other' }, []],
  ])('%s', async (_, metadata, starts) => {
    const { api } = await apiRig();
    const warnings: string[] = [];
    const warn = (text: string): void => void warnings.push(text.slice(0, 18));
    const made = api.create({ ...context, warn }, widget, { metadata } as never, 'default');
    await made.catch(() => undefined);
    expect(warnings).toEqual(starts.map((start) => start.slice(0, 18)));
  });
});
