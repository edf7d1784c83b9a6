/** What the store's tests share: engines to test, and small objects to store. */
import type { KubeObject, Origin } from '#values';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Change, HistoryWindow, PutOptions, Store, StoreListOptions } from '#store';
import type { FakeClock } from '../../support/fake-clock.ts';

export interface Rig {
  readonly store: Store;
  readonly clock: FakeClock;
  /** Returns once all that the store has under way is delivered. */
  settle(): Promise<void>;
  /** A turn of the event loop goes by, for those who wait for one; settles. */
  turn(): Promise<void>;
}

/** Makes an engine to test. */
export type MakeRig = (options?: { window?: HistoryWindow; batch?: number }) => Rig;

/** Makes a fresh engine for each test, ends it, and sees that no hold is left behind. */
export function useRig(make: MakeRig) {
  let rig: Rig;
  beforeEach(() => {
    rig = make();
  });
  afterEach(() => {
    rig.store.close();
    expect(rig.clock.holds(), 'holds left behind').toBe(0);
  });
  return {
    get rig(): Rig {
      return rig;
    },
    /** Puts into the bucket `maps`. */
    put: (key: string, mark = key, options: Partial<PutOptions> = {}) =>
      rig.store.put('maps', key, marked(key, mark), { origin, ...options }),
    /** Deletes from the bucket `maps`. */
    remove: (key: string, options: { expected?: number } = {}) =>
      rig.store.delete('maps', key, { origin, ...options }),
    /** The marks in the bucket `maps`. */
    marks: async (options: StoreListOptions = {}) =>
      (await rig.store.list('maps', options)).items.map(markOf),
  };
}

export const origin: Origin = { actor: 'test' };

/** An object that carries a mark to know it by. */
export function marked(key: string, mark = key): KubeObject {
  const name = key.slice(key.indexOf('/') + 1);
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, annotations: { mark } },
  } as unknown as KubeObject;
}

export function markOf(object: KubeObject): string {
  return object.metadata.annotations!['mark']!;
}

/** A change in short: `revision type key`. */
export function inShort({ revision, type, key }: Change): string {
  return `${String(revision)} ${type} ${key}`;
}

/** The state of a promise so far. */
export interface Outcome<T> {
  value?: T;
  error?: unknown;
}

/** Follows a promise without waiting for it. */
export function outcome<T>(promise: Promise<T>): Outcome<T> {
  const result: Outcome<T> = {};
  promise.then(
    (value) => (result.value = value),
    (error: unknown) => (result.error = error),
  );
  return result;
}
