/** Clients over HTTP: the same controllers run against any v1.24 API server. */
import { machineWall } from '#clock';
import { apiVersionOf, releases, type Profile } from '#kinds';
import { programOf, type KubeObject, type NewObject, type Origin } from '#values';
import type { ResourceType } from '#catalog';
import {
  Client,
  type ClientFactory,
  type DeleteOptions,
  type ObjectList,
  type Patch,
  type Request,
  type Requests,
  type ResourceRequest,
  type Verb,
  type Watch,
} from '#request';
import { discover } from './discovery.ts';
import { Http, type Answer, type Call, type Connection } from './http.ts';
import { measure } from './measure.ts';
import { errorOf } from './remote-error.ts';
import { readItems, readObject } from './read.ts';
import { RemoteWatch } from './remote-watch.ts';
import { updateEach } from './update-each.ts';
import { collectionPath, objectPath, queryOf } from './urls.ts';

const patchTypes: Readonly<Record<Patch['type'], string>> = {
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  json: 'application/json-patch+json',
  apply: 'application/apply-patch+yaml',
};

/** How often a call is retried when the server asks for it. */
const REPETITIONS = 10;

/**
 * Clients of a remote server. Calls do not hold the clock: the server has its own time. Only the
 * actor and its program of an origin are sent, as the User-Agent, which names the field manager.
 */
export class RemoteClients implements ClientFactory {
  readonly #http: Http;
  readonly #profile: Profile;

  /** @param profile the release that its programs claim to be of */
  constructor(connection: Connection, profile: Profile) {
    this.#http = new Http(connection);
    this.#profile = profile;
  }

  as(origin: Origin): Client {
    const remote = new Remote(this.#http, origin, this.#profile);
    return new Client((request) => remote.answer(request));
  }

  /** Closes idle connections. */
  close(): void {
    this.#http.close();
  }
}

/** The verbs that are one HTTP request each, and their results. */
type Sent = Exclude<Verb, 'discover' | 'measure' | 'watch' | 'updatemany'>;

/** An HTTP request, without its sender. */
interface Wire {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly body?: unknown;
  readonly contentType?: string;
}

type Wires = { readonly [V in Sent]: (request: Requests[V], program: string) => Wire };

const wires: Wires = {
  get: ({ kind, ref, subresource }) => {
    return { method: 'GET', path: objectPath(kind, ref, subresource) };
  },
  list: ({ kind, options }) => {
    return { method: 'GET', path: collectionPath(kind, options.namespace) + queryOf(options) };
  },
  create: ({ kind, namespace, body }) => {
    return { method: 'POST', path: collectionPath(kind, namespace), body: named(kind, body) };
  },
  update: ({ kind, ref, subresource, body }) => {
    return { method: 'PUT', path: objectPath(kind, ref, subresource), body };
  },
  patch: ({ kind, ref, subresource, patch: { type, body, force, manager } }, program) => {
    const query = type === 'apply' ? applyQuery(manager ?? program, force) : '';
    const path = objectPath(kind, ref, subresource) + query;
    return { method: 'PATCH', path, body, contentType: patchTypes[type] };
  },
  delete: ({ kind, ref, options }) => {
    return { method: 'DELETE', path: objectPath(kind, ref), body: deleteOptions(options) };
  },
  deletecollection: ({ kind, which, options }) => {
    const path = collectionPath(kind, which.namespace) + queryOf(which);
    return { method: 'DELETE', path, body: deleteOptions(options) };
  },
  post: ({ kind, ref, subresource, body }) => {
    return { method: 'POST', path: objectPath(kind, ref, subresource), body };
  },
};

function named(kind: ResourceType, body: NewObject<KubeObject>): object {
  return { ...body, apiVersion: apiVersionOf(kind), kind: kind.kind };
}

function deleteOptions(options: DeleteOptions): object {
  return { apiVersion: 'v1', kind: 'DeleteOptions', ...options };
}

/** An apply must name its field manager. */
function applyQuery(manager: string, force = false): string {
  return `?fieldManager=${encodeURIComponent(manager)}&force=${force}`;
}

class Remote {
  readonly #http: Http;
  readonly #program: string;
  readonly #userAgent: string;

  constructor(http: Http, origin: Origin, { minor }: Profile) {
    this.#http = http;
    this.#program = programOf(origin);
    const { gitVersion } = releases.get(minor)!;
    this.#userAgent = `${this.#program}/${gitVersion} (orrery) ${origin.actor}`;
  }

  answer(request: Request): Promise<unknown> | Watch<KubeObject> {
    if (request.verb === 'watch') return this.#watch(request);
    if (request.verb === 'discover') {
      return discover(async (path) => {
        return JSON.parse(await this.#send({ method: 'GET', path }, undefined)) as never;
      });
    }
    if (request.verb === 'measure') {
      return measure(request.question, (path) => this.#ask({ method: 'GET', path }, undefined));
    }
    if (request.verb === 'updatemany') {
      return updateEach(new Client((inner) => this.answer(inner)), request);
    }
    return this.#exchange(request);
  }

  async #exchange(request: Request & { readonly verb: Sent }): Promise<unknown> {
    const wire = wires[request.verb] as (request: Request, program: string) => Wire;
    return this.#answerOf(
      request,
      await this.#send(wire(request, this.#program), acceptOf(request)),
    );
  }

  /** What callers get of the server's answers. */
  #answerOf(request: Request & { readonly verb: Sent }, text: string): unknown {
    switch (request.verb) {
      case 'list':
        return listOf(request, text);
      case 'update':
      case 'patch': {
        const { kind, ref, subresource } = request;
        // The server answers a Scale, and the caller needs the object.
        if (subresource === 'scale' && request.metadataOnly !== true)
          return this.#exchange({ verb: 'get', kind, ref });
        return objectOf(request, text);
      }
      case 'get':
      case 'create':
        return objectOf(request, text);
      case 'delete':
      case 'deletecollection':
      case 'post':
        return undefined;
    }
  }

  #watch(request: Requests['watch']): Watch<KubeObject> {
    const { kind, options } = request;
    const collection = collectionPath(kind, options.namespace);
    const query = queryOf({
      ...options,
      watch: 'true',
      allowWatchBookmarks: 'true',
      timeoutSeconds: timeoutOf(collection),
    });
    const path = collection + query;
    const call = { method: 'GET', path, accept: acceptOf(request), userAgent: this.#userAgent };
    return new RemoteWatch(
      (signal) => this.#http.stream(call, signal),
      (object, line) => identified(request, readObject(kind, object, line, 'object')),
    );
  }

  #ask(wire: Wire, accept: string | undefined): Promise<Answer> {
    return this.#withRetries({ ...wire, accept, userAgent: this.#userAgent });
  }

  async #send(wire: Wire, accept: string | undefined): Promise<string> {
    const answer = await this.#ask(wire, accept);
    if (answer.status >= 400) throw errorOf(answer);
    return answer.text;
  }

  /** Retries, as client-go does, when the server is busy and asks for it. */
  async #withRetries(call: Call): Promise<Answer> {
    for (let left = REPETITIONS; ; left--) {
      const answer = await this.#http.call(call);
      const { retryAfterSeconds } = answer;
      if (retryAfterSeconds === undefined || left === 0) return answer;
      await machineWall.sleep(retryAfterSeconds * 1000, this.#http.closed);
      if (this.#http.closed.aborted) return answer;
    }
  }
}

/** The form in which metadata alone comes, for the verbs whose answers are used. */
/**
 * After how many seconds a watch ends and is opened again: between 5 and 10 minutes, as in client-go,
 * and different for each collection, so that not all of them end together.
 */
function timeoutOf(collection: string): number {
  let sum = 0;
  for (const character of collection) sum += character.charCodeAt(0);
  return 300 + (sum % 300);
}

const metadataForms: Partial<Readonly<Record<Verb, string>>> = {
  get: 'PartialObjectMetadata',
  list: 'PartialObjectMetadataList',
  watch: 'PartialObjectMetadata',
  patch: 'PartialObjectMetadata',
};

/** Asks for metadata alone, where that is enough and the server can send it. */
function acceptOf({ verb, metadataOnly }: ResourceRequest) {
  const form = metadataForms[verb];
  if (metadataOnly !== true || form === undefined) return undefined;
  return `application/json;as=${form};g=meta.k8s.io;v=v1,application/json`;
}

/** Metadata alone does not name its kind: adds it. */
function identified({ kind, metadataOnly }: ResourceRequest, object: KubeObject): KubeObject {
  if (metadataOnly !== true) return object;
  return { ...identityOf(kind), metadata: object.metadata };
}

function objectOf(request: ResourceRequest, text: string): KubeObject {
  return identified(request, readObject(request.kind, JSON.parse(text) as KubeObject, text));
}

/** Items of a list do not name their kind: adds it. */
function listOf(request: Requests['list'], text: string): ObjectList {
  const identity = identityOf(request.kind);
  const list = JSON.parse(text) as ObjectList;
  return {
    metadata: list.metadata,
    items: readItems(list, request.kind, text).map((item) =>
      identified(request, { ...identity, ...item }),
    ),
  };
}

function identityOf(kind: ResourceType): { readonly apiVersion: string; readonly kind: string } {
  return { apiVersion: apiVersionOf(kind), kind: kind.kind };
}
