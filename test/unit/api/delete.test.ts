import { describe, expect, test } from 'vitest';
import { configMap, namespace, pod, type Kind } from '#kinds';
import { formatTime, type NewObject, type KubeObject } from '#values';
import type { Pod } from '#types';
import type { DeleteOptions } from '#request';
import {
  apiRig,
  changesAfter,
  context,
  dryRun,
  kindOf,
  note,
  refusal,
  start,
  startTime,
  widget,
  type ApiRig,
  type Note,
} from '../../support/api.ts';

const ref = { namespace: 'default', name: 'x' };

/** As Jobs are. */
const task = kindOf<Note>({
  kind: 'Task',
  plural: 'tasks',
  wire: { defaultPropagation: 'Orphan' },
});

function later(seconds: number): string {
  return formatTime(start + seconds * 1000);
}

async function rigWith<T extends KubeObject>(
  kind: Kind<T>,
  finalizers: readonly string[] = [],
): Promise<ApiRig & { made: T }> {
  const rig = await apiRig();
  const wanted = { metadata: { name: 'x', finalizers } } as unknown as NewObject<T>;
  const made = await rig.api.create(context, kind, wanted, 'default');
  return { ...rig, made };
}

describe('without a grace period', () => {
  test('an object goes at once', async () => {
    const { api, store, made } = await rigWith(note);
    const { object, removed } = await api.delete(context, note, ref);
    expect(removed).toBe(true);
    expect(object).toBe(made);
    expect(await refusal(api.get(note, ref))).toMatchObject({
      code: 404,
      message: 'notes "x" not found',
    });
    const changes = await changesAfter(store, Number(made.metadata.resourceVersion));
    expect(changes.map(({ type }) => type)).toEqual(['deleted']);
  });

  test('finalizers keep it, marked once', async () => {
    const { api, store, made } = await rigWith(widget, ['a.b/c']);
    const { object, removed } = await api.delete(context, widget, ref);
    expect(removed).toBe(false);
    expect(object.metadata).toEqual({
      ...made.metadata,
      resourceVersion: String(store.revision()),
      generation: 2,
      deletionTimestamp: startTime,
      deletionGracePeriodSeconds: 0,
    });
    const again = await api.delete(context, widget, ref);
    expect(again).toEqual({ object, removed: false });
    expect(again.object).toBe(object);
  });

  test('the update that takes the last finalizer takes the object', async () => {
    const { api } = await rigWith(configMap, ['a.b/c', 'a.b/d']);
    const marked = (await api.delete(context, configMap, ref)).object;
    const patch = (finalizers: unknown) =>
      api.patch(context, configMap, ref, { type: 'merge', body: { metadata: { finalizers } } });
    const { object: fewer } = await patch(['a.b/d']);
    expect(fewer.metadata.finalizers).toEqual(['a.b/d']);
    const { object: last } = await patch(null);
    expect(last.metadata).toEqual({
      ...marked.metadata,
      resourceVersion: fewer.metadata.resourceVersion,
      finalizers: undefined,
      managedFields: undefined,
    });
    expect((await refusal(api.get(configMap, ref))).reason).toBe('NotFound');
  });

  test('a deleting object takes no new finalizers and keeps its deletion time', async () => {
    const { api } = await rigWith(note, ['a.b/c']);
    const { object } = await api.delete(context, note, ref);
    const patch = (metadata: unknown) =>
      api.patch(context, note, ref, { type: 'merge', body: { metadata } });
    expect((await patch({ deletionTimestamp: null })).object).toBe(object);
    const error = await refusal(patch({ finalizers: ['a.b/c', 'd.e/f'] }));
    expect(error.message).toBe(
      'Note "x" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"d.e/f"}',
    );
  });

  test('an object with finalizers that is not being deleted may lose them', async () => {
    const { api } = await rigWith(note, ['a.b/c']);
    await api.patch(context, note, ref, {
      type: 'merge',
      body: { metadata: { finalizers: null } },
    });
    expect((await api.get(note, ref)).metadata.finalizers).toBeUndefined();
  });

  test.each<{
    policy?: DeleteOptions['propagationPolicy'];
    kind?: Kind<Note>;
    before?: string[];
    after?: string[];
  }>([
    { policy: 'Foreground', after: ['foregroundDeletion'] },
    { policy: 'Orphan', after: ['orphan'] },
    { policy: 'Background' },
    { policy: undefined },
    { policy: undefined, kind: task, after: ['orphan'] },
    { policy: 'Background', kind: task },
    { policy: 'Foreground', before: ['a.b/c'], after: ['a.b/c', 'foregroundDeletion'] },
    { policy: 'Foreground', before: ['orphan', 'a.b/c'], after: ['a.b/c', 'foregroundDeletion'] },
    {
      policy: undefined,
      before: ['foregroundDeletion', 'a.b/c'],
      after: ['foregroundDeletion', 'a.b/c'],
    },
    {
      policy: undefined,
      before: ['foregroundDeletion'],
      kind: task,
      after: ['foregroundDeletion'],
    },
    { policy: 'Background', before: ['foregroundDeletion'] },
    { policy: 'Background', before: ['foregroundDeletion', 'a.b/c'], after: ['a.b/c'] },
  ])(
    'policy $policy makes of finalizers $before: $after',
    async ({ policy, kind = note, before, after }) => {
      const { api } = await rigWith(kind, before);
      const { object, removed } = await api.delete(context, kind, ref, {
        propagationPolicy: policy,
      });
      expect(removed).toBe(after === undefined);
      if (!removed) expect(object.metadata.finalizers).toEqual(after);
    },
  );

  test('Background after Foreground frees the object', async () => {
    const { api } = await rigWith(note);
    const first = await api.delete(context, note, ref, { propagationPolicy: 'Foreground' });
    const second = await api.delete(context, note, ref, { propagationPolicy: 'Background' });
    expect([first.removed, second.removed]).toEqual([false, true]);
  });

  test('a grace period means nothing', async () => {
    const { api } = await rigWith(note);
    expect((await api.delete(context, note, ref, { gracePeriodSeconds: 60 })).removed).toBe(true);
  });
});

describe('preconditions', () => {
  test('name another object or another version', async () => {
    const { api, store, made } = await rigWith(widget);
    const { uid, resourceVersion } = made.metadata;
    const remove = (preconditions: DeleteOptions['preconditions']) =>
      api.delete(context, widget, ref, { preconditions });
    expect((await refusal(remove({ uid: 'bad' }))).status).toMatchObject({
      code: 409,
      reason: 'Conflict',
      message:
        'Operation cannot be fulfilled on Widget.example.com "x": the UID in the precondition (bad) does not match ' +
        `the UID in record (${uid}). The object might have been deleted and then recreated`,
      details: { name: 'x', group: 'example.com', kind: 'Widget' },
    });
    expect((await refusal(remove({ uid, resourceVersion: '1' }))).message).toBe(
      'Operation cannot be fulfilled on Widget.example.com "x": the ResourceVersion in the precondition (1) does not ' +
        `match the ResourceVersion in record (${resourceVersion}). The object might have been modified`,
    );
    expect(String(store.revision())).toBe(resourceVersion);
    expect((await remove({ uid, resourceVersion })).removed).toBe(true);
  });
});

describe('preconditions of what is deleted in two steps', () => {
  const refused = 'Operation cannot be fulfilled on';
  test.each<[what: string, preconditions: object, message: (uid: string, at: string) => string]>([
    [
      'another object',
      { uid: 'bad' },
      (uid) => `Precondition failed: UID in precondition: bad, UID in object meta: ${uid}`,
    ],
    [
      'another version',
      { resourceVersion: '1' },
      (_, at) =>
        `Precondition failed: ResourceVersion in precondition: 1, ResourceVersion in object meta: ${at}`,
    ],
  ])('that name %s are reported by the resource', async (_, preconditions, message) => {
    const { api } = await apiRig();
    const { metadata } = await api.create(context, namespace, { metadata: { name: 'x' } });
    const why = message(metadata.uid, metadata.resourceVersion);
    const error = await refusal(api.delete(context, namespace, { name: 'x' }, { preconditions }));
    expect(error).toMatchObject({ code: 409, message: `${refused} namespaces "x": ${why}` });
  });

  const stepwise = kindOf<Note>({
    ...{ group: 'example.com', kind: 'Step', plural: 'steps' },
    rules: {
      beginDeletion: (object, now) => ({
        ...object,
        data: { begun: formatTime(now) },
        metadata: {
          ...object.metadata,
          deletionTimestamp: formatTime(now),
          finalizers: ['a.b/c'],
        },
      }),
    },
  });

  test('are checked for a kind that has steps of its own, too', async () => {
    const { api, clock } = await apiRig();
    const { metadata } = await api.create(context, stepwise, { metadata: ref });
    const deletion = (preconditions: DeleteOptions['preconditions']) =>
      api.delete(context, stepwise, ref, { preconditions });
    expect((await refusal(deletion({ uid: 'bad' }))).message).toBe(
      `${refused} steps.example.com "x": Precondition failed: UID in precondition: bad, ` +
        `UID in object meta: ${metadata.uid}`,
    );
    const { object, removed } = await deletion({ uid: metadata.uid });
    expect(removed).toBe(false);
    expect(object).toMatchObject({ data: { begun: startTime } });
    // The first step is taken once.
    await clock.advanceBy(1000);
    const again = await deletion({ uid: metadata.uid });
    expect(again.object).toMatchObject({ data: { begun: startTime } });
  });
});

describe('a pod', () => {
  interface Options {
    nodeName?: string;
    grace?: number;
    finalizers?: string[];
    phase?: string;
  }

  async function rigWithPod({ nodeName = 'n1', grace, finalizers, phase }: Options = {}) {
    const rig = await apiRig();
    const spec = {
      containers: [{ name: 'c', image: 'i' }],
      nodeName,
      terminationGracePeriodSeconds: grace,
    };
    const metadata = { name: 'x', finalizers };
    let made: Pod = await rig.api.create(context, pod, { metadata, spec }, 'default');
    if (phase !== undefined) {
      const patch = { type: 'merge', body: { status: { phase } } } as const;
      made = (await rig.api.patch(context, pod, ref, patch, 'status')).object;
    }
    return { ...rig, made };
  }

  test('gets its grace period', async () => {
    const { api, made } = await rigWithPod();
    const { object, removed } = await api.delete(context, pod, ref);
    expect(removed).toBe(false);
    expect(object.metadata).toMatchObject({
      deletionTimestamp: later(30),
      deletionGracePeriodSeconds: 30,
    });
    expect(object.spec).toBe(made.spec);
    expect((await api.delete(context, pod, ref)).object).toBe(object);
  });

  test('a later deletion can shorten the grace period but not lengthen it', async () => {
    const { api, clock } = await rigWithPod();
    await api.delete(context, pod, ref, { gracePeriodSeconds: 120 });
    await clock.advanceBy(10_000);
    const longer = await api.delete(context, pod, ref, { gracePeriodSeconds: 300 });
    expect(longer.object.metadata.deletionGracePeriodSeconds).toBe(120);
    const shorter = await api.delete(context, pod, ref, { gracePeriodSeconds: 5 });
    expect(shorter.object.metadata).toMatchObject({
      deletionGracePeriodSeconds: 5,
      deletionTimestamp: later(5),
    });
    expect((await api.delete(context, pod, ref, { gracePeriodSeconds: 0 })).removed).toBe(true);
  });

  test.each<{ name: string; options: Options; seconds?: number }>([
    { name: 'not scheduled', options: { nodeName: '' } },
    { name: 'Failed', options: { phase: 'Failed' } },
    { name: 'Succeeded', options: { phase: 'Succeeded' } },
    { name: 'without grace in its spec', options: { grace: 0 } },
    { name: 'deleted with grace 0', options: {}, seconds: 0 },
  ])('$name goes at once, in two writes', async ({ options, seconds }) => {
    const { api, store, made } = await rigWithPod(options);
    const { object, removed } = await api.delete(context, pod, ref, {
      gracePeriodSeconds: seconds,
    });
    expect(removed).toBe(true);
    expect(object.metadata).toMatchObject({
      deletionTimestamp: startTime,
      deletionGracePeriodSeconds: 0,
    });
    const changes = await changesAfter(store, Number(made.metadata.resourceVersion));
    expect(changes.map(({ type }) => type)).toEqual(['updated', 'deleted']);
    expect(changes[0]!.value).toBe(object);
  });

  test('a negative grace period is one second', async () => {
    const { api } = await rigWithPod();
    const { object } = await api.delete(context, pod, ref, { gracePeriodSeconds: -5 });
    expect(object.metadata.deletionGracePeriodSeconds).toBe(1);
  });

  test('finalizer and grace period have to be over, both', async () => {
    const { api } = await rigWithPod({ finalizers: ['a.b/c'] });
    await api.delete(context, pod, ref);
    const zero = await api.delete(context, pod, ref, { gracePeriodSeconds: 0 });
    expect(zero).toMatchObject({
      removed: false,
      object: { metadata: { deletionGracePeriodSeconds: 0 } },
    });
    await api.patch(context, pod, ref, { type: 'merge', body: { metadata: { finalizers: null } } });
    expect((await refusal(api.get(pod, ref))).reason).toBe('NotFound');
  });

  test('taking the finalizer does not end a grace period', async () => {
    const { api } = await rigWithPod({ finalizers: ['a.b/c'] });
    await api.delete(context, pod, ref);
    await api.patch(context, pod, ref, { type: 'merge', body: { metadata: { finalizers: null } } });
    expect((await api.get(pod, ref)).metadata.deletionGracePeriodSeconds).toBe(30);
  });
});

describe('a namespace', () => {
  const target = { name: 'two' };

  async function rigWithNamespace() {
    const rig = await apiRig();
    await rig.api.create(context, namespace, { metadata: target });
    return rig;
  }

  test('terminates until its finalizers are gone', async () => {
    const { api } = await rigWithNamespace();
    const { object, removed } = await api.delete(context, namespace, target);
    expect(removed).toBe(false);
    expect(object).toMatchObject({
      metadata: { deletionTimestamp: startTime },
      status: { phase: 'Terminating' },
    });
    expect(object.metadata.deletionGracePeriodSeconds).toBeUndefined();
    expect((await api.delete(context, namespace, target)).object).toBe(object);

    const wanted = { ...object, spec: { finalizers: [] } };
    await api.update(context, namespace, target, wanted, 'finalize');
    expect((await refusal(api.get(namespace, target))).reason).toBe('NotFound');
  });

  test('goes by a second deletion when nothing keeps it', async () => {
    const { api } = await rigWithNamespace();
    const present = await api.get(namespace, target);
    await api.update(context, namespace, target, { ...present, spec: {} }, 'finalize');
    expect((await api.delete(context, namespace, target)).removed).toBe(false);
    expect((await api.delete(context, namespace, target)).removed).toBe(true);
  });

  test('of the system stays', async () => {
    const { api } = await rigWithNamespace();
    const error = await refusal(api.delete(context, namespace, { name: 'default' }));
    expect(error).toMatchObject({
      code: 403,
      message: 'namespaces "default" is forbidden: this namespace may not be deleted',
    });
  });
});

describe('a dry run', () => {
  test('answers the marked object and stores nothing', async () => {
    const { api, store, made } = await rigWith(widget);
    const { object } = await api.delete(dryRun, widget, ref, { propagationPolicy: 'Foreground' });
    expect(object.metadata).toMatchObject({
      generation: 2,
      finalizers: ['foregroundDeletion'],
      resourceVersion: made.metadata.resourceVersion,
    });
    expect(await api.get(widget, ref)).toBe(made);
    expect((await api.delete(dryRun, widget, ref)).removed).toBe(true);
    expect(await api.get(widget, ref)).toBe(made);
    expect(String(store.revision())).toBe(made.metadata.resourceVersion);
  });
});

describe('a collection', () => {
  test('goes as far as selectors, finalizers and limit let it', async () => {
    const { api } = await apiRig();
    const make = (name: string, g: string, finalizers: string[] = []) =>
      api.create(context, note, { metadata: { name, labels: { g }, finalizers } }, 'default');
    await make('a', '1');
    await make('b', '1', ['a.b/c']);
    await make('c', '2');
    const names = async () => (await api.list(note)).items.map(({ metadata }) => metadata.name);

    const gone = await api.deleteCollection(context, note, {
      namespace: 'default',
      labelSelector: 'g=1',
    });
    expect(gone.items.map(({ metadata }) => [metadata.name, metadata.deletionTimestamp])).toEqual([
      ['a', undefined],
      ['b', undefined],
    ]);
    expect(await names()).toEqual(['b', 'c']);
    const page = await api.deleteCollection(context, note, { namespace: 'default', limit: 1 });
    expect(page.metadata).toMatchObject({ continue: expect.any(String), remainingItemCount: 1 });
    expect(await names()).toEqual(['b', 'c']);
    await api.deleteCollection(context, note, { namespace: 'default' });
    expect(await names()).toEqual(['b']);
  });
});
