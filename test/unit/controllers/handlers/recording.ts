/** Stands in for what handlers talk to, and writes down what they say. */
import type { Cause, KubeObject } from '#values';
import type { Handlers, Lister, WorkQueue } from '#runtime';

export const cause: Cause = { timer: 'test' };

/** A lister of these objects, by name only; its indexes are functions by name. */
export function listerOf<T extends KubeObject>(
  objects: readonly T[],
  indexes: Readonly<Record<string, (value: string) => readonly T[]>> = {},
): Lister<T> {
  const get = (namespace: string | undefined, name: string): T | undefined =>
    objects.find(({ metadata }) => metadata.name === name && metadata.namespace === namespace);
  return {
    get,
    getByKey(key) {
      const [name, namespace] = key.split('/').reverse();
      return get(namespace, name!);
    },
    list: (namespace) =>
      objects.filter(({ metadata }) => namespace === undefined || metadata.namespace === namespace),
    byIndex: (index, value) => indexes[index]!(value),
    size: objects.length,
  };
}

export const labels = { app: 'web' };

/** A workload named so: `a` and `b` select the pods, `c` selects others. */
export function workload(kind: string, name: string, spec: object = {}): KubeObject {
  const matchLabels = name === 'c' ? { app: 'other' } : labels;
  const selector = kind === 'ReplicationController' ? matchLabels : { matchLabels };
  return {
    apiVersion: 'v1',
    kind,
    metadata: { name, namespace: 'default', uid: `uid-${name}` },
    spec: { selector, template: { spec: { containers: [] } }, ...spec },
    status: {},
  } as unknown as KubeObject;
}

/** What handlers say: `add a`, `settled a`, `1000 a` for a delay, each with the key's name only. */
export class Said {
  readonly words: string[] = [];

  note = (word: string, key: string): void => {
    this.words.push(`${word} ${key.replace(/^default\//, '')}`);
  };

  /** @param prefix before each word, to tell queues apart */
  queue(prefix = '', failures = 0): WorkQueue {
    const noted =
      (word: string) =>
      (key: string): void =>
        this.note(prefix + word, key);
    return {
      add: noted('add'),
      addWhenSettled: noted('settled'),
      addAfter: (key, delayMs) => this.note(`${prefix}${delayMs}`, key),
      addRateLimited: noted('limited'),
      forget: noted('forget'),
      failures: () => failures,
      length: 0,
    };
  }
}

/** A change of an object: created, changed from what it was, or deleted. */
export type Happening<T> = (handlers: Handlers<T>) => void;

export const created =
  <T>(object: T): Happening<T> =>
  (handlers) =>
    handlers.added?.(object, cause);
export const changed =
  <T>(old: T, object: T): Happening<T> =>
  (handlers) =>
    handlers.updated?.(object, old, cause);
export const deleted =
  <T>(object: T): Happening<T> =>
  (handlers) =>
    handlers.deleted?.(object, cause);

/** Expectations that say what they observe. */
export const expectationsOf = (said: Said): never =>
  ({
    creationObserved: (key: string) => said.note('one created', key),
    deletionObserved: (key: string) => said.note('one deleted', key),
    forget: (key: string) => said.note('nothing expected', key),
  }) as never;
