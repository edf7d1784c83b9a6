/** What all API calls work with. */
import type { Clock, Random, RandomStream } from '#clock';
import type { FeatureGates, Kind, KubeObject, StrategyContext } from '#kinds';
import type { Store } from '#store';
import { defaultPlugins, type AdmissionAccess, type AdmissionPlugin } from './admission/index.ts';
import { Admission } from './admission/admission.ts';
import { ServiceAllocator } from './allocation/services.ts';
import { ManagedFields } from './managed-fields/index.ts';
import { Present } from './present.ts';
import { makeResource, type Resource } from './resource.ts';
import { Selections } from './selection.ts';

export interface ApiOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** Chance of generated names and of uids, each a stream of its own. */
  readonly random: Random;
  readonly features: FeatureGates;
  /** In the order in which they are asked. Default: those of v1.24. */
  readonly admission?: readonly AdmissionPlugin[];
  /** Where read-only kinds have their objects from. */
  readonly sources?: readonly ReadSource[];
  /** From where services get their addresses. Default: 10.96.0.0/12. */
  readonly serviceIpRange?: string;
}

/** Works out the objects of a read-only kind (`readOnly`) whenever they are asked for. */
export interface ReadSource {
  readonly kind: Kind;
  /** The objects of a namespace, or all; in any order. */
  list(namespace: string | undefined): Promise<readonly KubeObject[]>;
}

export class Backend {
  readonly store: Store;
  readonly clock: Clock;
  readonly names: RandomStream;
  readonly uids: RandomStream;
  /** Of volumes that pods are given. */
  readonly volumeNames: RandomStream;
  readonly admission: Admission;
  readonly present: Present;
  readonly managedFields: ManagedFields;
  readonly services: ServiceAllocator;
  readonly selections = new Selections();
  /** What the kinds' strategies may look at. */
  readonly strategy: StrategyContext;
  /** By kind. */
  readonly sources: ReadonlyMap<Kind, ReadSource>;
  readonly #resources = new Map<Kind, Resource>();

  /** @param accessOf what admission plugins may do with this */
  constructor(options: ApiOptions, accessOf: (backend: Backend) => AdmissionAccess) {
    const { store, clock, random, features, admission = defaultPlugins } = options;
    this.store = store;
    this.clock = clock;
    this.names = random.stream('api/names');
    this.uids = random.stream('api/uids');
    this.volumeNames = random.stream('api/volume names');
    this.sources = new Map((options.sources ?? []).map((source) => [source.kind, source]));
    this.admission = new Admission(admission, accessOf(this));
    this.present = new Present(clock);
    this.managedFields = new ManagedFields(this.present);
    this.services = new ServiceAllocator(store, options.serviceIpRange);
    this.strategy = {
      get now() {
        return clock.now();
      },
      features,
    };
  }

  resource<T extends KubeObject>(kind: Kind<T>): Resource {
    // Within the API objects are only known as KubeObjects; a kind is handed none but its own.
    const anyKind = kind as unknown as Kind;
    let resource = this.#resources.get(anyKind);
    if (resource === undefined) {
      resource = makeResource(anyKind);
      this.#resources.set(anyKind, resource);
    }
    return resource;
  }
}
