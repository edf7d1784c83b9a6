/** What checks see of the cluster: one watch for each kind, however many checks look at it. */
import type { Clock } from '#clock';
import { keyOf, type KubeObject } from '#values';
import type { Kind } from '#kinds';
import { messageOf, SharedInformer, type Client } from '#runtime';
import { CostError } from '../expression/index.ts';
import type { ObservedChange, ObservingCheck } from './observing.ts';

/** Processes a change; the check is notified by {@link ObservingCheck.after}. */
export type Update = (change: ObservedChange) => void;

interface Subscription {
  readonly check: ObservingCheck;
  readonly update: Update;
}

interface Followed {
  readonly informer: SharedInformer<KubeObject>;
  readonly byKey: Map<string, Set<Subscription>>;
  readonly ofAll: Set<Subscription>;
}

export interface ObservedKindsOptions {
  readonly clock: Clock;
  readonly client: Client;
}

export class ObservedKinds {
  readonly #options: ObservedKindsOptions;
  readonly #followed = new Map<Kind, Followed>();
  #problem: string | undefined;

  constructor(options: ObservedKindsOptions) {
    this.#options = options;
  }

  /** Resolves when the current state of the kinds is known; changes are followed from then on. */
  async follow(kinds: readonly Kind[]): Promise<void> {
    const informers = kinds.map((kind) => this.#informer(kind));
    await Promise.all(informers.map((informer) => informer.whenSynced()));
  }

  /** Why kinds could not be listed or watched the last time; it is tried again. */
  get problem(): string | undefined {
    return this.#problem;
  }

  stop(): void {
    for (const { informer } of this.#followed.values()) informer.stop();
  }

  object(kind: Kind, key: string): KubeObject | undefined {
    return this.#of(kind).informer.lister.getByKey(key);
  }

  objects(kind: Kind): readonly KubeObject[] {
    return this.#of(kind).informer.lister.list();
  }

  /** Changes of one object (`namespace/name` or `name`), or with no key of all; returns how to end it. */
  subscribe(kind: Kind, key: string | undefined, subscription: Subscription): () => void {
    const { byKey, ofAll } = this.#of(kind);
    let subscriptions = ofAll;
    if (key !== undefined) {
      subscriptions = byKey.get(key) ?? new Set();
      byKey.set(key, subscriptions);
    }
    subscriptions.add(subscription);
    return () => {
      subscriptions.delete(subscription);
      if (key !== undefined && subscriptions.size === 0) byKey.delete(key);
    };
  }

  #of(kind: Kind): Followed {
    const followed = this.#followed.get(kind);
    if (followed === undefined) throw new Error(`${kind.kind} is not followed`);
    return followed;
  }

  #informer(kind: Kind): SharedInformer<KubeObject> {
    const known = this.#followed.get(kind);
    if (known !== undefined) return known.informer;
    const informer = new SharedInformer({
      ...this.#options,
      kind,
      onError: (error) => void (this.#problem = messageOf(error)),
    });
    const followed: Followed = { informer, byKey: new Map(), ofAll: new Set() };
    this.#followed.set(kind, followed);
    informer.addHandlers({
      added: (object) => deliver(followed, { object, deleted: false }),
      updated: (object, old) => deliver(followed, { object, old, deleted: false }),
      deleted: (object) => deliver(followed, { object, old: object, deleted: true }),
    });
    informer.start();
    return informer;
  }
}

/** All conditions of a check process a change before the check evaluates them: it never sees half of it. */
function deliver({ byKey, ofAll }: Followed, change: ObservedChange): void {
  const ofKey = byKey.size === 0 ? undefined : byKey.get(keyOf(change.object));
  if (ofKey === undefined && ofAll.size === 0) return;
  const touched = [...(ofKey ?? []), ...ofAll];
  for (const { check } of touched) check.before();
  for (const { check, update } of touched) {
    try {
      update(change);
    } catch (error) {
      if (!(error instanceof CostError)) throw error;
      check.giveUp(error.message);
    }
  }
  for (const { check } of touched) check.after(change);
}
