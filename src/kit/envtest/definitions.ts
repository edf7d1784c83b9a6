/** CustomResourceDefinitions of a test: installed, waited for, and removed. */
import { machineWall } from '#clock';
import { readManifests, type CRDManifest } from './manifests.ts';
import { createOrReplace, deleteNamed, restRequestOk, type RestConfig } from './rest.ts';
import { rewriteConversionWebhooks } from './rewrite.ts';

const collection = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** How definitions are installed. */
export interface InstallCRDsOptions {
  /** Definitions that are in no file; they are installed first. */
  readonly crds?: readonly CRDManifest[];
  /** A path that is not there is an error. Default: true. */
  readonly errorIfPathMissing?: boolean;
  /** How long to wait for each definition to be established, ms of the machine. Default: 10,000. */
  readonly establishTimeoutMs?: number;
  /** Between two looks whether it is, ms. Default: 10. */
  readonly pollIntervalMs?: number;
  /** Accepted, and without effect: the whole cluster ends with its environment. */
  readonly cleanUpAfterUse?: boolean;
  /** Where the conversion webhooks of the test listen; an environment fills it in. */
  readonly conversionWebhook?: {
    readonly host: string;
    readonly port: number;
    /** The authority of their certificate, PEM. */
    readonly caPem: string;
  };
}

/**
 * Installs definitions from files and folders, and waits until each is established.
 * @returns their names
 * @throws {Error} for an invalid manifest, and for a definition that is not established in time
 */
export async function installCRDs(
  config: RestConfig,
  paths: readonly string[],
  options: InstallCRDsOptions = {},
): Promise<string[]> {
  const { conversionWebhook: hook } = options;
  const all = definitionsOf(paths, options);
  const rewritten =
    hook === undefined ? all : rewriteConversionWebhooks(all, hook.host, hook.port, hook.caPem);
  for (const definition of rewritten) await createOrReplace(config, collection, definition);
  const names = rewritten.map(({ metadata }) => metadata.name);
  for (const name of names) await established(config, name, options);
  return names;
}

/**
 * Deletes the definitions of files and folders, with their objects.
 * @returns the names of those that were there
 */
export function uninstallCRDs(
  config: RestConfig,
  paths: readonly string[],
  options: Pick<InstallCRDsOptions, 'crds' | 'errorIfPathMissing'> = {},
): Promise<string[]> {
  const names = definitionsOf(paths, options).map(({ metadata }) => metadata.name);
  return deleteNamed(config, collection, names);
}

/** Deletes definitions by name. @returns the names of those that were there */
export function deleteCRDs(config: RestConfig, names: readonly string[]): Promise<string[]> {
  return deleteNamed(config, collection, names);
}

function definitionsOf(paths: readonly string[], options: InstallCRDsOptions): CRDManifest[] {
  const { crds = [], errorIfPathMissing } = options;
  const kinds = ['CustomResourceDefinition'];
  return [...crds, ...readManifests<CRDManifest>(paths, kinds, { errorIfPathMissing })];
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly message?: string;
}

async function established(
  config: RestConfig,
  name: string,
  { establishTimeoutMs = 10_000, pollIntervalMs = 10 }: InstallCRDsOptions,
): Promise<void> {
  const deadline = machineWall.now() + establishTimeoutMs;
  for (;;) {
    const { json } = await restRequestOk(config, 'GET', `${collection}/${name}`);
    const conditions: readonly Condition[] =
      (json as { status?: { conditions?: readonly Condition[] } }).status?.conditions ?? [];
    if (conditions.some(({ type, status }) => type === 'Established' && status === 'True')) return;
    if (machineWall.now() > deadline) {
      const found = conditions.map(
        ({ type, status, message = '' }) => `${type}=${status} ${message}`,
      );
      throw new Error(
        `CustomResourceDefinition ${name} was not established within ${establishTimeoutMs} ms; ` +
          `its conditions: ${found.join('; ') || 'none'}`,
      );
    }
    await machineWall.sleep(pollIntervalMs, new AbortController().signal);
  }
}
