import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError, deepEqual, type KubeObject } from '#values';
import type { Change } from '#store';
import {
  apiRig,
  changesAfter,
  context,
  widget,
  type ApiRig,
  type Widget,
} from '../../support/api.ts';

type Step =
  | { do: 'create'; finalizer: boolean }
  | { do: 'read' }
  | { do: 'put' | 'status'; locked: boolean; value: number }
  | { do: 'patch'; value: number }
  | { do: 'label'; value: number }
  | { do: 'delete' | 'free' };

interface Named {
  readonly name: string;
  readonly step: Step;
}

const value = fc.integer({ min: -1, max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('create' as const), finalizer: fc.boolean() }),
  fc.record({ do: fc.constant('read' as const) }),
  fc.record({
    do: fc.constantFrom('put' as const, 'status' as const),
    locked: fc.boolean(),
    value,
  }),
  fc.record({ do: fc.constant('patch' as const), value }),
  fc.record({ do: fc.constant('label' as const), value }),
  fc.record({ do: fc.constantFrom('delete' as const, 'free' as const) }),
);
const steps = fc.array(fc.record({ name: fc.constantFrom('a', 'b'), step }), { maxLength: 40 });

const merge = (body: unknown) => ({ type: 'merge', body }) as const;

/** A client that runs operations on objects as it last saw them. */
class Player {
  readonly #rig: ApiRig;
  readonly #seen = new Map<string, Widget>();

  constructor(rig: ApiRig) {
    this.#rig = rig;
  }

  async play({ name, step }: Named): Promise<Widget | undefined> {
    const { api } = this.#rig;
    const ref = { namespace: 'default', name };
    const seen = this.#seen.get(name);
    switch (step.do) {
      case 'create': {
        const metadata = { name, finalizers: step.finalizer ? ['a.b/c'] : [] };
        return api.create(context, widget, { metadata }, 'default');
      }
      case 'read':
        this.#seen.set(name, await api.get(widget, ref));
        return undefined;
      case 'put':
      case 'status': {
        if (seen === undefined) return undefined;
        const resourceVersion = step.locked ? seen.metadata.resourceVersion : '';
        const metadata = { ...seen.metadata, uid: '', resourceVersion };
        const wanted = {
          ...seen,
          metadata,
          spec: { size: step.value },
          status: { ready: step.value },
        };
        const endpoint = step.do === 'put' ? 'main' : 'status';
        return (await api.update(context, widget, ref, wanted, endpoint)).object;
      }
      case 'patch':
        return (await api.patch(context, widget, ref, merge({ spec: { size: step.value } })))
          .object;
      case 'label': {
        const labels = { value: String(step.value), bad: step.value < 0 ? '-' : null };
        return (await api.patch(context, widget, ref, merge({ metadata: { labels } }))).object;
      }
      case 'delete':
        return (await api.delete(context, widget, ref)).object;
      case 'free':
        return (await api.patch(context, widget, ref, merge({ metadata: { finalizers: null } })))
          .object;
    }
  }
}

/** The object without what every write changes. */
function content({ metadata, ...rest }: KubeObject): unknown {
  return { ...rest, metadata: { ...metadata, resourceVersion: '' } };
}

/** What must hold for every write, whatever led to it. */
function checkChange({ type, value, previous, revision }: Change): void {
  expect(value.metadata.resourceVersion).toBe(String(revision));
  if (type === 'created') expect(value.metadata.generation).toBe(1);
  if (type !== 'updated') return;
  const [now, before] = [value as Widget, previous as Widget];
  expect(content(now)).not.toEqual(content(before));
  expect(now.metadata.uid).toBe(before.metadata.uid);
  expect(now.metadata.creationTimestamp).toBe(before.metadata.creationTimestamp);
  const isMarked = now.metadata.deletionTimestamp !== before.metadata.deletionTimestamp;
  const bumps = Number(isMarked) + Number(!deepEqual(now.spec, before.spec));
  expect(now.metadata.generation).toBe(before.metadata.generation! + bumps);
  expect(now.spec.size ?? 0).toBeGreaterThanOrEqual(0);
}

test('one after the other: a write is stored or refused, whole', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (played) => {
      const rig = await apiRig();
      const player = new Player(rig);
      for (const named of played) {
        const before = rig.store.revision();
        try {
          await player.play(named);
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
          expect(rig.store.revision()).toBe(before);
        }
      }
      const changes = await changesAfter(rig.store, 1);
      changes.forEach(checkChange);
      expect(changes.map(({ revision }) => revision)).toEqual(changes.map((_, index) => index + 2));
    }),
    { numRuns: 300 },
  );
});

test('all at once: the same holds, and what was answered was stored', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (played) => {
      const rig = await apiRig();
      const player = new Player(rig);
      // What was seen by then is what the crowd starts from.
      const half = Math.floor(played.length / 2);
      for (const named of played.slice(0, half)) await player.play(named).catch(() => undefined);
      const crowd = played.slice(half).map((named) => player.play(named));
      const outcomes = await Promise.allSettled(crowd);
      const changes = await changesAfter(rig.store, 1);
      changes.forEach(checkChange);
      const stored = new Set(changes.map(({ value: { metadata } }) => metadata.resourceVersion));
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(ApiError);
        else if (outcome.value !== undefined) {
          expect(stored).toContain(outcome.value.metadata.resourceVersion);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('no write is lost: what several clients count up together adds up', async () => {
  const work = fc.array(fc.array(fc.constantFrom('main', 'status'), { maxLength: 5 }), {
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(work, async (clients) => {
      const { api } = await apiRig();
      const ref = { namespace: 'default', name: 'w' };
      await api.create(context, widget, { metadata: { name: 'w' } }, 'default');

      async function countUp(endpoint: 'main' | 'status'): Promise<void> {
        for (;;) {
          const old = await api.get(widget, ref);
          const spec = { ...old.spec, size: (old.spec.size ?? 0) + 1 };
          const status = { ready: old.status!.ready! + 1 };
          try {
            await api.update(context, widget, ref, { ...old, spec, status }, endpoint);
            return;
          } catch (error) {
            if ((error as ApiError).reason !== 'Conflict') throw error;
          }
        }
      }
      await Promise.all(
        clients.map(async (endpoints) => {
          for (const endpoint of endpoints) await countUp(endpoint as 'main' | 'status');
        }),
      );
      const last = await api.get(widget, ref);
      const writes = clients.flat();
      const sizes = writes.filter((endpoint) => endpoint === 'main').length;
      expect(last.spec.size ?? 0).toBe(sizes);
      expect(last.status!.ready).toBe(writes.length - sizes);
      expect(last.metadata.generation).toBe(1 + sizes);
    }),
  );
});
