/** The service account controller: every namespace has the account `default`. */
import { isAlreadyExists, isNamespaceTerminating } from '#values';
import { namespace as namespaceKind, serviceAccount as serviceAccountKind } from '#kinds';
import type { Client, ControllerDefinition, WorkQueue } from '#runtime';

const NAME = 'default';

export const serviceAccount: ControllerDefinition = {
  name: 'serviceaccount',
  actor: 'service-account-controller',
  start(context) {
    const namespaces = context.informer(namespaceKind);
    const accounts = context.informer(serviceAccountKind);
    const queue: WorkQueue = context.queue({
      workers: 1,
      async reconcile(namespace, { client }) {
        if (namespaces.lister.getByKey(namespace)?.status.phase !== 'Active') return;
        if (accounts.lister.get(namespace, NAME) === undefined) await create(client, namespace);
      },
    });
    namespaces.addHandlers({
      added: ({ metadata }, cause) => queue.add(metadata.name, cause),
      updated: ({ metadata }, _, cause) => queue.add(metadata.name, cause),
    });
    accounts.addHandlers({
      deleted: ({ metadata }, cause) => queue.add(metadata.namespace!, cause),
    });
  },
};

async function create(client: Client, namespace: string): Promise<void> {
  try {
    await client.create(serviceAccountKind, { metadata: { name: NAME, namespace } });
  } catch (error) {
    if (!isAlreadyExists(error) && !isNamespaceTerminating(error)) throw error;
  }
}
