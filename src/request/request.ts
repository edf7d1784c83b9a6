/**
 * A request as a value: a verb, its resource, and its body and options. Every call of the API has
 * this form, in process as over HTTP, so that everything between a caller and the API (origins,
 * outages, a stop, meters) is a function from requests to answers.
 */
import type { Kind } from '#kinds';
import type { KubeObject, NewObject } from '#values';
import type { ResourceType } from '#catalog';
import type { WatchGate } from './answers.ts';
import type { Edit } from './edit.ts';
import type { MetricsQuestion } from './metrics-question.ts';
import type {
  DeleteOptions,
  ListOptions,
  Ref,
  Patch,
  VersionRef,
  WatchOptions,
} from './options.ts';

/** Common to all requests about a resource. */
interface About<R> {
  readonly kind: R;
  /** Only `apiVersion`, `kind` and `metadata` of the answer are needed. */
  readonly metadataOnly?: boolean;
}

/** A part of an object with an endpoint of its own, such as `status`; absent: the object itself. */
interface SubresourceName {
  readonly subresource?: string;
}

/** By verb. */
export interface Requests<R = ResourceType> {
  /** What the server serves now. */
  discover: { readonly verb: 'discover' };
  /** See `Client.measure`. */
  measure: { readonly verb: 'measure'; readonly question: MetricsQuestion };
  get: About<R> &
    SubresourceName & { readonly verb: 'get'; readonly ref: Ref } & {
      /** A state not older than that. */
      readonly resourceVersion?: string;
      /** The state at this revision: what a replica that lags answers. In the process only. */
      readonly at?: number;
    };
  list: About<R> & { readonly verb: 'list'; readonly options: ListOptions };
  watch: About<R> & { readonly verb: 'watch'; readonly options: WatchOptions } & {
    /** In the process only. */
    readonly gate?: WatchGate;
    /** Called with the revision once all objects that existed have been delivered. */
    readonly onPresented?: (revision: number) => void;
  };
  create: About<R> & { readonly verb: 'create' } & {
    /** For kinds with namespaces; the object's own may be absent. */
    readonly namespace?: string;
    readonly body: NewObject<KubeObject>;
  };
  /** Replaces; `metadata.resourceVersion` of the body is the lock. */
  update: About<R> &
    SubresourceName & { readonly verb: 'update'; readonly ref: Ref } & {
      readonly body: KubeObject;
    };
  patch: About<R> &
    SubresourceName & { readonly verb: 'patch'; readonly ref: Ref; readonly patch: Patch };
  /** Updates many objects in the same way; see `Client.updateMany`. */
  updatemany: About<R> &
    SubresourceName & { readonly verb: 'updatemany' } & {
      readonly versions: readonly VersionRef[];
      readonly edit: Edit;
    };
  delete: About<R> & { readonly verb: 'delete'; readonly ref: Ref } & {
    readonly options: DeleteOptions;
  };
  deletecollection: About<R> & { readonly verb: 'deletecollection' } & {
    readonly which: ListOptions;
    readonly options: DeleteOptions;
  };
  /** POST to a subresource such as `binding` or `eviction`. */
  post: About<R> & { readonly verb: 'post'; readonly ref: Ref } & {
    readonly subresource: string;
    readonly body: unknown;
  };
}

export type Verb = keyof Requests;

export type Request<R = ResourceType> = Requests<R>[Verb];

/** The requests about a resource. */
export type ResourceRequest<R = ResourceType> = Exclude<
  Request<R>,
  { verb: 'discover' | 'measure' }
>;

const reads: ReadonlySet<Verb> = new Set<Verb>(['discover', 'measure', 'get', 'list', 'watch']);

export function isWrite({ verb }: Request): boolean {
  return !reads.has(verb);
}

/** Returns the name of the object that a request is about; empty for several or none. */
export function nameIn(request: Request): string {
  if ('ref' in request) return request.ref.name;
  if (request.verb !== 'create') return '';
  const { name, generateName = '' } = request.body.metadata;
  return name ?? generateName;
}

/** Kinds are handled by their common type; a call only gets objects of its own kind. */
export function anyKind<T extends KubeObject>(kind: Kind<T>): Kind {
  return kind as unknown as Kind;
}
