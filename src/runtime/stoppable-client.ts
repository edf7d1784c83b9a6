import type { Discovery, Kind, KubeObject, NewObject } from '#kinds';
import type {
  Client,
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
} from './client.ts';

/** What a controller meets that goes on after it was stopped. Never reported: it is how a run ends. */
export class ControllerStoppedError extends Error {
  override readonly name = 'ControllerStoppedError';
  constructor() {
    super('the controller was stopped');
  }
}

/** The calls of one run of a controller: made until it is stopped, refused from then on. */
export class RunCalls {
  #stopped = false;
  /** Writes that were sent and not answered yet. */
  #underWay = 0;
  #waiting: (() => void)[] = [];

  get stopped(): boolean {
    return this.#stopped;
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Resolves once all writes under way have been answered; undefined when there are none. */
  get landing(): Promise<void> | undefined {
    if (this.#underWay === 0) return undefined;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  read<A>(call: () => Promise<A>): Promise<A> {
    return this.#stopped ? refusal() : call();
  }

  write<A>(call: () => Promise<A>): Promise<A> {
    if (this.#stopped) return refusal();
    const answer = call();
    this.#underWay++;
    answer.then(this.#landed, this.#landed);
    return answer;
  }

  readonly #landed = (): void => {
    this.#underWay--;
    if (this.#underWay > 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  };
}

function refusal(): Promise<never> {
  return Promise.reject(new ControllerStoppedError());
}

/**
 * A client that makes its calls as calls of a run: a reconcile that was under way when its
 * controller was killed gets no further than its next call, as in a process that died.
 */
export class StoppableClient implements Client {
  readonly #client: Client;
  readonly #calls: RunCalls;

  constructor(client: Client, calls: RunCalls) {
    this.#client = client;
    this.#calls = calls;
  }

  discover(): Promise<Discovery> {
    return this.#calls.read(() => this.#client.discover());
  }

  get metadata(): MetadataClient {
    const [calls, { metadata }] = [this.#calls, this.#client];
    return {
      get: (...to) => calls.read(() => metadata.get(...to)),
      list: (...to) => calls.read(() => metadata.list(...to)),
      watch(...to) {
        if (calls.stopped) throw new ControllerStoppedError();
        return metadata.watch(...to);
      },
      patch: (...to) => calls.write(() => metadata.patch(...to)),
      delete: (...to) => calls.write(() => metadata.delete(...to)),
      deleteCollection: (...to) => calls.write(() => metadata.deleteCollection(...to)),
    };
  }

  get<T extends KubeObject>(kind: Kind<T>, ref: Ref): Promise<T> {
    return this.#calls.read(() => this.#client.get(kind, ref));
  }

  list<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): Promise<ObjectList<T>> {
    return this.#calls.read(() => this.#client.list(kind, options));
  }

  watch<T extends KubeObject>(kind: Kind<T>, options: WatchOptions): Watch<T> {
    if (this.#calls.stopped) throw new ControllerStoppedError();
    return this.#client.watch(kind, options);
  }

  create<T extends KubeObject>(kind: Kind<T>, object: NewObject<T>): Promise<T> {
    return this.#calls.write(() => this.#client.create(kind, object));
  }

  update<T extends KubeObject>(kind: Kind<T>, object: T, options?: WriteOptions): Promise<T> {
    return this.#calls.write(() => this.#client.update(kind, object, options));
  }

  patch<T extends KubeObject>(
    kind: Kind<T>,
    ref: Ref,
    patch: Patch,
    options?: WriteOptions,
  ): Promise<T> {
    return this.#calls.write(() => this.#client.patch(kind, ref, patch, options));
  }

  renew(
    leases: readonly VersionRef[],
    renewTime: string,
  ): Promise<readonly (string | undefined)[]> {
    return this.#calls.write(() => this.#client.renew(leases, renewTime));
  }

  heartbeat(nodes: readonly VersionRef[], time: string): Promise<readonly (string | undefined)[]> {
    return this.#calls.write(() => this.#client.heartbeat(nodes, time));
  }

  delete<T extends KubeObject>(kind: Kind<T>, ref: Ref, options?: DeleteOptions): Promise<void> {
    return this.#calls.write(() => this.#client.delete(kind, ref, options));
  }

  deleteCollection<T extends KubeObject>(
    kind: Kind<T>,
    which: ListOptions,
    options?: DeleteOptions,
  ): Promise<void> {
    return this.#calls.write(() => this.#client.deleteCollection(kind, which, options));
  }

  createSubresource<T extends KubeObject>(
    kind: Kind<T>,
    ref: Ref,
    subresource: string,
    body: unknown,
  ): Promise<void> {
    return this.#calls.write(() => this.#client.createSubresource(kind, ref, subresource, body));
  }
}
