/** The client interface over HTTP: the same controllers run against any v1.24 API server. */
import {
  apiVersionOf,
  scaleOf,
  type Kind,
  type KubeObject,
  type NewObject,
  type Origin,
} from '#kinds';
import type {
  Client,
  ClientFactory,
  DeleteOptions,
  ListOptions,
  ObjectList,
  Patch,
  Ref,
  VersionRef,
  Watch,
  WatchOptions,
  WriteOptions,
} from '#runtime';
import { Http, type Connection } from './http.ts';
import { errorOf } from './remote-error.ts';
import { RemoteWatch } from './remote-watch.ts';

const patchTypes: Readonly<Record<Patch['type'], string>> = {
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  json: 'application/json-patch+json',
  apply: 'application/apply-patch+yaml',
};

/**
 * Clients of a server elsewhere. Calls do not hold the clock: a server of its own has a time of its
 * own. Of an origin only the actor travels, as the User-Agent, which names the fields' manager.
 */
export class RemoteClients implements ClientFactory {
  readonly #http: Http;

  constructor(connection: Connection) {
    this.#http = new Http(connection);
  }

  as({ actor }: Origin): Client {
    return new RemoteClient(this.#http, actor);
  }

  /** Closes idle connections. */
  close(): void {
    this.#http.close();
  }
}

/** Of an apply the server wants to be told who owns the fields. */
function applyQuery(manager: string, force = false): string {
  return `?fieldManager=${encodeURIComponent(manager)}&force=${force}`;
}

class RemoteClient implements Client {
  readonly #http: Http;
  readonly #userAgent: string;

  constructor(http: Http, userAgent: string) {
    this.#http = http;
    this.#userAgent = userAgent;
  }

  get<T extends KubeObject>(kind: Kind<T>, ref: Ref): Promise<T> {
    return this.#call('GET', objectPath(kind, ref));
  }

  async list<T extends KubeObject>(
    kind: Kind<T>,
    options: ListOptions = {},
  ): Promise<ObjectList<T>> {
    const path = collectionPath(kind, options.namespace) + queryOf(options);
    const found = await this.#call<ObjectList<T>>('GET', path);
    const identity = { apiVersion: apiVersionOf(kind), kind: kind.kind };
    // Items of a list do not say what they are.
    return {
      metadata: found.metadata,
      items: found.items.map((item) => ({ ...identity, ...item })),
    };
  }

  watch<T extends KubeObject>(kind: Kind<T>, options: WatchOptions): Watch<T> {
    const query = queryOf({ ...options, watch: 'true', allowWatchBookmarks: 'true' });
    const path = collectionPath(kind, options.namespace) + query;
    const call = { method: 'GET', path, userAgent: this.#userAgent };
    return new RemoteWatch<T>((signal) => this.#http.stream(call, signal));
  }

  create<T extends KubeObject>(kind: Kind<T>, object: NewObject<T>): Promise<T> {
    const body = { ...object, apiVersion: apiVersionOf(kind), kind: kind.kind };
    return this.#call('POST', collectionPath(kind, object.metadata.namespace), body);
  }

  async update<T extends KubeObject>(
    kind: Kind<T>,
    object: T,
    options: WriteOptions = {},
  ): Promise<T> {
    const path = objectPath(kind, object.metadata);
    const { subresource } = options;
    if (subresource !== 'scale') return this.#call('PUT', path + below(subresource), object);
    await this.#call('PUT', `${path}/scale`, scaleOf(kind, object));
    return this.get(kind, object.metadata);
  }

  async patch<T extends KubeObject>(
    kind: Kind<T>,
    ref: Ref,
    { type, body, force }: Patch,
    { subresource }: WriteOptions = {},
  ): Promise<T> {
    const query = type === 'apply' ? applyQuery(this.#userAgent, force) : '';
    const path = objectPath(kind, ref) + below(subresource) + query;
    const patched = await this.#call<T>('PATCH', path, body, patchTypes[type]);
    return subresource === 'scale' ? this.get(kind, ref) : patched;
  }

  /** There is no such call on the wire. */
  renew(leases: readonly VersionRef[]): Promise<readonly undefined[]> {
    return Promise.resolve(leases.map(() => undefined));
  }

  /** Nor is there this one. */
  heartbeat(nodes: readonly VersionRef[]): Promise<readonly undefined[]> {
    return Promise.resolve(nodes.map(() => undefined));
  }

  async delete<T extends KubeObject>(
    kind: Kind<T>,
    ref: Ref,
    options: DeleteOptions = {},
  ): Promise<void> {
    const body = { apiVersion: 'v1', kind: 'DeleteOptions', ...options };
    await this.#call('DELETE', objectPath(kind, ref), body);
  }

  async deleteCollection<T extends KubeObject>(
    kind: Kind<T>,
    which: ListOptions,
    options: DeleteOptions = {},
  ): Promise<void> {
    const body = { apiVersion: 'v1', kind: 'DeleteOptions', ...options };
    await this.#call('DELETE', collectionPath(kind, which.namespace) + queryOf(which), body);
  }

  async createSubresource<T extends KubeObject>(
    kind: Kind<T>,
    ref: Ref,
    subresource: string,
    body: unknown,
  ): Promise<void> {
    await this.#call('POST', `${objectPath(kind, ref)}/${subresource}`, body);
  }

  async #call<A>(method: string, path: string, body?: unknown, contentType?: string): Promise<A> {
    const userAgent = this.#userAgent;
    const answer = await this.#http.call({ method, path, body, contentType, userAgent });
    if (answer.status >= 400) throw errorOf(answer);
    return JSON.parse(answer.text) as A;
  }
}

function collectionPath(
  { group, version, plural, namespaced }: Pick<Kind, 'group' | 'version' | 'plural' | 'namespaced'>,
  namespace: string | undefined,
): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const inside = namespaced && namespace ? `/namespaces/${encodeURIComponent(namespace)}` : '';
  return `${root}${inside}/${plural}`;
}

function objectPath<T extends KubeObject>(kind: Kind<T>, { namespace, name }: Ref): string {
  return `${collectionPath(kind, namespace)}/${encodeURIComponent(name)}`;
}

function below(subresource: string | undefined): string {
  return subresource === undefined ? '' : `/${subresource}`;
}

function queryOf(options: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options) as [string, string | number | undefined][]) {
    if (value !== undefined && name !== 'namespace') query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
