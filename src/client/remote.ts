/** The client interface over HTTP: the same controllers run against any v1.24 API server. */
import { machineWall } from '#clock';
import {
  apiVersionOf,
  programOf,
  scaleOf,
  type Discovery,
  type Kind,
  type KubeObject,
  type NewObject,
  type Origin,
  type ResourceType,
} from '#kinds';
import type {
  Client,
  ClientFactory,
  DeleteOptions,
  ListOptions,
  MetadataClient,
  ObjectList,
  Patch,
  Ref,
  VersionRef,
  Watch,
  WatchOptions,
  WriteOptions,
} from '#runtime';
import { discover } from './discovery.ts';
import { Http, type Answer, type Call, type Connection } from './http.ts';
import { errorOf } from './remote-error.ts';
import { RemoteWatch } from './remote-watch.ts';

const patchTypes: Readonly<Record<Patch['type'], string>> = {
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  json: 'application/json-patch+json',
  apply: 'application/apply-patch+yaml',
};

/** Answers with metadata alone, where the server can. */
const metadataOnly = (form: string): string =>
  `application/json;as=${form};g=meta.k8s.io;v=v1,application/json`;

/** How often a call is repeated that the server asks to make later. */
const REPETITIONS = 10;

/**
 * Clients of a server elsewhere. Calls do not hold the clock: a server of its own has a time of its
 * own. Of an origin only the actor and its program travel, as the User-Agent, which names the
 * fields' manager.
 */
export class RemoteClients implements ClientFactory {
  readonly #http: Http;

  constructor(connection: Connection) {
    this.#http = new Http(connection);
  }

  as(origin: Origin): Client {
    return new RemoteClient(this.#http, origin);
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
  readonly #program: string;
  readonly #userAgent: string;

  constructor(http: Http, origin: Origin) {
    this.#http = http;
    this.#program = programOf(origin);
    this.#userAgent = `${this.#program}/v1.24 (orrery) ${origin.actor}`;
  }

  discover(): Promise<Discovery> {
    return discover((path) => this.#call('GET', path));
  }

  get metadata(): MetadataClient {
    const identified = <T extends KubeObject>(
      resource: ResourceType,
      { metadata }: T,
    ): KubeObject => ({
      apiVersion: apiVersionOf(resource),
      kind: resource.kind,
      metadata,
    });
    return {
      get: async (resource, ref) => {
        const accept = metadataOnly('PartialObjectMetadata');
        const path = objectPath(resource, ref);
        return identified(resource, await this.#call<KubeObject>('GET', path, { accept }));
      },
      list: async (resource, options = {}) => {
        const path = collectionPath(resource, options.namespace) + queryOf(options);
        const accept = metadataOnly('PartialObjectMetadataList');
        const found = await this.#call<ObjectList<KubeObject>>('GET', path, { accept });
        const items = (found.items ?? []).map((item) => identified(resource, item));
        return { metadata: found.metadata, items };
      },
      watch: (resource, options) =>
        this.#watch(resource, options, {
          accept: metadataOnly('PartialObjectMetadata'),
          read: (object: KubeObject) => identified(resource, object),
        }),
      patch: async (resource, ref, { type, body }) => {
        const accept = metadataOnly('PartialObjectMetadata');
        const sent = { body, contentType: patchTypes[type], accept };
        const path = objectPath(resource, ref);
        return identified(resource, await this.#call<KubeObject>('PATCH', path, sent));
      },
      delete: (resource, ref, options) => this.#delete(objectPath(resource, ref), options),
      deleteCollection: (resource, which, options) =>
        this.#delete(collectionPath(resource, which.namespace) + queryOf(which), options),
    };
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
      items: (found.items ?? []).map((item) => ({ ...identity, ...item })),
    };
  }

  watch<T extends KubeObject>(kind: Kind<T>, options: WatchOptions): Watch<T> {
    return this.#watch(kind, options, { read: (object: T) => object });
  }

  #watch<T extends KubeObject>(
    resource: ResourceType,
    options: WatchOptions,
    { accept, read }: { readonly accept?: string; readonly read: (object: T) => T },
  ): Watch<T> {
    const query = queryOf({ ...options, watch: 'true', allowWatchBookmarks: 'true' });
    const path = collectionPath(resource, options.namespace) + query;
    const call = { method: 'GET', path, accept, userAgent: this.#userAgent };
    return new RemoteWatch<T>((signal) => this.#http.stream(call, signal), read);
  }

  create<T extends KubeObject>(kind: Kind<T>, object: NewObject<T>): Promise<T> {
    const body = { ...object, apiVersion: apiVersionOf(kind), kind: kind.kind };
    return this.#call('POST', collectionPath(kind, object.metadata.namespace), { body });
  }

  async update<T extends KubeObject>(
    kind: Kind<T>,
    object: T,
    options: WriteOptions = {},
  ): Promise<T> {
    const path = objectPath(kind, object.metadata);
    const { subresource } = options;
    if (subresource !== 'scale')
      return this.#call('PUT', path + below(subresource), { body: object });
    await this.#call('PUT', `${path}/scale`, { body: scaleOf(kind, object) });
    return this.get(kind, object.metadata);
  }

  async patch<T extends KubeObject>(
    kind: Kind<T>,
    ref: Ref,
    { type, body, force }: Patch,
    { subresource }: WriteOptions = {},
  ): Promise<T> {
    const query = type === 'apply' ? applyQuery(this.#program, force) : '';
    const path = objectPath(kind, ref) + below(subresource) + query;
    const patched = await this.#call<T>('PATCH', path, { body, contentType: patchTypes[type] });
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
    options?: DeleteOptions,
  ): Promise<void> {
    await this.#delete(objectPath(kind, ref), options);
  }

  async deleteCollection<T extends KubeObject>(
    kind: Kind<T>,
    which: ListOptions,
    options?: DeleteOptions,
  ): Promise<void> {
    await this.#delete(collectionPath(kind, which.namespace) + queryOf(which), options);
  }

  async #delete(path: string, options: DeleteOptions = {}): Promise<void> {
    await this.#call('DELETE', path, {
      body: { apiVersion: 'v1', kind: 'DeleteOptions', ...options },
    });
  }

  async createSubresource<T extends KubeObject>(
    kind: Kind<T>,
    ref: Ref,
    subresource: string,
    body: unknown,
  ): Promise<void> {
    await this.#call('POST', `${objectPath(kind, ref)}/${subresource}`, { body });
  }

  async #call<A>(
    method: string,
    path: string,
    sent: Pick<Call, 'body' | 'contentType' | 'accept'> = {},
  ): Promise<A> {
    const answer = await this.#patiently({ method, path, ...sent, userAgent: this.#userAgent });
    if (answer.status >= 400) throw errorOf(answer);
    return JSON.parse(answer.text) as A;
  }

  /** Repeats, as client-go does, what a server that is busy wants to be asked later. */
  async #patiently(call: Call): Promise<Answer> {
    for (let left = REPETITIONS; ; left--) {
      const answer = await this.#http.call(call);
      const { retryAfterSeconds } = answer;
      if (retryAfterSeconds === undefined || left === 0) return answer;
      await machineWall.sleep(retryAfterSeconds * 1000, this.#http.closed);
      if (this.#http.closed.aborted) return answer;
    }
  }
}

function collectionPath(
  { group, version, plural, namespaced }: ResourceType,
  namespace: string | undefined,
): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const inside = namespaced && namespace ? `/namespaces/${encodeURIComponent(namespace)}` : '';
  return `${root}${inside}/${plural}`;
}

function objectPath(kind: ResourceType, { namespace, name }: Ref): string {
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
