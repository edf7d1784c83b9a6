/** An API server for a suite, with the shape that envtest gives it: start, use, stop. */
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kubeconfigText } from '#remote';
import { machineTime } from '#clock';
import { makeAuthority, makeServing } from '#server';
import { createCluster } from '../cluster.ts';
import type { Cluster, ClusterServer } from '../index.ts';
import { installCRDs, uninstallCRDs, type InstallCRDsOptions } from './definitions.ts';
import { flagEffects } from './flags.ts';
import type {
  AuthenticatedUser,
  EnvtestConfig,
  TestEnvironmentOptions,
  User,
  WebhookServing,
} from './options.ts';
import { rewriteWebhookManifests } from './rewrite.ts';
import type { RestConfig } from './rest.ts';
import {
  freePort,
  installWebhooks,
  readWebhookManifests,
  waitForWebhookServer,
  type WebhookInstallOptions,
} from './webhooks.ts';

const administrator = { name: 'envtest-admin', groups: ['system:masters'] };

/** What a started environment has. */
interface Started {
  readonly cluster: Cluster;
  readonly server: ClusterServer;
  /** Of this environment alone; it goes with it. */
  readonly folder: string;
  users: number;
  config?: EnvtestConfig;
}

/**
 * An API server in the process of the test, on a port of its own, with certificates of its own.
 * Starts in milliseconds; any number can run side by side.
 */
export class TestEnvironment implements AsyncDisposable {
  readonly #options: TestEnvironmentOptions;
  #started: Started | undefined;
  #isStarting = false;

  /** @param options those of envtest-js; nothing happens until {@link start} */
  constructor(options: TestEnvironmentOptions = {}) {
    this.#options = options;
  }

  /** How the administrator reaches the API. @throws {Error} before the start and after the stop */
  get config(): EnvtestConfig {
    const { config } = this.#now();
    if (config === undefined) throw new Error(notStarted);
    return config;
  }

  /**
   * The cluster behind the API, with all that clusters of the kit can do: `advance`, `until`, `step`,
   * `why`, `timeline`, faults. @throws {Error} before the start and after the stop
   */
  get cluster(): Cluster {
    return this.#now().cluster;
  }

  /**
   * Starts the API, installs definitions and webhooks, and writes a kubeconfig.
   * @throws {Error} for an option that cannot be met, an invalid manifest, and when it runs already
   */
  async start(): Promise<EnvtestConfig> {
    if (this.#isStarting || this.#started !== undefined) {
      throw new Error('the environment has been started already; stop() it first');
    }
    this.#isStarting = true;
    try {
      const { warnings } = flagEffects(this.#options);
      for (const warning of warnings) process.emitWarning(warning);
      this.#started = await this.#listening();
      return (this.#started.config = await this.#installed(this.#started));
    } catch (error) {
      await this.stop();
      throw error;
    } finally {
      this.#isStarting = false;
    }
  }

  /** Ends everything, and removes its files. Does nothing when it does not run. */
  async stop(): Promise<void> {
    const started = this.#started;
    this.#started = undefined;
    if (started === undefined) return;
    rmSync(started.folder, { recursive: true, force: true });
    await started.cluster.dispose();
  }

  /** What `await using` calls: {@link stop}. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  /** Credentials for another user, who may do what roles and bindings allow. */
  async addUser(user: User): Promise<AuthenticatedUser> {
    const started = this.#now();
    started.users += 1;
    return accessOf(started, user, `user-${started.users}.kubeconfig`);
  }

  /** Installs more definitions, from files and folders. @returns their names */
  async installCRDs(paths: readonly string[], options: InstallCRDsOptions = {}): Promise<string[]> {
    const { webhook } = this.config;
    return installCRDs(this.config, paths, { conversionWebhook: webhook, ...options });
  }

  /** Deletes the definitions of files and folders. @returns the names of those that were there */
  async uninstallCRDs(
    paths: readonly string[],
    options: Pick<InstallCRDsOptions, 'crds' | 'errorIfPathMissing'> = {},
  ): Promise<string[]> {
    return uninstallCRDs(this.config, paths, options);
  }

  /**
   * Waits until the test's own webhook server shows the certificate of `config.webhook`.
   * @param timeoutMs of the machine's time; default: 10,000
   * @throws {Error} when it does not in time, and without `webhookInstallOptions`
   */
  async waitForWebhookServer(timeoutMs?: number): Promise<void> {
    const { webhook } = this.config;
    if (webhook === undefined) {
      throw new Error('the environment has no webhooks: give it webhookInstallOptions');
    }
    const { host, port, caPem } = webhook;
    await waitForWebhookServer(host, port, { caPem, timeoutMs });
  }

  #now(): Started {
    if (this.#started === undefined) throw new Error(notStarted);
    return this.#started;
  }

  async #listening(): Promise<Started> {
    const {
      version,
      cluster: expected,
      listenAddress,
      securePort,
      pace = 'realtime',
    } = this.#options;
    const { authorization, featureGates, runtimeConfig } = flagEffects(this.#options);
    const cluster = await createCluster({
      controllers: 'none',
      start: machineTime(),
      ...{ kubernetes: version, authorization, featureGates, runtimeConfig },
      ...expected,
    });
    try {
      const server = await cluster.listen({ host: listenAddress, port: securePort, pace });
      // Readable by its owner only.
      const folder = mkdtempSync(join(tmpdir(), 'orrery-envtest-'));
      return { cluster, server, folder, users: 0 };
    } catch (error) {
      await cluster.dispose();
      throw error;
    }
  }

  async #installed(started: Started): Promise<EnvtestConfig> {
    const { crdDirectoryPaths = [], crds = [], crdInstallOptions = {} } = this.#options;
    const { webhookInstallOptions: hooks } = this.#options;
    const access = accessOf(started, administrator, 'kubeconfig');
    const webhook = hooks === undefined ? undefined : await serving(hooks, access, started.folder);
    const all = [...crds, ...(crdInstallOptions.crds ?? [])];
    const options = { conversionWebhook: webhook, ...crdInstallOptions, crds: all };
    const installedCRDs = await installCRDs(access, crdDirectoryPaths, options);
    return {
      ...access,
      apiServerPort: started.server.port,
      installedCRDs,
      ...(webhook !== undefined && { webhook }),
    };
  }
}

const notStarted = 'the environment does not run; await start() first';

function accessOf({ server, folder }: Started, user: User, file: string): AuthenticatedUser {
  const { name, groups = [] } = user;
  const { url, certificate } = server;
  const client = server.certificateOf(user);
  const kubeconfigYaml = kubeconfigText({ url, certificate, client });
  const kubeconfigPath = join(folder, file);
  writeOwn(kubeconfigPath, kubeconfigYaml);
  return {
    server: url,
    caPem: certificate,
    certPem: client.cert,
    keyPem: client.key,
    caData: base64(certificate),
    certData: base64(client.cert),
    keyData: base64(client.key),
    user: name,
    groups: [...groups],
    ...{ kubeconfigPath, kubeconfigYaml },
  };
}

/** Installs the webhooks, led to a place of the test's own, with certificates for a server there. */
async function serving(
  { paths, localServingHost: host = '127.0.0.1', localServingPort }: WebhookInstallOptions,
  access: RestConfig,
  folder: string,
): Promise<WebhookServing> {
  const port = localServingPort ?? (await freePort(host));
  const authority = makeAuthority(machineTime());
  const { cert: certPem, key: keyPem } = makeServing(authority, [host, 'localhost'], machineTime());
  const { cert: caPem } = authority;
  const certDir = join(folder, 'webhook');
  mkdirSync(certDir);
  const certPath = join(certDir, 'tls.crt');
  const keyPath = join(certDir, 'tls.key');
  writeOwn(certPath, certPem);
  writeOwn(keyPath, keyPem);
  const manifests = await readWebhookManifests(paths);
  const led = rewriteWebhookManifests(manifests, host, port, caPem);
  const configurationNames = await installWebhooks(access, led);
  return { host, port, caPem, certPem, keyPem, certDir, certPath, keyPath, configurationNames };
}

/** Writes a file that only its owner can read. */
function writeOwn(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 });
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
