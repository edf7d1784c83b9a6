/** Follows all resources that a server serves, declared kinds or not, by discovery. */
import type { Clock } from '#clock';
import {
  failureText,
  preferredResources,
  ResourceMapper,
  type Discovery,
  type ServedResource,
} from '#catalog';
import { resourceOf, apiVersionOf } from '#kinds';
import type { KubeObject } from '#values';
import type { Informer } from './informer.ts';

/**
 * How often discovery is repeated, and how long new caches may take to fill before work continues
 * without them.
 */
const PERIOD_MS = 30_000;
/** The delay after an empty discovery at the start, before which no work can begin. */
const FIRST_RETRY_MS = 1_000;

/** Which of the served resources a controller selects. */
export interface ServedOptions {
  wants(resource: ServedResource): boolean;
  /**
   * A resource is newly served: the place to add handlers, which are called for its objects as its
   * cache fills.
   */
  found(resource: ServedResource, informer: Informer<KubeObject>): void;
  /** A resource is no longer served; its handlers are already removed. */
  lost?(resource: ServedResource): void;
  /**
   * The served resources have changed since the workers started, and the new ones have been listed.
   */
  changed?(): void;
}

/** The served resources that a controller selects. */
export interface ServedResources {
  /** Until the caches of new resources have filled; undefined when there is nothing to wait for. */
  readonly filling: Promise<void> | undefined;
  /** As owner references name it; of any version, selected or not. */
  byKind(apiVersion: string, kind: string): ServedResource | undefined;
}

/** An informer that a run uses until it releases it. */
export interface FollowedInformer extends Informer<KubeObject> {
  whenSynced(): Promise<boolean>;
  letGo(): void;
}

export interface FollowerOptions extends ServedOptions {
  readonly clock: Clock;
  /** Names its timers. */
  readonly name: string;
  discover(): Promise<Discovery>;
  follow(resource: ServedResource): FollowedInformer;
  readonly onError: (error: unknown) => void;
}

interface Followed {
  readonly resource: ServedResource;
  readonly informer: FollowedInformer;
}

interface Pause {
  readonly over: Promise<void>;
  /** Ends it now. */
  end(): void;
}

/** Mirrors the periodic `Sync` of v1.24's garbage collector and quota controller. */
export class ServedFollower implements ServedResources {
  readonly #options: FollowerOptions;
  /** By group, version and plural. */
  readonly #followed = new Map<string, Followed>();
  #mapper = new ResourceMapper({ resources: [] });
  /** The last result: the same again needs no work. */
  #latest: Discovery | undefined;
  #complaint = '';
  #filling: Promise<void> | undefined;
  readonly #pauses = new Set<Pause>();
  #stopped = false;

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  get filling(): Promise<void> | undefined {
    return this.#filling;
  }

  byKind(apiVersion: string, kind: string): ServedResource | undefined {
    return this.#mapper.byKind(apiVersion, kind);
  }

  /** Resolves once everything is followed and listed, then repeats discovery every period. */
  async start(): Promise<void> {
    for (let waitMs = FIRST_RETRY_MS; !(await this.#look()) && !this.#stopped; waitMs *= 2) {
      await this.#pause(Math.min(waitMs, PERIOD_MS)).over;
    }
    await this.#filling;
    void this.#goOn();
  }

  /** Ends all waits for it. */
  stop(): void {
    this.#stopped = true;
    for (const pause of this.#pauses) pause.end();
  }

  async #goOn(): Promise<void> {
    for (;;) {
      await this.#pause(PERIOD_MS).over;
      if (this.#stopped) return;
      const before = this.#mapper;
      await this.#look();
      await this.#filling;
      if (this.#mapper !== before && !this.#stopped) this.#options.changed?.();
    }
  }

  #pause(ms: number): Pause {
    const { clock, name } = this.#options;
    let end!: () => void;
    const over = new Promise<void>((resolve) => (end = resolve));
    const timer = clock.after(ms, () => pause.end(), { name: `${name} discovery`, quiet: true });
    const pause: Pause = {
      over,
      end: () => {
        timer.cancel();
        this.#pauses.delete(pause);
        end();
      },
    };
    this.#pauses.add(pause);
    return pause;
  }

  /** Follows what is served now. False when discovery failed. */
  async #look(): Promise<boolean> {
    const discovery = await this.#discover();
    if (discovery === undefined) return this.#followed.size > 0;
    if (isSame(discovery, this.#latest)) return true;
    this.#latest = discovery;
    const unknown = this.#resourcesOf(discovery.failures);
    this.#mapper = new ResourceMapper({ resources: [...discovery.resources, ...unknown] });
    const expected = preferredResources(discovery).filter((resource) =>
      this.#options.wants(resource),
    );
    const keys = new Set([...expected, ...unknown].map(keyOf));
    for (const [key, { resource, informer }] of this.#followed) {
      if (!keys.has(key)) this.#drop(key, resource, informer);
    }
    this.#add(expected.filter((resource) => !this.#followed.has(keyOf(resource))));
    return true;
  }

  /** A group that cannot be read is reported once; undefined when none can be read. */
  async #discover(): Promise<Discovery | undefined> {
    const { discover, onError } = this.#options;
    let discovery: Discovery | undefined;
    let complaint = '';
    try {
      discovery = await discover();
      if (discovery.failures.size > 0) complaint = failureText(discovery);
      else if (discovery.resources.length === 0) complaint = 'discovery lists no resources';
    } catch (error) {
      complaint = (error as Error).message;
    }
    if (complaint !== '' && complaint !== this.#complaint && !this.#stopped) {
      onError(new Error(complaint));
    }
    this.#complaint = complaint;
    return discovery?.resources.length === 0 ? undefined : discovery;
  }

  /**
   * What is followed of groups and versions that cannot be read: we assume that it is still served.
   */
  #resourcesOf(failures: Discovery['failures']): readonly ServedResource[] {
    const followed = [...this.#followed.values()].map(({ resource }) => resource);
    return followed.filter((resource) => failures.has(apiVersionOf(resource)));
  }

  #drop(key: string, resource: ServedResource, informer: FollowedInformer): void {
    this.#followed.delete(key);
    informer.letGo();
    this.#options.lost?.(resource);
  }

  #add(resources: readonly ServedResource[]): void {
    if (resources.length === 0) return;
    const { follow, found } = this.#options;
    const added = resources.map((resource) => {
      const informer = follow(resource);
      this.#followed.set(keyOf(resource), { resource, informer });
      found(resource, informer);
      return informer;
    });
    const synced = Promise.all(added.map((informer) => informer.whenSynced()));
    const timeout = this.#pause(PERIOD_MS);
    const filling = Promise.race([synced, timeout.over]).then(() => {
      timeout.end();
      if (this.#filling === filling) this.#filling = undefined;
    });
    this.#filling = filling;
  }
}

/** In process an unchanged result is the identical object. */
function isSame(a: Discovery, b: Discovery | undefined): boolean {
  if (a === b || b === undefined) return a === b;
  return textOf(a) === textOf(b);
}

function textOf({ resources, failures }: Discovery): string {
  return JSON.stringify([resources, [...failures.keys()]]);
}

function keyOf(resource: ServedResource): string {
  return `${resourceOf(resource)} ${resource.version}`;
}
