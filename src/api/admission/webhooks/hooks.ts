import { bucketOf, resourceOf, subresourceOf, type Kind } from '#kinds';
import { selectorOf, type KubeObject, type Selector } from '#values';
import type { KindRegistry } from '#catalog';
import type {
  MutatingWebhook,
  MutatingWebhookConfiguration,
  RuleWithOperations,
  ValidatingWebhook,
} from '#types';
import type { Store } from '#store';
import type { Operation } from '../operation.ts';
import { ruleMatches } from './rules.ts';

/** A webhook of a configuration. */
export interface Hook {
  readonly webhook: ValidatingWebhook & Pick<MutatingWebhook, 'reinvocationPolicy'>;
  readonly namespaces: Selector;
  readonly objects: Selector;
}

/** A webhook with a rule that fits a request, and the kind in whose form it gets the object. */
export interface Candidate {
  readonly hook: Hook;
  readonly kind: Kind;
}

const none: readonly Candidate[] = [];

/** The webhooks of all configurations of one sort. What is made of them is kept until they change. */
export class Hooks {
  readonly #store: Store;
  readonly #bucket: string;
  readonly #kinds: KindRegistry;
  /** What the rest was made of. */
  #listed: readonly KubeObject[] = [];
  #served: readonly Kind[] = [];
  #hooks: readonly Hook[] = [];
  #candidates = new Map<Kind, Map<string, readonly Candidate[]>>();

  constructor(store: Store, kinds: KindRegistry, configuration: Pick<Kind, 'group' | 'plural'>) {
    this.#store = store;
    this.#kinds = kinds;
    this.#bucket = resourceOf(configuration);
  }

  /** In the order of their calls: by name of the configuration, and as they are listed there. */
  candidates(
    kind: Kind,
    operation: Operation,
    subresource: string | undefined,
  ): readonly Candidate[] {
    if (this.#store.isEmpty(this.#bucket)) return none;
    this.#refresh();
    let byRequest = this.#candidates.get(kind);
    if (byRequest === undefined) this.#candidates.set(kind, (byRequest = new Map()));
    const key = `${operation} ${subresource ?? ''}`;
    let found = byRequest.get(key);
    if (found === undefined) {
      byRequest.set(key, (found = this.#find(kind, operation, subresource)));
    }
    return found;
  }

  /** The store lends the same list until it changes, and the registry likewise. */
  #refresh(): void {
    const { past } = this.#store;
    const listed = past.list(this.#bucket, past.revision);
    const served = this.#kinds.all;
    if (listed === this.#listed && served === this.#served) return;
    if (listed !== this.#listed) this.#hooks = listed.flatMap(hooksOf);
    this.#listed = listed;
    this.#served = served;
    this.#candidates = new Map();
  }

  #find(kind: Kind, operation: Operation, subresource: string | undefined): readonly Candidate[] {
    const others = otherForms(this.#kinds, kind, subresource);
    return this.#hooks.flatMap((hook) => {
      const { rules = [], matchPolicy } = hook.webhook;
      const fits = (rule: RuleWithOperations, form: Kind): boolean =>
        ruleMatches(rule, operation, form, subresource);
      if (rules.some((rule) => fits(rule, kind))) return [{ hook, kind }];
      if (matchPolicy !== 'Equivalent') return [];
      for (const rule of rules) {
        const form = others.find((other) => fits(rule, other));
        if (form !== undefined) return [{ hook, kind: form }];
      }
      return [];
    });
  }
}

/** The other forms in which the objects of a kind are served, with such a part. */
export function otherForms(
  kinds: KindRegistry,
  kind: Kind,
  subresource: string | undefined,
): readonly Kind[] {
  const bucket = bucketOf(kind);
  const own = kinds.servedAs(kind);
  return kinds.all.filter(
    (other) =>
      other !== own &&
      bucketOf(other) === bucket &&
      (subresource === undefined || subresourceOf(other, subresource) !== undefined),
  );
}

function hooksOf(configuration: KubeObject): readonly Hook[] {
  const { webhooks = [] } = configuration as MutatingWebhookConfiguration;
  return webhooks.map((webhook) => ({
    webhook,
    namespaces: selectorOf(webhook.namespaceSelector),
    objects: selectorOf(webhook.objectSelector),
  }));
}
