/** Admission webhooks that run in the process of the test. */
import { createServer } from 'node:net';
import { connect } from 'node:tls';
import { machineWall } from '#clock';
import { readManifests, type WebhookConfigurationManifest } from './manifests.ts';
import { createOrReplace, deleteNamed, type RestConfig } from './rest.ts';

const collections: Readonly<Record<string, string>> = {
  ValidatingWebhookConfiguration:
    '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations',
  MutatingWebhookConfiguration:
    '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations',
};

/** Which webhooks are installed, and where the test serves them. */
export interface WebhookInstallOptions {
  /** Files and folders with ValidatingWebhookConfigurations and MutatingWebhookConfigurations. */
  readonly paths: readonly string[];
  /** Where the test's server will listen. Default: `127.0.0.1`. */
  readonly localServingHost?: string;
  /** Default: any that is free. */
  readonly localServingPort?: number;
  /** Accepted, and without effect: the whole cluster ends with its environment. */
  readonly cleanUpAfterUse?: boolean;
}

/** Which webhook configuration is meant. */
export interface WebhookConfigurationRef {
  /** ValidatingWebhookConfiguration or MutatingWebhookConfiguration. */
  readonly kind: string;
  readonly name: string;
}

/**
 * Returns the webhook configurations of files and folders. @throws {Error} for a path that is not
 * there
 */
export async function readWebhookManifests(
  paths: readonly string[],
): Promise<WebhookConfigurationManifest[]> {
  return readManifests<WebhookConfigurationManifest>(paths, Object.keys(collections));
}

/** Creates configurations, or replaces those that have their names. @returns the names */
export async function installWebhooks(
  config: RestConfig,
  manifests: readonly WebhookConfigurationManifest[],
): Promise<string[]> {
  for (const manifest of manifests) {
    await createOrReplace(config, collectionOf(manifest.kind), manifest);
  }
  return manifests.map(({ metadata }) => metadata.name);
}

/** Deletes configurations. @returns the names of those that were there */
export async function uninstallWebhooks(
  config: RestConfig,
  refs: readonly WebhookConfigurationRef[],
): Promise<string[]> {
  const deleted: string[] = [];
  for (const { kind, name } of refs) {
    deleted.push(...(await deleteNamed(config, collectionOf(kind), [name])));
  }
  return deleted;
}

function collectionOf(kind: string): string {
  const collection = collections[kind];
  if (collection !== undefined) return collection;
  throw new Error(`${kind}: expected one of ${Object.keys(collections).join(', ')}`);
}

/** How long to wait for a server, and which certificate it has to show. */
export interface WaitForWebhookServerOptions {
  /** The authority that has signed its certificate, PEM. */
  readonly caPem: string;
  /** Of the machine's time. Default: 10,000. */
  readonly timeoutMs?: number;
}

/** Between two attempts, ms. */
const pause = 20;

/**
 * Waits until a server shows a certificate there that the API will trust.
 * @throws {Error} when it does not in time, with the last reason
 */
export async function waitForWebhookServer(
  host: string,
  port: number,
  { caPem, timeoutMs = 10_000 }: WaitForWebhookServerOptions,
): Promise<void> {
  const deadline = machineWall.now() + timeoutMs;
  for (;;) {
    const reason = await refusal(host, port, caPem);
    if (reason === undefined) return;
    if (machineWall.now() > deadline) {
      throw new Error(
        `no webhook server that the API trusts at ${host}:${port} within ${timeoutMs} ms: ${reason}`,
      );
    }
    await machineWall.sleep(pause, new AbortController().signal);
  }
}

/** Returns why the server there cannot be used; undefined when it can. */
function refusal(host: string, port: number, ca: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, ca, allowPartialTrustChain: true, timeout: 1_000 });
    const end = (reason: string | undefined): void => {
      socket.destroy();
      resolve(reason);
    };
    socket.once('secureConnect', () => end(undefined));
    socket.once('timeout', () => end('it does not answer'));
    socket.once('error', ({ message }) => end(message));
  });
}

/** Returns a port on which nothing listens at this moment. */
export function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, host, () => {
      const address = server.address();
      server.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port);
        else reject(new Error(`no free port on ${host}`));
      });
    });
  });
}
