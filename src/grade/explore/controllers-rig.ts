/** Controllers made with `defineController` as the client: they live in virtual time, so runs are quick and repeatable. */
import { createCluster, PermutedOrder, type Cluster, type ControllerDefinition } from '#kit';
import { asides, historyOf } from './history.ts';
import { isAtRest } from './rest.ts';
import type { ClientWrite, Rig, SettleOptions } from './rig.ts';

export interface ControllersOptions {
  readonly controllers: readonly ControllerDefinition[];
  /** Manifests that exist before they start. */
  readonly setup: readonly string[];
  readonly nodes: number;
  /** The release of Kubernetes. Default: 1.24. */
  readonly kubernetes?: string;
}

/** How long nothing may be written until they have come to rest, virtual seconds... */
const quietSeconds = 5;
/** ...and, where much depends on it, this long after that: delays between attempts grow. */
const thorough = '2m';
/** They are not waited for longer, virtual seconds. */
const mostSeconds = 600;

/** A fault that does no harm, and whose strikes are what is read. */
const eye = 'reads';
/** Later than any revision: a replica that has everything. */
const latest = 1e12;

export class ControllersRig implements Rig {
  readonly lostAnswer = { error: 500, applied: true };
  /** In virtual time there is nothing to wait for. */
  readonly latestMs = 0;
  readonly hastyMs = 0;
  readonly restsUntilMs = 0;
  readonly output = '';
  readonly cluster: Cluster;
  readonly order: PermutedOrder;
  readonly #controllers: readonly ControllerDefinition[];
  #ending: string | undefined;

  private constructor(
    cluster: Cluster,
    order: PermutedOrder,
    controllers: readonly ControllerDefinition[],
  ) {
    this.cluster = cluster;
    this.order = order;
    this.#controllers = controllers;
  }

  /** @throws {CheckFailedError} when the cluster refuses a manifest */
  static async set(options: ControllersOptions): Promise<ControllersRig> {
    const { controllers, setup, nodes, kubernetes } = options;
    const quiet = (): void => undefined;
    const order = new PermutedOrder();
    const cluster = await createCluster({
      ...{ kubernetes, nodes, run: controllers, order },
      onError: quiet,
    });
    const rig = new ControllersRig(cluster, order, controllers);
    try {
      await rig.kill();
      for (const manifest of setup) {
        await cluster.apply(manifest);
        await cluster.settle();
      }
      const match = { client: rig.client, verb: 'list' };
      cluster.faults.inject({ name: eye, match, stale: { at: latest } });
      return rig;
    } catch (error) {
      await cluster.dispose();
      throw error;
    }
  }

  get client() {
    return { process: this.actors };
  }

  get actors(): readonly string[] {
    return this.#controllers.map(({ actor }) => actor);
  }

  get reads(): readonly string[] {
    const strikes = this.cluster.faults.strikes().filter(({ fault }) => fault === eye);
    const names = [...new Set(strikes.map(({ resource }) => resource))];
    return names.map((name) => this.#withGroup(name)).filter((each) => !asides.includes(each));
  }

  /** What they have changed: patches count as updates, and parts of objects as the objects. */
  get writes(): readonly ClientWrite[] {
    const verbs = { created: 'create', updated: 'update', deleted: 'delete' };
    return historyOf(this.cluster)
      .filter(({ actor, resource }) => this.actors.includes(actor) && !asides.includes(resource))
      .map(({ verb, resource }) => ({ verb: verbs[verb], resource }));
  }

  get ending(): string | undefined {
    return this.#ending;
  }

  start(): Promise<void> {
    return this.cluster.step({ startControllers: this.#names });
  }

  kill(): Promise<void> {
    return this.cluster.step({ stopControllers: this.#names });
  }

  follow(): () => void {
    return () => undefined;
  }

  async settle({ look, isThorough = false }: SettleOptions): Promise<boolean> {
    if (this.#ending !== undefined) return false;
    try {
      await this.cluster.settle();
      await look();
      let still = 0;
      for (let second = 0; second < mostSeconds; second++) {
        still = (await isAtRest(this.cluster, '1s')) ? still + 1 : 0;
        await look();
        if (still < quietSeconds) continue;
        if (!isThorough || (await isAtRest(this.cluster, thorough))) return true;
        still = 0;
      }
      return false;
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'DidNotSettleError') throw error;
      this.#ending = error.message;
      return false;
    }
  }

  end(): Promise<void> {
    return this.cluster.dispose();
  }

  get #names(): readonly string[] {
    return this.#controllers.map(({ name }) => name);
  }

  /** Strikes name resources without their group. */
  #withGroup(plural: string): string {
    const { group } = this.cluster.kind(plural);
    return group === '' ? plural : `${plural}.${group}`;
  }
}
