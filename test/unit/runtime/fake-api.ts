/** An API in a few lines, for the runtime's own tests: versions, watches, and trouble on demand. */
import { alreadyExists, expired, keyOf, notFound, type KubeObject, type Origin } from '#values';
import type { Discovery } from '#catalog';
import type { Kind } from '#kinds';
import {
  Client,
  type Call as ClientCall,
  type ClientFactory,
  type Ref,
  type Request,
  type Requests,
  type Verb,
  type Watch,
  type WatchEvent,
} from '#request';

/** As much of a kind as clients look at. */
export function fakeKind<T extends KubeObject = KubeObject>(kind: string, plural: string): Kind<T> {
  const parts = { group: '', version: 'v1', kind, plural, namespaced: true };
  const groups = { names: {}, wire: {}, rules: {}, table: { columns: [] }, view: {} };
  return { ...parts, ...groups, schema: { fields: {} } } as unknown as Kind<T>;
}

export interface Call {
  readonly verb: string;
  readonly origin: Origin;
  readonly kind: string;
  readonly name: string;
  readonly body?: unknown;
}

interface Logged {
  readonly revision: number;
  readonly plural: string;
  readonly event: WatchEvent<KubeObject>;
}

export class FakeApi implements ClientFactory {
  /** All calls but list and watch, in order, refused ones too. */
  readonly calls: Call[] = [];
  /** Called before each call: throws to refuse it, or awaits to delay it. */
  gate: (call: Call) => void | Promise<void> = () => undefined;
  lists = 0;
  /** What discovery tells, or why it tells nothing. */
  discovery: Discovery | Error = { resources: [], failures: new Map() };
  readonly #objects = new Map<string, Map<string, KubeObject>>();
  readonly #log: Logged[] = [];
  readonly #watches = new Set<FakeWatch>();
  #revision = 0;
  #compacted = 0;

  as(origin: Origin): Client {
    const answers = new FakeAnswers(this, origin);
    return new Client((request) => answers.answer(request));
  }

  all(plural: string): KubeObject[] {
    return [...this.#bucket(plural).values()];
  }

  /** Ends all watches, as a lost connection does. */
  drop(): void {
    for (const watch of [...this.#watches]) watch.stop();
  }

  /** Forgets history: whoever watches from before now gets a 410. */
  compact(): void {
    this.#compacted = this.#revision;
  }

  /** Lets watchers look at the log again. They see nothing before it is called. */
  flush(): void {
    for (const watch of [...this.#watches]) watch.wake();
  }

  get revision(): number {
    return this.#revision;
  }

  get(plural: string, key: string): KubeObject | undefined {
    return this.#bucket(plural).get(key);
  }

  put(plural: string, object: KubeObject): KubeObject {
    const old = this.get(plural, keyOf(object));
    const stored = this.#versioned(object, old?.metadata.uid);
    this.#bucket(plural).set(keyOf(object), stored);
    this.#append(plural, { type: old === undefined ? 'ADDED' : 'MODIFIED', object: stored });
    return stored;
  }

  remove(plural: string, key: string): void {
    const old = this.get(plural, key)!;
    this.#bucket(plural).delete(key);
    const object = this.#versioned(old, old.metadata.uid);
    this.#append(plural, { type: 'DELETED', object });
  }

  watch(plural: string, after: number): FakeWatch {
    const watch = new FakeWatch({
      read: (cursor) => {
        if (cursor < this.#compacted) throw expired('too old');
        return this.#log.filter((entry) => entry.plural === plural && entry.revision > cursor);
      },
      after,
      ended: () => this.#watches.delete(watch),
    });
    this.#watches.add(watch);
    return watch;
  }

  #append(plural: string, event: WatchEvent<KubeObject>): void {
    this.#log.push({ revision: this.#revision, plural, event });
  }

  #bucket(plural: string): Map<string, KubeObject> {
    let bucket = this.#objects.get(plural);
    if (bucket === undefined) this.#objects.set(plural, (bucket = new Map()));
    return bucket;
  }

  #versioned(object: KubeObject, uid: string | undefined): KubeObject {
    const resourceVersion = String(++this.#revision);
    const metadata = { ...object.metadata, resourceVersion, uid: uid ?? `uid-${resourceVersion}` };
    return { ...object, metadata };
  }
}

interface LogSource {
  /** What comes after a revision; throws when that has been forgotten. */
  readonly read: (cursor: number) => readonly Logged[];
  readonly after: number;
  readonly ended: () => void;
}

class FakeWatch implements Watch<KubeObject> {
  readonly #source: LogSource;
  #cursor: number;
  #pending: (() => void) | undefined;
  #stopped = false;

  constructor(source: LogSource) {
    this.#source = source;
    this.#cursor = source.after;
  }

  async next(): Promise<readonly WatchEvent<KubeObject>[]> {
    while (!this.#stopped) {
      const entries = this.#source.read(this.#cursor);
      const last = entries.at(-1);
      if (last !== undefined) {
        this.#cursor = last.revision;
        return entries.map(({ event }) => event);
      }
      await new Promise<void>((resolve) => (this.#pending = resolve));
    }
    return [];
  }

  stop(): void {
    this.#stopped = true;
    this.#source.ended();
    this.wake();
  }

  wake(): void {
    this.#pending?.();
    this.#pending = undefined;
  }
}

type Answers = { readonly [V in Verb]?: (request: Requests<Kind>[V]) => unknown };

/** What clients of one origin are answered. */
class FakeAnswers {
  readonly #api: FakeApi;
  readonly #origin: Origin;

  constructor(api: FakeApi, origin: Origin) {
    this.#api = api;
    this.#origin = origin;
  }

  answer(request: Request): ReturnType<ClientCall> {
    const answer = this.#answers[request.verb] as
      ((request: Request) => ReturnType<ClientCall>) | undefined;
    if (answer === undefined) throw new Error(`${request.verb} is not faked`);
    return answer(request);
  }

  readonly #answers: Answers = {
    discover: async () => {
      if (this.#api.discovery instanceof Error) throw this.#api.discovery;
      return this.#api.discovery;
    },
    get: async ({ kind, ref }) => {
      await this.#enter('get', kind, ref.name);
      return this.#found(kind, ref);
    },
    list: async ({ kind }) => {
      this.#api.lists++;
      await this.#enter('list', kind, '', undefined, false);
      const items = this.#api.all(kind.plural);
      return { items, metadata: { resourceVersion: String(this.#api.revision) } };
    },
    watch: ({ kind, options }) => this.#api.watch(kind.plural, Number(options.resourceVersion)),
    create: async ({ kind, body }) => {
      const { generateName, name = `${generateName}${this.#api.revision}` } = body.metadata;
      await this.#enter('create', kind, name, body);
      const made = {
        apiVersion: kind.version,
        kind: kind.kind,
        ...body,
        metadata: { ...body.metadata, name },
      } as unknown as KubeObject;
      if (this.#api.get(kind.plural, keyOf(made)) !== undefined) throw alreadyExists(kind, name);
      return this.#api.put(kind.plural, made);
    },
    update: async ({ kind, body }) => {
      await this.#enter('update', kind, body.metadata.name, body);
      return this.#api.put(kind.plural, body);
    },
    /** Merges top-level fields only, metadata not at all. */
    patch: async ({ kind, ref, patch }) => {
      await this.#enter('patch', kind, ref.name, patch);
      const old = this.#found(kind, ref);
      const { metadata } = old;
      return this.#api.put(kind.plural, { ...old, ...(patch.body as object), metadata });
    },
    updatemany: async ({ versions }) => versions.map(() => undefined),
    delete: async ({ kind, ref }) => {
      await this.#enter('delete', kind, ref.name);
      this.#found(kind, ref);
      this.#api.remove(kind.plural, keyOf({ metadata: ref }));
    },
  };

  async #enter(
    verb: string,
    kind: { readonly kind: string },
    name: string,
    body?: unknown,
    logged = true,
  ): Promise<void> {
    const call: Call = { verb, origin: this.#origin, kind: kind.kind, name, body };
    if (logged) this.#api.calls.push(call);
    await this.#api.gate(call);
  }

  #found(kind: Kind, ref: Ref): KubeObject {
    const found = this.#api.get(kind.plural, keyOf({ metadata: ref }));
    if (found === undefined) throw notFound(kind, ref.name);
    return found;
  }
}

/** An object with what a test names; the fake API fills in uid and version. */
export function object(
  name: string,
  more: { readonly namespace?: string; readonly labels?: Record<string, string> } & object = {},
): KubeObject {
  const { namespace = 'default', labels, ...rest } = more;
  const metadata = { name, namespace, ...(labels && { labels }), creationTimestamp: '' };
  return { apiVersion: 'v1', kind: 'Thing', metadata, ...rest } as unknown as KubeObject;
}
