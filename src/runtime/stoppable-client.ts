import type { Kind, KubeObject, NewObject } from '#kinds';
import type {
  Client,
  DeleteOptions,
  LeaseRef,
  ListOptions,
  ObjectList,
  Patch,
  Ref,
  Watch,
  WatchOptions,
  WriteOptions,
} from './client.ts';

/** What a controller meets that goes on after it was stopped. Never reported: it is how a run ends. */
export class ControllerStoppedError extends Error {
  override readonly name = 'ControllerStoppedError';
  constructor() {
    super('the controller was stopped');
  }
}

/**
 * A client that refuses all calls once `stopped` says so: a reconcile that was under way when its
 * controller was killed gets no further than its next call, as in a process that died.
 */
export class StoppableClient implements Client {
  readonly #client: Client;
  readonly #stopped: () => boolean;

  constructor(client: Client, stopped: () => boolean) {
    this.#client = client;
    this.#stopped = stopped;
  }

  async get<T extends KubeObject>(kind: Kind<T>, ref: Ref): Promise<T> {
    return this.#live().get(kind, ref);
  }

  async list<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): Promise<ObjectList<T>> {
    return this.#live().list(kind, options);
  }

  watch<T extends KubeObject>(kind: Kind<T>, options: WatchOptions): Watch<T> {
    return this.#live().watch(kind, options);
  }

  async create<T extends KubeObject>(kind: Kind<T>, object: NewObject<T>): Promise<T> {
    return this.#live().create(kind, object);
  }

  async update<T extends KubeObject>(kind: Kind<T>, object: T, options?: WriteOptions): Promise<T> {
    return this.#live().update(kind, object, options);
  }

  async patch<T extends KubeObject>(
    kind: Kind<T>,
    ref: Ref,
    patch: Patch,
    options?: WriteOptions,
  ): Promise<T> {
    return this.#live().patch(kind, ref, patch, options);
  }

  async renew(
    leases: readonly LeaseRef[],
    renewTime: string,
  ): Promise<readonly (string | undefined)[]> {
    return this.#live().renew(leases, renewTime);
  }

  async delete<T extends KubeObject>(
    kind: Kind<T>,
    ref: Ref,
    options?: DeleteOptions,
  ): Promise<void> {
    return this.#live().delete(kind, ref, options);
  }

  async deleteCollection<T extends KubeObject>(
    kind: Kind<T>,
    which: ListOptions,
    options?: DeleteOptions,
  ): Promise<void> {
    return this.#live().deleteCollection(kind, which, options);
  }

  async createSubresource<T extends KubeObject>(
    kind: Kind<T>,
    ref: Ref,
    subresource: string,
    body: unknown,
  ): Promise<void> {
    return this.#live().createSubresource(kind, ref, subresource, body);
  }

  #live(): Client {
    if (this.#stopped()) throw new ControllerStoppedError();
    return this.#client;
  }
}
