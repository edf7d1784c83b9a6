/** The cluster of a server, which another one can replace while the server listens. */
import { defaultProfile, type Profile } from '#kinds';
import { ApiError } from '#values';
import type { RecordReader, ServerApp } from '#server';
import type { Simulator } from '#simulator';
import type { Beginning, Host } from './beginning.ts';
import { HostLine } from './host-line.ts';
import { ServedCluster, type ClusterPlan } from './cluster.ts';

export class ClusterHost implements Host {
  readonly #plan: ClusterPlan;
  readonly #fail: (error: unknown) => void;
  #current: ServedCluster;
  readonly #line: HostLine;
  /** Resets are carried out one after the other. */
  #changed: Promise<unknown> = Promise.resolve();

  /** @param fail called when the virtual time of the cluster cannot continue */
  constructor(plan: ClusterPlan, fail: (error: unknown) => void) {
    this.#plan = plan;
    this.#fail = fail;
    this.#current = this.#make({ seed: plan.options.seed });
    this.#line = new HostLine(this.#current.simulator.faults);
  }

  /** Passes requests on to the cluster of the moment. */
  get app(): ServerApp {
    return {
      handle: (req, res) => this.#current.app.handle(req, res),
      takesUpgrade: (req) => this.#current.app.takesUpgrade(req),
      upgrade: (request) => this.#current.app.upgrade(request),
      endWatches: () => this.#current.app.endWatches(),
      line: this.#line,
    };
  }

  get profile(): Profile {
    return this.#plan.simulator.profile ?? defaultProfile;
  }

  get simulator(): Simulator {
    return this.#current.simulator;
  }

  /** The record of the cluster of the moment, as it grows. It ends with the cluster. */
  readRecord(): RecordReader {
    return this.#current.readRecord();
  }

  /** Starts the first cluster. */
  begin(): Promise<void> {
    return this.#begin(this.#current);
  }

  /** Plays the scenario of the first cluster. */
  play(): Promise<void> {
    return this.#current.play();
  }

  reset(beginning: Partial<Beginning>): Promise<number> {
    const { data, onEtcd } = this.#plan;
    if (data !== undefined || onEtcd !== undefined) {
      const why =
        data === undefined
          ? 'the cluster is in an etcd (--etcd), and other servers may share it'
          : 'the server keeps its data (--data): stop it, remove the folder, and start it again';
      return Promise.reject(new ApiError(409, 'Conflict', why));
    }
    const changed = this.#changed.then(() => this.#replace(beginning));
    this.#changed = changed.catch(() => undefined);
    return changed;
  }

  /** @param close closes the server, before time stops */
  async end(reason: ApiError, close: () => Promise<void>): Promise<void> {
    await this.#changed;
    await this.#current.end(reason, close);
  }

  async #replace({ seed = this.#plan.options.seed, state }: Partial<Beginning>): Promise<number> {
    const next = this.#make({ seed, state });
    const failure = new ApiError(503, 'ServiceUnavailable', 'the cluster could not be started');
    try {
      await this.#begin(next);
    } catch (error) {
      await next.end(failure);
      throw error;
    }
    const last = this.#current;
    this.#current = next;
    this.#line.follow(next.simulator.faults);
    await last.end(new ApiError(409, 'Conflict', 'the cluster was reset meanwhile'));
    await next.play();
    return seed;
  }

  #make(beginning: Beginning): ServedCluster {
    return new ServedCluster(this.#plan, beginning, this);
  }

  #begin(cluster: ServedCluster): Promise<void> {
    return cluster.begin((error) => {
      if (cluster === this.#current) this.#fail(error);
    });
  }
}
