/** Clients that call the API's rules directly: in the process, without a wire. */
import type { ApiServer, ApiWatch, RequestContext } from '#api';
import type { Clock, Release } from '#clock';
import {
  KindRegistry,
  lease,
  node,
  scaleOf,
  unknownPath,
  type ApiError,
  type Discovery,
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
  MetadataClient,
  ObjectList,
  Patch,
  Ref,
  VersionRef,
  Watch,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from '#runtime';
import { Line } from './line.ts';
import { Served } from './served.ts';

export interface InProcessOptions {
  readonly api: ApiServer;
  readonly clock: Clock;
  /** What is served. Default: the built-in kinds. */
  readonly kinds?: KindRegistry;
}

/** What all clients of one factory share. */
interface Place {
  readonly api: ApiServer;
  readonly clock: Clock;
  readonly line: Line;
  readonly served: Served;
}

/**
 * Makes clients of one API. Each call, and each watch event that has not been dealt with, holds
 * the clock. `stop()` cuts off all clients at once, as if their process had died.
 */
export class InProcessClients implements ClientFactory {
  readonly #place: Place;

  constructor({ api, clock, kinds = new KindRegistry() }: InProcessOptions) {
    this.#place = { api, clock, line: new Line(), served: new Served(kinds) };
  }

  as(origin: Origin): Client {
    return new InProcessClient(this.#place, origin);
  }

  /** From now on writes reject with this error, while reads are answered; undefined: no more. */
  refuseWrites(refusal: ApiError | undefined): void {
    this.#place.line.refuseWrites(refusal);
  }

  /**
   * From now on every call rejects with a {@link StoppedError}; so do the calls under way, whose
   * writes may or may not be stored. Open watches end.
   */
  stop(): void {
    this.#place.line.cut();
  }
}

class InProcessClient implements Client {
  readonly #api: ApiServer;
  readonly #clock: Clock;
  readonly #line: Line;
  readonly #served: Served;
  readonly #context: RequestContext;
  /** Whose holds its calls take: the reconcile's, or all that the actor does outside of one. */
  readonly #holder: string;

  constructor({ api, clock, line, served }: Place, origin: Origin) {
    this.#api = api;
    this.#clock = clock;
    this.#line = line;
    this.#served = served;
    this.#context = { origin };
    const { actor, reconcile } = origin;
    this.#holder = reconcile === undefined ? actor : `${actor} ${reconcile.key}`;
  }

  async discover(): Promise<Discovery> {
    this.#line.check(this.#context.origin.actor);
    return this.#served.discovery;
  }

  /** Whole objects: they are there anyway. A resource that is not served is refused on the spot. */
  get metadata(): MetadataClient {
    const served = this.#served;
    return {
      get: (resource, ref) => this.get(served.kindOf(resource), ref),
      list: (resource, options) => this.list(served.kindOf(resource), options),
      watch: (resource, options) => this.watch(served.kindOf(resource), options),
      patch: (resource, ref, patch) => this.patch(served.kindOf(resource), ref, patch),
      delete: (resource, ...to) => this.delete(served.kindOf(resource), ...to),
      deleteCollection: (resource, ...to) => this.deleteCollection(served.kindOf(resource), ...to),
    };
  }

  async get<T extends KubeObject>(kind: Kind<T>, ref: Ref): Promise<T> {
    const release = this.#begin('get', kind, ref.name);
    try {
      return this.#end(await this.#api.get(kind, ref));
    } finally {
      release();
    }
  }

  async list<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): Promise<ObjectList<T>> {
    const release = this.#begin('list', kind, '');
    try {
      return this.#end(await this.#api.list(kind, options));
    } finally {
      release();
    }
  }

  watch<T extends KubeObject>(kind: Kind<T>, options: WatchOptions): Watch<T> {
    this.#line.check(this.#context.origin.actor);
    const hold = `${this.#holder} watch ${kind.plural}`;
    const watch = new InProcessWatch(this.#api.watch(kind, { ...options, hold }), this.#line);
    this.#line.opened(watch);
    return watch;
  }

  async create<T extends KubeObject>(kind: Kind<T>, object: NewObject<T>): Promise<T> {
    const { metadata } = object;
    const release = this.#beginWrite('create', kind, metadata.name ?? metadata.generateName ?? '');
    try {
      return this.#end(await this.#api.create(this.#context, kind, object));
    } finally {
      release();
    }
  }

  async update<T extends KubeObject>(kind: Kind<T>, object: T, options?: WriteOptions): Promise<T> {
    const { metadata } = object;
    const subresource = options?.subresource;
    const release = this.#beginWrite('update', kind, metadata.name);
    try {
      if (subresource === 'scale') return this.#end(await this.#updateScale(kind, object));
      const written = await this.#api.update(this.#context, kind, metadata, object, subresource);
      return this.#end(written.object);
    } finally {
      release();
    }
  }

  async patch<T extends KubeObject>(
    kind: Kind<T>,
    ref: Ref,
    patch: Patch,
    options?: WriteOptions,
  ): Promise<T> {
    const subresource = options?.subresource;
    const release = this.#beginWrite('patch', kind, ref.name);
    try {
      return this.#end(
        subresource === 'scale'
          ? await this.#api.patchScale(this.#context, kind, ref, patch)
          : (await this.#api.patch(this.#context, kind, ref, patch, subresource)).object,
      );
    } finally {
      release();
    }
  }

  async renew(
    leases: readonly VersionRef[],
    renewTime: string,
  ): Promise<readonly (string | undefined)[]> {
    const release = this.#begin('renew', lease, '');
    try {
      return this.#end(await this.#api.renew(this.#context, leases, renewTime));
    } finally {
      release();
    }
  }

  async heartbeat(
    nodes: readonly VersionRef[],
    time: string,
  ): Promise<readonly (string | undefined)[]> {
    const release = this.#begin('heartbeat', node, '');
    try {
      return this.#end(await this.#api.heartbeat(this.#context, nodes, time));
    } finally {
      release();
    }
  }

  async delete<T extends KubeObject>(
    kind: Kind<T>,
    ref: Ref,
    options?: DeleteOptions,
  ): Promise<void> {
    const release = this.#beginWrite('delete', kind, ref.name);
    try {
      await this.#api.delete(this.#context, kind, ref, options);
      this.#end(undefined);
    } finally {
      release();
    }
  }

  async deleteCollection<T extends KubeObject>(
    kind: Kind<T>,
    which: ListOptions,
    options?: DeleteOptions,
  ): Promise<void> {
    const release = this.#beginWrite('deletecollection', kind, which.namespace ?? '');
    try {
      await this.#api.deleteCollection(this.#context, kind, which, options);
      this.#end(undefined);
    } finally {
      release();
    }
  }

  async createSubresource<T extends KubeObject>(
    kind: Kind<T>,
    ref: Ref,
    subresource: string,
    body: unknown,
  ): Promise<void> {
    const release = this.#beginWrite(subresource, kind, ref.name);
    try {
      await this.#api.createSubresource(this.#context, kind, ref, subresource, body);
      this.#end(undefined);
    } finally {
      release();
    }
  }

  #updateScale<T extends KubeObject>(kind: Kind<T>, object: T): Promise<T> {
    const scale = scaleOf(kind, object);
    if (scale === undefined) throw unknownPath();
    return this.#api.updateScale(this.#context, kind, object.metadata, scale);
  }

  #beginWrite<T extends KubeObject>(verb: string, kind: Kind<T>, name: string): Release {
    this.#line.checkWrites();
    return this.#begin(verb, kind, name);
  }

  /** The hold says what is being done, so that a loop is told by who goes round in it. */
  #begin<T extends KubeObject>(verb: string, kind: Kind<T>, name: string): Release {
    this.#line.check(this.#context.origin.actor);
    return this.#clock.hold(`${this.#holder} ${verb} ${kind.plural} ${name}`);
  }

  /** The dead get no answers. */
  #end<A>(answer: A): A {
    this.#line.check(this.#context.origin.actor);
    return answer;
  }
}

class InProcessWatch<T extends KubeObject> implements Watch<T> {
  readonly #watch: ApiWatch<T>;
  readonly #line: Line;

  constructor(watch: ApiWatch<T>, line: Line) {
    this.#watch = watch;
    this.#line = line;
  }

  next(): Promise<readonly WatchEvent<T>[]> {
    return this.#watch.next();
  }

  stop(): void {
    this.#line.closed(this);
    this.#watch.stop();
  }
}
