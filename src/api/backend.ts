/** What all API calls share. */
import type { Clock, Random, RandomStream } from '#clock';
import { OpenRegistry } from '#catalog';
import {
  bucketOf,
  droppedFields,
  ofRelease,
  type AuthorizationMode,
  type Profile,
  type Kind,
  type LostFields,
  type StrategyContext,
  usesDisabledFields,
} from '#kinds';
import { unknownPath, type KubeObject } from '#values';
import type { Store } from '#store';
import { defaultPlugins, type AdmissionAccess, type AdmissionPlugin } from './admission/index.ts';
import { Admission } from './admission/admission.ts';
import { authorizerFor, type Authorizer } from './authorization/index.ts';
import { escalationCheck } from './authorization/escalation/stage.ts';
import { componentStatuses } from './component-statuses.ts';
import { ServiceAllocator } from './allocation/services.ts';
import { Definitions } from './definitions.ts';
import { ManagedFields } from './managed-fields/index.ts';
import { Present } from './present.ts';
import type { CallRemote } from './own-objects/remote.ts';
import type { ReadSource } from './read-source.ts';
import { makeResource, type Resource } from './resource.ts';
import { Selections } from './selection.ts';
import type { CallWebhook } from './webhooks/call.ts';

export interface ApiOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** Randomness for generated names and for uids, each a stream of its own. */
  readonly random: Random;
  /** The release that the server behaves like. */
  readonly profile: Profile;
  /** The kinds that are served at first, or the registry that has them. Default: those of the release. */
  readonly kinds?: readonly Kind[] | OpenRegistry;
  /** Who may do what. Default: `masters`. */
  readonly authorization?: AuthorizationMode;
  /** In the order in which they run. Default: those of v1.24. */
  readonly admission?: readonly AdmissionPlugin[];
  /** Where the objects of more read-only kinds come from. */
  readonly sources?: readonly ReadSource[];
  /** Calls webhooks. Default: none can be reached. */
  readonly callWebhook?: CallWebhook;
  /** Sends requests to other API servers. Default: none can be reached. */
  readonly callRemote?: CallRemote;
  /** The range of services' addresses. Default: 10.96.0.0/12. */
  readonly serviceIpRange?: string | undefined;
  /** Gets the fields that writes lose. Default: they are not looked for. */
  readonly lost?: LostFields | undefined;
}

/** For so long after its definition has changed v1.24 keeps serving a watch. */
const changedWatchMs = 1000;

/** A watch, which follows its kind. */
interface OpenWatch {
  /** Whether its consumer is a program outside of the process. */
  readonly isOutside: boolean;
  /** Its kind is no longer served. */
  finish(): void;
  /** Its kind has been replaced by one that the same objects are stored for. */
  moveTo(resource: Resource, backend: Backend): void;
  /** Its server ends. */
  stop(): void;
}

export class Backend {
  readonly kinds: OpenRegistry;
  readonly store: Store;
  readonly clock: Clock;
  readonly names: RandomStream;
  readonly uids: RandomStream;
  /** For the names of volumes that pods are given. */
  readonly volumeNames: RandomStream;
  readonly authorizer: Authorizer;
  /** Roles and bindings decide who may do what. */
  readonly hasRoles: boolean;
  /** For the uids of the reviews that webhooks get. */
  readonly reviewUids: RandomStream;
  readonly callWebhook: CallWebhook;
  readonly admission: Admission;
  readonly present: Present;
  readonly managedFields: ManagedFields;
  readonly services: ServiceAllocator;
  readonly selections: Selections;
  /** What the kinds' strategies may read. */
  readonly strategy: StrategyContext;
  /** The kinds that are declared by what is stored. */
  readonly definitions: Definitions;
  readonly lost: LostFields | undefined;
  /** By the buckets of their kinds. */
  readonly #sources: ReadonlyMap<string, ReadSource>;
  /** By the kinds that are served. */
  readonly #resources = new Map<Kind, Resource>();
  /** By the kinds that callers hold, which may be other declarations of the same. */
  #found = new WeakMap<Kind, Resource>();
  readonly #forms = new WeakMap<Kind, Resource>();
  readonly #watches = new Map<Resource, Set<OpenWatch>>();

  /** @param accessOf what admission plugins may do with this backend */
  constructor(options: ApiOptions, accessOf: (backend: Backend) => AdmissionAccess) {
    const { store, clock, random, profile, admission = defaultPlugins } = options;
    this.lost = options.lost;
    const { kinds } = options;
    this.kinds = kinds instanceof OpenRegistry ? kinds : new OpenRegistry(profile, kinds);
    this.store = store;
    this.clock = clock;
    this.names = random.stream('api/names');
    this.uids = random.stream('api/uids');
    this.volumeNames = random.stream('api/volume names');
    this.reviewUids = random.stream('api/reviews');
    this.callWebhook = options.callWebhook ?? unreachable;
    const sources = [componentStatuses(profile), ...(options.sources ?? [])];
    this.#sources = new Map(sources.map((source) => [bucketOf(source.kind), source]));
    const { authorization = 'masters' } = options;
    this.authorizer = authorizerFor(authorization, store, this.kinds.profile);
    this.hasRoles = authorization === 'rbac';
    this.admission = new Admission([...admission, escalationCheck], accessOf(this));
    this.present = new Present(clock);
    this.selections = new Selections(this.kinds.profile);
    this.managedFields = new ManagedFields(this.present, this.kinds);
    // Servers that share a store begin at different places: they do not see what another is about to take.
    const start = store.isShared ? random.stream('api/services').next() : 0;
    this.services = new ServiceAllocator(store, profile, options.serviceIpRange, start);
    this.strategy = {
      get now() {
        return clock.now();
      },
      profile,
      labelsOfNamespace: (name) =>
        store.past.get('namespaces', name, store.past.revision)?.metadata.labels,
    };
    this.definitions = new Definitions({
      store,
      profile,
      define: (declared) => this.#define(declared),
    });
  }

  /**
   * Reports the fields of an object that its strategy has dropped.
   *
   * @param old the stored object, if there is one: nothing is dropped of what both share
   */
  noteDropped(
    kind: Kind,
    subresource: string | undefined,
    input: KubeObject,
    result: KubeObject,
    old?: KubeObject,
  ): void {
    if (this.lost === undefined || input === result) return;
    const { profile } = this.strategy;
    // Nearly all objects have none: to look is cheaper than to go through all fields that have gates.
    if (!usesDisabledFields(kind, input, profile, old)) return;
    this.lost.dropped(kind, droppedFields(kind, profile, input, result, subresource), profile);
  }

  /** @throws {ApiError} 404 for a kind that is not served */
  resource<T extends KubeObject>(kind: Kind<T>): Resource {
    // Within the API objects are only known as KubeObjects; a kind only gets objects of its own.
    const anyKind = kind as unknown as Kind;
    let resource = this.#found.get(anyKind);
    if (resource === undefined) this.#found.set(anyKind, (resource = this.#find(anyKind)));
    return resource;
  }

  /**
   * By its names: a caller may hold another declaration of the kind, or one from before its
   * definition has changed.
   */
  #find(kind: Kind): Resource {
    const served = this.kinds.servedAs(kind);
    if (served === undefined) throw unknownPath();
    let resource = this.#resources.get(served);
    if (resource === undefined)
      this.#resources.set(served, (resource = makeResource(served, this.strategy.profile)));
    return resource;
  }

  /** What computes the objects of a kind; undefined where they are stored. */
  sourceOf({ bucket, kind: { version } }: Resource): ReadSource | undefined {
    const source = this.#sources.get(bucket);
    return source?.kind.version === version ? source : undefined;
  }

  /** Serves these kinds in place of those that were declared so far. */
  #define(declared: readonly Kind[]): void {
    const before = this.kinds.all.filter(({ custom }) => custom !== undefined);
    this.kinds.define(declared);
    const now = new Set(this.kinds.all);
    for (const kind of before.filter((each) => !now.has(each))) {
      const resource = this.retire(kind);
      const successor = this.kinds.servedAs(kind);
      if (successor === undefined) this.endWatches(resource);
      else this.#moveWatches(resource, this.resource(successor));
    }
  }

  #moveWatches(from: Resource, to: Resource): void {
    const watches = this.#watches.get(from);
    if (watches === undefined) return;
    this.#watches.delete(from);
    for (const watch of watches) {
      watch.moveTo(to, this);
      this.openWatch(to, watch);
    }
    const outside = [...watches].filter(({ isOutside }) => isOutside);
    if (outside.length === 0) return;
    const finish = (): void => outside.forEach((watch) => watch.finish());
    this.clock.after(changedWatchMs, finish, { name: `watches of ${to.bucket}`, quiet: true });
  }

  /** A kind without stored objects, such as a Scale or a review: only its form matters. */
  form<T extends KubeObject>(kind: Kind<T>): Resource {
    const anyKind = kind as unknown as Kind;
    let form = this.#forms.get(anyKind);
    if (form === undefined) this.#forms.set(anyKind, (form = this.#makeForm(anyKind)));
    return form;
  }

  #makeForm(kind: Kind): Resource {
    const { profile } = this.strategy;
    return makeResource(ofRelease(kind, profile.schemas), profile);
  }

  /** Whether the kind has not been removed since. */
  isServed(resource: Resource): boolean {
    const { kind } = resource;
    return this.#resources.get(kind) === resource || this.kinds.servedAs(kind) !== undefined;
  }

  openWatch(resource: Resource, watch: OpenWatch): void {
    let watches = this.#watches.get(resource);
    if (watches === undefined) this.#watches.set(resource, (watches = new Set()));
    watches.add(watch);
  }

  closeWatch(resource: Resource, watch: OpenWatch): void {
    this.#watches.get(resource)?.delete(watch);
  }

  /** From now on the kind is unknown, and what was derived from it is dropped. Its watches keep running. */
  retire(kind: Kind): Resource {
    const resource = this.#resources.get(kind) ?? makeResource(kind, this.strategy.profile);
    this.#resources.delete(kind);
    this.#found = new WeakMap();
    this.managedFields.forget(resource);
    return resource;
  }

  /** Ends the watches of programs outside, and follows the store no longer. */
  stop(): void {
    this.definitions.stop();
    for (const watches of this.#watches.values())
      for (const watch of [...watches]) if (watch.isOutside) watch.stop();
  }

  /** Takes over the watches within the process that another has open: of kinds that are served here, too. */
  takeOver(before: Backend): void {
    for (const [{ kind }, watches] of before.#watches) {
      const successor = this.kinds.servedAs(kind);
      for (const watch of [...watches]) {
        if (successor === undefined) watch.finish();
        else {
          const resource = this.resource(successor);
          watch.moveTo(resource, this);
          this.openWatch(resource, watch);
        }
      }
    }
  }

  /** Ends the watches of a kind once they have delivered all changes up to now. */
  endWatches(resource: Resource): void {
    for (const watch of this.#watches.get(resource) ?? []) watch.finish();
    this.#watches.delete(resource);
  }
}

function unreachable(): Promise<never> {
  return Promise.reject(new Error('webhooks cannot be reached from here'));
}
