import {
  apiVersionOf,
  mutatingWebhookConfiguration,
  validatingWebhookConfiguration,
  type Kind,
} from '#kinds';
import type { KindRegistry } from '#catalog';
import type { Clock, RandomStream, Release } from '#clock';
import type { Store } from '#store';
import type { WebhookConversion } from '#types';
import type { KubeObject } from '#values';
import { ConvertedObjects } from '../../conversion/converted.ts';
import type { Resource } from '../../resource.ts';
import type { CallWebhook } from '../../webhooks/call.ts';
import { Hooks } from './hooks.ts';

export interface WebhookParts {
  readonly store: Store;
  readonly kinds: KindRegistry;
  readonly clock: Clock;
  /** For the uids of reviews. */
  readonly uids: RandomStream;
  readonly call: CallWebhook;
  /** A kind that is served. */
  resource(kind: Kind): Resource;
  /** Asks a webhook for a custom resource in another version. Rejects with the {@link ApiError} 500 of one that fails. */
  convert(webhook: WebhookConversion, object: KubeObject, desired: string): Promise<KubeObject>;
}

/** The webhooks of an API, and what calls of them need. */
export class Webhooks {
  readonly mutating: Hooks;
  readonly validating: Hooks;
  readonly #parts: WebhookParts;
  readonly #shown = new WeakMap<Kind, ConvertedObjects>();

  constructor(parts: WebhookParts) {
    const { store, kinds } = parts;
    this.#parts = parts;
    this.mutating = new Hooks(store, kinds, mutatingWebhookConfiguration);
    this.validating = new Hooks(store, kinds, validatingWebhookConfiguration);
  }

  /** The kinds that are served. */
  get kinds(): KindRegistry {
    return this.#parts.kinds;
  }

  get call(): CallWebhook {
    return this.#parts.call;
  }

  /** A new uid for a review. */
  uid(): string {
    return this.#parts.uids.uuid();
  }

  /** Virtual time stands still until the call is answered. */
  hold(name: string): Release {
    return this.#parts.clock.hold(`webhook ${name}`);
  }

  resource(kind: Kind): Resource {
    return this.#parts.resource(kind);
  }

  /** What conversion webhooks have made of custom resources for those who see them in the form of a kind. */
  shownAs(kind: Kind): ConvertedObjects {
    let shown = this.#shown.get(kind);
    if (shown === undefined) {
      this.#shown.set(kind, (shown = new ConvertedObjects(apiVersionOf(kind))));
    }
    return shown;
  }

  convert(webhook: WebhookConversion, object: KubeObject, desired: string): Promise<KubeObject> {
    return this.#parts.convert(webhook, object, desired);
  }
}
