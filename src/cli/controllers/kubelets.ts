/** Kubelets of nodes of a server elsewhere: of those that ask for one, and of no others. */
import { node } from '#kinds';
import { hasKubelet, kubeletLabels, KUBELET, pool } from '#pool';
import { ControllerManager, type Client, type ControllerManagerOptions } from '#runtime';
import { isAlreadyExists } from '#values';
import { UsageError } from '../usage-error.ts';

const most = 10_000;

/**
 * Returns how many nodes an option asks for.
 * @throws {UsageError}
 */
export function nodeCount(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= most) return Number(text);
  throw new UsageError(`--nodes ${text}: must be a number from 0 to ${most}`);
}

/**
 * Makes `node-1`, `node-2` and so on where they are missing, and runs the kubelets.
 * @throws {UsageError} for a node of such a name that somebody else runs
 * @throws {ApiError} when nodes may not be made or watched
 */
export async function runKubelets(
  count: number,
  options: ControllerManagerOptions,
): Promise<ControllerManager> {
  const client = options.clients.as({ actor: 'kubelet', note: 'start' });
  for (let number = 1; number <= count; number++) await register(client, `node-${number}`);
  const kubelets = new ControllerManager({ ...options, actor: 'kubelet' });
  await kubelets.start([pool({ events: true, isOurs: hasKubelet })]);
  return kubelets;
}

async function register(client: Client, name: string): Promise<void> {
  const annotations = { [KUBELET]: 'true' };
  const metadata = { name, labels: kubeletLabels(name), annotations };
  try {
    await client.create(node, { metadata, spec: {} });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    if (hasKubelet(await client.get(node, { name }))) return;
    throw new UsageError(
      `node ${name} exists and has no annotation ${KUBELET}: "true": a kubelet elsewhere runs it`,
    );
  }
}
