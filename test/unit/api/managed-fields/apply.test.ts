/** Server-side apply, as a v1.24 server does it. */
import fc from 'fast-check';
import { daemonSet, pod } from '#kinds';
import { beforeEach, describe, expect, test } from 'vitest';
import { refusal } from '../../../support/api.ts';
import {
  ref,
  as,
  rig,
  renewRig,
  body,
  applyBody,
  apply,
  refused,
  update,
  whole,
  labels,
  owned,
  labelFields,
  names,
} from './apply-rig.ts';

beforeEach(renewRig);

const wholeFields = {
  'f:spec': {
    'f:selector': {},
    'f:template': {
      'f:metadata': { 'f:labels': { 'f:a': {} } },
      'f:spec': {
        'f:containers': { 'k:{"name":"main"}': { '.': {}, 'f:image': {}, 'f:name': {} } },
      },
    },
  },
};
const side = { name: 'side', image: 's:1', ports: [{ containerPort: 80 }] };
const withSide = { spec: { template: { spec: { containers: [side] } } } };

describe('applying', () => {
  test('creates what does not exist, and owns what it says, not the defaults', async () => {
    const { object, created } = await applyBody('alice', body(whole()));
    expect(created).toBe(true);
    expect(owned(object)).toEqual({ 'alice Apply': wholeFields });
    expect(object.spec.revisionHistoryLimit).toBe(10);
  });

  test('the same again changes nothing, at any time', async () => {
    const first = await apply('alice', { ...whole(), ...labels({ a: '1' }) });
    await rig.clock.advanceBy(5000);
    expect(await apply('alice', { ...whole(), ...labels({ a: '1' }) })).toBe(first);
  });

  test('the same in other words changes nothing either', async () => {
    const first = await apply('alice', whole({ resources: { limits: { cpu: '1000m' } } }));
    await rig.clock.advanceBy(5000);
    expect(await apply('alice', whole({ resources: { limits: { cpu: '1000m' } } }))).toBe(first);
  });

  test('what others say as well is owned by both', async () => {
    await apply('alice', { ...whole(), ...labels({ a: '1' }) });
    await rig.clock.advanceBy(1000);
    const object = await apply('bob', labels({ a: '1' }));
    expect(owned(object)).toEqual({
      'alice Apply': { ...wholeFields, ...labelFields('a') },
      'bob Apply': labelFields('a'),
    });
    expect(object.metadata.managedFields?.map(({ time }) => time)).toEqual([
      '2026-11-20T20:00:00Z',
      '2026-11-20T20:00:01Z',
    ]);
  });

  test('a dry run stores nothing', async () => {
    const object = await apply('alice', whole(), { context: { dryRun: true } });
    expect(object.metadata.resourceVersion).toBeUndefined();
    expect((await refusal(rig.api.get(daemonSet, ref))).code).toBe(404);
  });
});

describe('what is no longer applied', () => {
  test('goes, and a default comes back', async () => {
    await apply('alice', whole({}, { revisionHistoryLimit: 3, minReadySeconds: 5 }));
    const { spec } = await apply('alice', whole());
    expect(spec.revisionHistoryLimit).toBe(10);
    expect(spec).not.toHaveProperty('minReadySeconds');
  });

  test('goes from maps key by key, then as a whole', async () => {
    await apply('alice', { ...whole(), ...labels({ a: '1', b: '2' }) });
    const fewer = await apply('alice', { ...whole(), ...labels({ b: '2' }) });
    expect(fewer.metadata.labels).toEqual({ b: '2' });
    const none = await apply('alice', whole());
    expect(none.metadata).not.toHaveProperty('labels');
  });

  test('goes from lists with all that is in it', async () => {
    await apply('alice', whole());
    expect(names(await apply('bob', withSide))).toEqual(['main', 'side']);
    const object = await apply('bob', {});
    expect(names(object)).toEqual(['main']);
    expect(owned(object)).toEqual({ 'alice Apply': wholeFields });
  });

  test('stays while others own it', async () => {
    await apply('alice', { ...whole(), ...labels({ a: '1' }) });
    await apply('bob', labels({ a: '1' }));
    const kept = await apply('alice', whole());
    expect(kept.metadata.labels).toEqual({ a: '1' });
    expect(owned(kept)).toEqual({ 'alice Apply': wholeFields, 'bob Apply': labelFields('a') });
    expect((await apply('bob', {})).metadata).not.toHaveProperty('labels');
  });

  test('stays when an update has taken it', async () => {
    await apply('alice', { ...whole(), ...labels({ a: '1' }) });
    await update('bob', labels({ a: '2' }));
    const object = await apply('alice', whole());
    expect(object.metadata.labels).toEqual({ a: '2' });
    expect(owned(object)).toEqual({ 'alice Apply': wholeFields, 'bob Update': labelFields('a') });
  });

  test('takes nothing along that was never applied', async () => {
    await apply('alice', { ...whole(), ...labels({ a: '1' }) });
    await update('bob', labels({ b: '1' }));
    expect((await apply('alice', whole())).metadata.labels).toEqual({ b: '1' });
  });
});

describe('lists with keys', () => {
  test('keep the order in which they are applied', async () => {
    await apply('alice', whole());
    await apply('bob', withSide);
    const both = [{ name: 'first', image: 'f' }, side, { name: 'main', image: 'm:1' }];
    const spec = { template: { spec: { containers: both } } };
    expect(names(await apply('carol', { spec }))).toEqual(['first', 'side', 'main']);
  });

  test('know elements by the defaults of their keys', async () => {
    const object = await apply('alice', whole({ ports: [{ containerPort: 80 }] }));
    const [entry] = object.metadata.managedFields!;
    expect(JSON.stringify(entry?.fieldsV1)).toContain(
      JSON.stringify('k:{"containerPort":80,"protocol":"TCP"}'),
    );
    const named = whole({ ports: [{ containerPort: 80, protocol: 'TCP', name: 'web' }] });
    const { spec } = await apply('alice', named);
    expect(spec.template.spec.containers[0]?.ports).toEqual([
      { containerPort: 80, protocol: 'TCP', name: 'web' },
    ]);
  });
});

describe('to the status', () => {
  const status = (numberReady: number) => ({
    status: {
      currentNumberScheduled: 1,
      desiredNumberScheduled: 1,
      numberMisscheduled: 0,
      numberReady,
    },
  });
  const endpoint = 'status' as const;

  test('is owned apart; a spec is overlooked', async () => {
    await apply('alice', whole());
    const object = await apply('ctl', { ...status(1), spec: { minReadySeconds: 7 } }, { endpoint });
    expect(object.status.numberReady).toBe(1);
    expect(object.spec).not.toHaveProperty('minReadySeconds');
    expect(owned(object)['ctl Apply status']).toEqual({
      'f:status': {
        'f:currentNumberScheduled': {},
        'f:desiredNumberScheduled': {},
        'f:numberMisscheduled': {},
        'f:numberReady': {},
      },
    });
    const error = await refused('other', status(2), { endpoint });
    expect(error.message).toBe(
      'Apply failed with 1 conflict: conflict with "ctl" with subresource "status": .status.numberReady',
    );
  });

  test('of nothing is not found', async () => {
    expect((await refused('ctl', status(1), { endpoint })).code).toBe(404);
  });

  test('through the object is overlooked', async () => {
    const object = await apply('alice', { ...whole(), ...status(1) });
    expect(object.status.numberReady).toBe(0);
    expect(owned(object)).toEqual({ 'alice Apply': wholeFields });
  });
});

describe('in any order', () => {
  const values = fc.constantFrom('1', '2');
  const keys = fc.constantFrom('a', 'b', 'c');
  // No manager can remove the image from a container that another one applies.
  const container = fc.record(
    {
      image: fc.constant('m:1'),
      workingDir: values,
      env: fc.uniqueArray(keys).map((all) => all.map((name) => ({ name }))),
    },
    { requiredKeys: ['image'] },
  );
  const bodies = fc
    .record({
      labels: fc.dictionary(keys, values),
      containers: fc.dictionary(keys, container),
      limits: fc.dictionary(keys, values),
    })
    .map(({ labels: given, containers, limits }) =>
      body({
        // No labels are not written, so applying them would be a change every time.
        metadata: Object.keys(given).length > 0 ? { labels: given } : {},
        spec: {
          ...(limits['a'] && { minReadySeconds: Number(limits['a']) }),
          template: {
            spec: {
              containers: Object.entries(containers).map(([name, rest]) => ({ name, ...rest })),
            },
          },
        },
      }),
    );
  const writers = fc.constantFrom('alice', 'bob');
  const steps = fc.array(fc.tuple(writers, bodies), { minLength: 1, maxLength: 5 });

  test('applying again changes nothing; applying nothing leaves what was there before', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (applies) => {
        await renewRig();
        const start = await apply('base', whole());
        for (const [manager, given] of applies) {
          const { object } = await applyBody(manager, given, { force: true });
          expect((await applyBody(manager, given)).object).toBe(object);
          expect(Object.keys(owned(object))).toContain('base Apply');
        }
        for (const manager of ['alice', 'bob']) await apply(manager, {});
        const end = await rig.api.get(daemonSet, ref);
        expect(end.spec).toEqual(start.spec);
        expect(end.metadata.labels).toEqual(start.metadata.labels);
        expect(owned(end)).toEqual(owned(start));
      }),
      { numRuns: 60 },
    );
  });
});

test('pods are applied like all else', async () => {
  const change = {
    type: 'apply',
    body: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'x' },
      spec: { containers: [{ name: 'main', image: 'a:1' }] },
    },
  } as const;
  const { object } = await rig.api.patch(as('alice'), pod, ref, change);
  expect(object.status.phase).toBe('Pending');
  expect(Object.keys(owned(object))).toEqual(['alice Apply']);
});
