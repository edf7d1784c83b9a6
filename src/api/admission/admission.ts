import type { Kind } from '#kinds';
import type { KubeObject } from '#values';
import type { AdmissionAccess } from './access.ts';
import type { Operation } from './operation.ts';
import type { AdmissionPlugin, AdmissionRequest } from './plugin.ts';
import { Trail } from './webhooks/trail.ts';

/** The plugins for one sort of request, in their order. */
export interface Chain {
  readonly mutating: readonly AdmissionPlugin[];
  readonly validating: readonly AdmissionPlugin[];
  readonly permitting: readonly AdmissionPlugin[];
  readonly examining: readonly AdmissionPlugin[];
  /** Without the plugins that may have nothing to do; absent where there are none of these. */
  readonly steady?: Chain;
}

/** What is known about one sort of request. */
interface Chains {
  readonly steady: Chain;
  readonly whole: Chain;
  /** The plugins that may have nothing to do at present. */
  readonly others: readonly AdmissionPlugin[];
}

type BySubresource = Map<string | undefined, Chains>;

/** The admission control of an API: which plugins see which requests, and running them. */
export class Admission {
  readonly #plugins: readonly AdmissionPlugin[];
  readonly #access: AdmissionAccess;
  readonly #chains = new WeakMap<Kind, Partial<Record<Operation, BySubresource>>>();

  constructor(plugins: readonly AdmissionPlugin[], access: AdmissionAccess) {
    this.#plugins = plugins;
    this.#access = access;
  }

  /**
   * `subresource` is absent for the object itself.
   * @param namespace absent for kinds that have none, and where the request is about several
   */
  chain(kind: Kind, operation: Operation, subresource?: string, namespace?: string): Chain {
    const { steady, whole, others } = this.#chainsOf(kind, operation, subresource);
    for (const plugin of others) {
      if (!plugin.isIdle!(kind, operation, subresource, this.#access, namespace)) return whole;
    }
    return steady;
  }

  #chainsOf(kind: Kind, operation: Operation, subresource: string | undefined): Chains {
    let byOperation = this.#chains.get(kind);
    if (byOperation === undefined) this.#chains.set(kind, (byOperation = {}));
    const bySubresource = (byOperation[operation] ??= new Map());
    let chains = bySubresource.get(subresource);
    if (chains === undefined) {
      const plugins = this.#plugins.filter((plugin) =>
        plugin.handles(kind, operation, subresource),
      );
      bySubresource.set(subresource, (chains = chainsOf(plugins)));
    }
    return chains;
  }

  /**
   * Runs the mutating plugins one after the other, each on the result of the one before; awaits
   * only those that return a promise. Webhooks may ask for a second round.
   */
  async mutate(
    chain: Chain,
    object: KubeObject,
    old: KubeObject | undefined,
    request: AdmissionRequest,
  ): Promise<KubeObject> {
    let mutated = object;
    do {
      for (const plugin of chain.mutating) {
        const answer = plugin.mutate!(mutated, old, request, this.#access);
        mutated = answer instanceof Promise ? await answer : answer;
      }
    } while (request.trail?.beginAgain() === true);
    return mutated;
  }

  /** Runs the validating plugins one after the other, and returns the same object. */
  async validate(
    chain: Chain,
    object: KubeObject,
    old: KubeObject | undefined,
    request: AdmissionRequest,
  ): Promise<KubeObject> {
    for (const plugin of chain.validating) {
      const judged = plugin.validate!(object, old, request, this.#access);
      if (judged instanceof Promise) await judged;
    }
    return object;
  }

  /** For a deletion, before its object is read. */
  async permit(chain: Chain, request: AdmissionRequest): Promise<void> {
    for (const plugin of chain.permitting) await plugin.permit!(request, this.#access);
  }

  /** For the deletion of an object. */
  async examine(chain: Chain, old: KubeObject, request: AdmissionRequest): Promise<void> {
    for (const plugin of chain.examining) await plugin.examine!(old, request, this.#access);
  }
}

/** Whether no plugin has anything to do with such a creation or update. */
export function isIdle({ mutating, validating }: Chain): boolean {
  return mutating.length === 0 && validating.length === 0;
}

/** What webhooks do is noted there; undefined where none is called. */
export function trailFor({ steady }: Chain): Trail | undefined {
  return steady === undefined ? undefined : new Trail();
}

function chainsOf(plugins: readonly AdmissionPlugin[]): Chains {
  const others = plugins.filter(({ isIdle }) => isIdle !== undefined);
  const steady = chainOf(plugins.filter(({ isIdle }) => isIdle === undefined));
  return { steady, whole: { ...chainOf(plugins), steady }, others };
}

function chainOf(plugins: readonly AdmissionPlugin[]): Chain {
  return {
    mutating: plugins.filter((plugin) => plugin.mutate !== undefined),
    validating: plugins.filter((plugin) => plugin.validate !== undefined),
    permitting: plugins.filter((plugin) => plugin.permit !== undefined),
    examining: plugins.filter((plugin) => plugin.examine !== undefined),
  };
}
