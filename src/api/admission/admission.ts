import type { Kind, KubeObject } from '#kinds';
import type { AdmissionAccess } from './access.ts';
import type { AdmissionPlugin, AdmissionRequest, Operation } from './plugin.ts';

/** The plugins for one sort of request, in their order. */
export interface Chain {
  readonly mutating: readonly AdmissionPlugin[];
  readonly validating: readonly AdmissionPlugin[];
}

/** The admission control of an API: which plugins see which requests, and running them. */
export class Admission {
  readonly #plugins: readonly AdmissionPlugin[];
  readonly #access: AdmissionAccess;
  readonly #chains = new WeakMap<Kind, Map<string, Chain>>();

  constructor(plugins: readonly AdmissionPlugin[], access: AdmissionAccess) {
    this.#plugins = plugins;
    this.#access = access;
  }

  /** `subresource` is absent for the object itself. */
  chain(kind: Kind, operation: Operation, subresource?: string): Chain {
    let chains = this.#chains.get(kind);
    if (chains === undefined) this.#chains.set(kind, (chains = new Map<string, Chain>()));
    const key = subresource === undefined ? operation : `${operation} ${subresource}`;
    let chain = chains.get(key);
    if (chain === undefined) {
      const plugins = this.#plugins.filter((plugin) =>
        plugin.handles(kind, operation, subresource),
      );
      chain = {
        mutating: plugins.filter((plugin) => plugin.mutate !== undefined),
        validating: plugins.filter((plugin) => plugin.validate !== undefined),
      };
      chains.set(key, chain);
    }
    return chain;
  }

  /**
   * Runs the mutating plugins one after the other, each on the result of the one before; awaits
   * only those that return a promise.
   */
  async mutate(
    chain: Chain,
    object: KubeObject,
    old: KubeObject | undefined,
    request: AdmissionRequest,
  ): Promise<KubeObject> {
    let mutated = object;
    for (const plugin of chain.mutating) {
      const answer = plugin.mutate!(mutated, old, request, this.#access);
      mutated = (answer instanceof Promise ? await answer : answer) ?? mutated;
    }
    return mutated;
  }

  async validate(
    chain: Chain,
    object: KubeObject,
    old: KubeObject | undefined,
    request: AdmissionRequest,
  ): Promise<void> {
    for (const plugin of chain.validating) {
      const judged = plugin.validate!(object, old, request, this.#access);
      if (judged instanceof Promise) await judged;
    }
  }

  /** Runs the plugins for a request without an object of its own kind: a deletion, a connection. */
  async permit(chain: Chain, request: AdmissionRequest): Promise<void> {
    for (const plugin of chain.mutating) {
      await plugin.mutate!(undefined, undefined, request, this.#access);
    }
  }
}
