/** Clients of a store, in the process and over HTTP, as alike as the contract needs them. */
import { machineTimers, Random, type WallTimers } from '#clock';
import { namespace, defaultProfile, withGates } from '#kinds';
import { kindsOf } from '#catalog';
import type { KubeObject } from '#values';
import { admin, createServerApp, listen, Tokens } from '#server';
import { CompareFailedError, type StoreWatch } from '#store';
import { TestApi } from '../support/test-api.ts';
import type { Held } from './checker.ts';
import type { Served } from './stores.ts';

const kinds = kindsOf(defaultProfile);

export interface Event {
  readonly type: 'created' | 'updated' | 'deleted' | 'bookmark';
  readonly key: string;
  readonly mark: string;
  readonly revision: number;
}

/** What a watch shows, one after the other; it ends when it is stopped. */
export interface Watching {
  next(): Promise<Event | undefined>;
  stop(): void;
}

export interface Client {
  /** Shows all that any client was answered before. */
  read(key: string): Promise<Held>;
  /** Writes a mark, or deletes, where that revision is. @returns the write's; undefined: it was refused */
  write(key: string, mark: string | undefined, expected: number): Promise<number | undefined>;
  revision(): Promise<number>;
  watch(after: number): Watching;
  close(): Promise<void>;
}

export type MakeClient = (served: Served) => Promise<Client>;

const bucket = 'configmaps';
const origin = { actor: 'test' };

function versionOf({ metadata }: KubeObject): number {
  return Number(metadata.resourceVersion);
}

function heldIn(object: KubeObject | undefined): Held {
  if (object === undefined) return undefined;
  return { revision: versionOf(object), mark: object.metadata.annotations!['mark']! };
}

function objectOf(key: string, mark: string): KubeObject {
  const metadata = {
    ...{ namespace: 'default', name: key, uid: `${key}-${mark}`, annotations: { mark } },
    creationTimestamp: '2026-01-01T00:00:00Z',
  };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata } as unknown as KubeObject;
}

/** In the process, by the store's own interface. Like a server, it shows nothing that is not kept. */
export const inProcess: MakeClient = async ({ store, kept = async () => undefined }) => ({
  async read(key) {
    await store.fresh();
    const held = heldIn(await store.get(bucket, `default/${key}`));
    await kept();
    return held;
  },
  async write(key, mark, expected) {
    const name = `default/${key}`;
    try {
      const written =
        mark === undefined
          ? await store.delete(bucket, name, { origin, expected })
          : await store.put(bucket, name, objectOf(key, mark), { origin, expected });
      await kept();
      return versionOf(written);
    } catch (error) {
      if (!(error instanceof CompareFailedError)) throw error;
      await kept();
      return undefined;
    }
  },
  async revision() {
    await store.fresh();
    const revision = store.revision();
    await kept();
    return revision;
  },
  watch: (after) => watchingStore(store.watch(bucket, { after }), kept),
  close: async () => undefined,
});

function watchingStore(watch: StoreWatch, kept: () => Promise<void> | undefined): Watching {
  const events: Event[] = [];
  return {
    async next() {
      if (events.length === 0) {
        const changes = await watch.next();
        await kept();
        for (const { type, revision, value } of changes) {
          const { name: key, annotations } = value.metadata;
          events.push({ type, key, mark: annotations!['mark']!, revision });
        }
      }
      return events.shift();
    },
    stop: () => watch.stop(),
  };
}

const path = '/api/v1/namespaces/default/configmaps';
/** Watches end after these seconds, by timers that run faster. */
const watchSeconds = 3;
const bookmarkMs = 1000;

/** Over HTTP, by a server of its own. */
export const throughApi: MakeClient = async ({ store, clock, kept }) => {
  const timers = quickBookmarks(machineTimers());
  const profile = withGates(defaultProfile, {});
  // Servers of one store draw uids of their own.
  const random = new Random(String(store.revision()));
  const api = new TestApi({ store, clock, random, profile, kinds });
  const name = 'default';
  await api
    .create({ origin }, namespace, { metadata: { name } })
    .catch((error: { code?: number }) => {
      if (error.code !== 409) throw error;
    });
  const tokens = new Tokens();
  tokens.add('token', admin);
  const app = createServerApp({
    ...{ api, profile, tokens, timers, now: () => clock.now(), awaitDurable: kept },
    onDefect(defect) {
      throw defect;
    },
  });
  const listening = await listen(app, { host: '127.0.0.1', port: 0, timers });
  const base = `http://127.0.0.1:${listening.port}${path}`;
  const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
  const ask = async (method: string, url: string, body?: object): Promise<KubeObject | number> => {
    const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await fetch(url, sent);
    if (answer.ok) return (await answer.json()) as KubeObject;
    const text = await answer.text();
    if (answer.status === 404 || answer.status === 409) return answer.status;
    throw new Error(`${method} ${url}: ${answer.status} ${text}`);
  };
  return {
    async read(key) {
      const found = await ask('GET', `${base}/${key}`);
      return typeof found === 'number' ? undefined : heldIn(found);
    },
    async write(key, mark, expected) {
      const url = `${base}/${key}`;
      const metadata = { name: key, annotations: { mark }, resourceVersion: String(expected) };
      const done = await (mark === undefined
        ? ask('DELETE', url, { preconditions: { resourceVersion: String(expected) } })
        : expected === 0
          ? ask('POST', base, { metadata: { ...metadata, resourceVersion: undefined } })
          : ask('PUT', url, { metadata }));
      if (typeof done === 'number') return undefined;
      return mark === undefined ? deletedAt(store, key, expected) : versionOf(done);
    },
    async revision() {
      return versionOf((await ask('GET', `${base}?limit=1`)) as KubeObject);
    },
    watch: (after) => watchingApi(base, headers, after),
    async close() {
      await listening.close();
    },
  };
};

/** A deletion answers with a Status; when it was says the store. */
function deletedAt(store: Served['store'], key: string, expected: number): number {
  const changes = [...store.past.changesOf(bucket, `default/${key}`)];
  const found = changes.findLast(({ type, revision }) => type === 'deleted' && revision > expected);
  return found!.revision;
}

function watchingApi(base: string, headers: Record<string, string>, after: number): Watching {
  const ending = new AbortController();
  const query = `watch=1&allowWatchBookmarks=true&timeoutSeconds=${watchSeconds}`;
  let at = after;
  let events: AsyncGenerator<Event> | undefined;
  /** A watch that has ended is followed by another one from where it was, as clients do. */
  const next = async (): Promise<Event | undefined> => {
    while (!ending.signal.aborted) {
      events ??= lines(`${base}?${query}&resourceVersion=${at}`, headers, ending.signal);
      const { done, value } = await events.next().catch((error: unknown) => {
        if (ending.signal.aborted) return { done: true, value: undefined };
        throw error;
      });
      if (done !== true && value !== undefined) {
        at = value.revision;
        return value;
      }
      events = undefined;
    }
    return undefined;
  };
  return { next, stop: () => ending.abort() };
}

const types = { ADDED: 'created', MODIFIED: 'updated', DELETED: 'deleted', BOOKMARK: 'bookmark' };

async function* lines(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): AsyncGenerator<Event> {
  const { body } = await fetch(url, { headers, signal });
  let text = '';
  for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
    const parts = (text + chunk).split('\n');
    text = parts.pop()!;
    for (const part of parts) {
      const { type, object } = JSON.parse(part) as { type: keyof typeof types; object: KubeObject };
      if (!(type in types)) throw new Error(part);
      const { name: key, annotations } = object.metadata;
      const mark = annotations?.['mark'] ?? '';
      yield { type: types[type] as Event['type'], key, mark, revision: versionOf(object) };
    }
  }
}

/** The bookmark before the end of a watch comes at once. */
function quickBookmarks(timers: WallTimers): WallTimers {
  return {
    after: (ms, run) => timers.after(ms === bookmarkMs ? 20 : ms, run),
    turn: () => timers.turn(),
  };
}
