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
  /** The release of Kubernetes. Default: 1.24. */
  readonly kubernetes?: string;
  /** Whether virtual time passes as by the clock on the wall, or only when it is advanced. Default: realtime. */
  readonly pace?: 'realtime' | 'manual';
  /** The client's token is in a file of its own. Default: in the kubeconfig. */
  readonly tokenFile?: boolean;
}

/** A client that reads and writes without end must not fill the memory. */
const mostRequests = 50_000;

/** How long virtual time waits at an instant for a client that is not quiet, wall ms. */
const longestWait = 300;

const tokenName = 'token';

interface StageContents {
  readonly cluster: Cluster;
  readonly folder: string;
  readonly requests: SeenRequest[];
  readonly newToken: () => string;
  readonly token: string;
  readonly port: number;
}

export class Stage {
  readonly cluster: Cluster;
  readonly #options: StageOptions;
  readonly #folder: string;
  readonly #requests: SeenRequest[];
  readonly #newToken: () => string;
  /** Of the server. */
  readonly port: number;
  /** The client's. */
  #token: string;
  #client: ClientProcess | undefined;
  /** Of the client. */
  #replica: ClientProcess | undefined;
  readonly startedMs = machineWall.now();

  private constructor(options: StageOptions, parts: StageContents) {
    this.#options = options;
    this.cluster = parts.cluster;
    this.#folder = parts.folder;
    this.#requests = parts.requests;
    this.#newToken = parts.newToken;
    this.#token = parts.token;
    this.port = parts.port;
  }

  /** @throws {CheckFailedError} when the cluster refuses a manifest */
  static async set(options: StageOptions): Promise<Stage> {
    const { kubernetes, nodes } = options;
    const cluster = await createCluster({ kubernetes, nodes, start: machineTime() });
    const requests: SeenRequest[] = [];
    try {
      for (const manifest of options.setup) {
        await cluster.apply(manifest);
        await cluster.settle();
      }
      const server = await cluster.listen({
        pace: options.pace ?? 'realtime',
        prefersJson: true,
        outside: { quiet: 20, cap: longestWait },
        onRequest: (request) => {
          if (requests.length < mostRequests) requests.push(request);
        },
      });
      const folder = await mkdtemp(join(tmpdir(), 'orrery-grade-'));
      const access = () => server.accessOf({ name: clientUser, groups: ['system:masters'] });
      const { kubeconfig, token } = access();
      const file = options.tokenFile === true ? join(folder, tokenName) : undefined;
      await save(folder, 'kubeconfig', file === undefined ? kubeconfig : byFile(kubeconfig, file));
      if (file !== undefined) await save(folder, tokenName, token);
      const newToken = (): string => access().token;
      return new Stage(options, { cluster, folder, requests, newToken, token, port: server.port });
    } catch (error) {
      await cluster.dispose();
      throw error;
    }
  }

  /** The manifests that existed before the client. */
  get setup(): readonly string[] {
    return this.#options.setup;
  }

  /** Puts another token into the client's file; the one that it had is refused from now on. */
  async rotateToken(): Promise<void> {
    const old = this.#token;
    this.#token = this.#newToken();
    await save(this.#folder, tokenName, this.#token);
    this.cluster.faults.inject({ match: { client: { token: old } }, error: 401 });
  }

  /** In the order in which they came. */
  get requests(): readonly SeenRequest[] {
    return this.#requests;
  }

  get client(): ClientProcess | undefined {
    return this.#client;
  }

  startClient(): void {
    this.#client = this.#started();
  }

  /** Another process of the client beside it. */
  startReplica(): void {
    this.#replica = this.#started();
  }

  #started(): ClientProcess {
    return new ClientProcess({
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

  /** The client is asked to end, or killed. */
  async end(how: 'kill' | 'ask' = 'ask'): Promise<void> {
    await Promise.all([this.#client?.stop(how), this.#replica?.stop(how)]);
    // Once closed, an open watch has an end: what is reported reads requests before.
    await this.cluster.dispose();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function save(folder: string, name: string, text: string): Promise<void> {
  return writeFile(join(folder, name), text, { mode: 0o600 });
}

/** Returns a kubeconfig that names a file with the token, in place of the token. */
function byFile(kubeconfig: string, tokenFile: string): string {
  const config = JSON.parse(kubeconfig) as { users: { user: object }[] };
  for (const each of config.users) each.user = { tokenFile };
  return JSON.stringify(config);
}
