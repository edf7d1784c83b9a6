/** What every cluster has from its start on. */
import { namespace, priorityClass, serviceAccount, systemPriorityClasses } from '#kinds';
import { accountOf, type Client } from '#runtime';
import { isAlreadyExists } from '#values';
import type { SimulatorOptions } from './simulator-options.ts';

const namespaces = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

/** Creates what is not there yet: namespaces, priority classes, and the accounts that controllers act as. */
export async function createCommon(
  client: Client,
  { controllers, controllerAccounts = false }: SimulatorOptions,
): Promise<void> {
  for (const name of namespaces) await ensure(client.create(namespace, { metadata: { name } }));
  for (const each of systemPriorityClasses) await ensure(client.create(priorityClass, each));
  if (!controllerAccounts) return;
  for (const name of new Set(controllers.map(accountOf))) {
    if (name === undefined) continue;
    await ensure(client.create(serviceAccount, { metadata: { namespace: 'kube-system', name } }));
  }
}

/** Lets pass what is there already. */
async function ensure(creation: Promise<unknown>): Promise<void> {
  try {
    await creation;
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}
