import type { Kind, KubeObject, NewObject } from '#kinds';
import type {
  Client,
  DeleteOptions,
  ListOptions,
  ObjectList,
  Patch,
  Ref,
  VersionRef,
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

/** What calls answer from then on. */
function refusal(): Promise<never> {
  return Promise.reject(new ControllerStoppedError());
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

  get<T extends KubeObject>(kind: Kind<T>, ref: Ref): Promise<T> {
    return this.#stopped() ? refusal() : this.#client.get(kind, ref);
  }

  list<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): Promise<ObjectList<T>> {
    return this.#stopped() ? refusal() : this.#client.list(kind, options);
  }

  watch<T extends KubeObject>(kind: Kind<T>, options: WatchOptions): Watch<T> {
    if (this.#stopped()) throw new ControllerStoppedError();
    return this.#client.watch(kind, options);
  }

  create<T extends KubeObject>(kind: Kind<T>, object: NewObject<T>): Promise<T> {
    return this.#stopped() ? refusal() : this.#client.create(kind, object);
  }

  update<T extends KubeObject>(kind: Kind<T>, object: T, options?: WriteOptions): Promise<T> {
    return this.#stopped() ? refusal() : this.#client.update(kind, object, options);
  }

  patch<T extends KubeObject>(
    kind: Kind<T>,
    ref: Ref,
    patch: Patch,
    options?: WriteOptions,
  ): Promise<T> {
    return this.#stopped() ? refusal() : this.#client.patch(kind, ref, patch, options);
  }

  renew(
    leases: readonly VersionRef[],
    renewTime: string,
  ): Promise<readonly (string | undefined)[]> {
    return this.#stopped() ? refusal() : this.#client.renew(leases, renewTime);
  }

  heartbeat(nodes: readonly VersionRef[], time: string): Promise<readonly (string | undefined)[]> {
    return this.#stopped() ? refusal() : this.#client.heartbeat(nodes, time);
  }

  delete<T extends KubeObject>(kind: Kind<T>, ref: Ref, options?: DeleteOptions): Promise<void> {
    return this.#stopped() ? refusal() : this.#client.delete(kind, ref, options);
  }

  deleteCollection<T extends KubeObject>(
    kind: Kind<T>,
    which: ListOptions,
    options?: DeleteOptions,
  ): Promise<void> {
    return this.#stopped() ? refusal() : this.#client.deleteCollection(kind, which, options);
  }

  createSubresource<T extends KubeObject>(
    kind: Kind<T>,
    ref: Ref,
    subresource: string,
    body: unknown,
  ): Promise<void> {
    return this.#stopped()
      ? refusal()
      : this.#client.createSubresource(kind, ref, subresource, body);
  }
}
