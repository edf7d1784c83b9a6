/** A cluster of its own for a client: what the client asks is seen, and time passes as by the clock on the wall. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machineTime, machineTimers, machineWall } from '#clock';
import { createCluster, type Cluster, type SeenRequest } from '#kit';
import { ClientProcess } from './client-process.ts';

/** The user that the client is. */
export const clientUser = 'graded';

export interface StageOptions {
  readonly command: readonly string[];
  /** Manifests that exist before the client starts. */
  readonly setup: readonly string[];
  readonly nodes: number;
  /** Whether virtual time passes as by the clock on the wall, or only when it is advanced. Default: realtime. */
  readonly pace?: 'realtime' | 'manual';
}

/** A client that reads and writes without end must not fill the memory. */
const mostRequests = 50_000;

/** How long virtual time waits at an instant for a client that is not quiet, wall ms. */
const longestWait = 300;

export class Stage {
  readonly cluster: Cluster;
  readonly #options: StageOptions;
  readonly #folder: string;
  readonly #requests: SeenRequest[];
  #client: ClientProcess | undefined;
  readonly startedMs = machineWall.now();

  private constructor(
    options: StageOptions,
    parts: { cluster: Cluster; folder: string; requests: SeenRequest[] },
  ) {
    this.#options = options;
    this.cluster = parts.cluster;
    this.#folder = parts.folder;
    this.#requests = parts.requests;
  }

  /** @throws {CheckFailedError} when the cluster refuses a manifest */
  static async set(options: StageOptions): Promise<Stage> {
    const cluster = await createCluster({ nodes: options.nodes, start: machineTime() });
    const requests: SeenRequest[] = [];
    try {
      for (const manifest of options.setup) {
        await cluster.apply(manifest);
        await cluster.settle();
      }
      const server = await cluster.listen({
        pace: options.pace ?? 'realtime',
        outside: { quiet: 20, cap: longestWait },
        onRequest: (request) => {
          if (requests.length < mostRequests) requests.push(request);
        },
      });
      const folder = await mkdtemp(join(tmpdir(), 'orrery-grade-'));
      const { kubeconfig } = server.accessOf({ name: clientUser, groups: ['system:masters'] });
      await writeFile(join(folder, 'kubeconfig'), kubeconfig, { mode: 0o600 });
      return new Stage(options, { cluster, folder, requests });
    } catch (error) {
      await cluster.dispose();
      throw error;
    }
  }

  /** In the order in which they came. */
  get requests(): readonly SeenRequest[] {
    return this.#requests;
  }

  get client(): ClientProcess | undefined {
    return this.#client;
  }

  startClient(): void {
    this.#client = new ClientProcess({
      command: this.#options.command,
      env: { KUBECONFIG: join(this.#folder, 'kubeconfig') },
      wall: machineWall,
      timers: machineTimers(),
    });
  }

  /** As if its machine had failed. */
  async stopClient(): Promise<void> {
    await this.#client?.stop('kill');
  }

  async restartClient(): Promise<void> {
    await this.stopClient();
    this.startClient();
  }

  async end(): Promise<void> {
    await this.#client?.stop('ask');
    // Once closed, an open watch has an end: what is reported reads requests before.
    await this.cluster.dispose();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
