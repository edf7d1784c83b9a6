/**
 * The publisher of root certificates: every namespace has the ConfigMap `kube-root-ca.crt`, by
 * which pods know the API server.
 */
import {
  configMap as configMapKind,
  deepEqual,
  isNamespaceTerminating,
  isNotFound,
  namespace as namespaceKind,
  type Cause,
  type ConfigMap,
} from '#kinds';
import type { Client, ControllerDefinition, WorkQueue } from '#runtime';

const NAME = 'kube-root-ca.crt';

/** Nothing runs in the simulated pods, so there is no certificate that they would have to trust. */
const DATA = { 'ca.crt': '' };

export const rootCaCertPublisher: ControllerDefinition = {
  name: 'rootcacertpublisher',
  actor: 'root-ca-cert-publisher',
  start(context) {
    const namespaces = context.informer(namespaceKind);
    const configMaps = context.informer(configMapKind);
    const queue: WorkQueue = context.queue({
      workers: 1,
      async reconcile(namespace, { client }) {
        if (namespaces.lister.getByKey(namespace) === undefined) return;
        const published = configMaps.lister.get(namespace, NAME);
        if (published === undefined) await publish(client, namespace);
        else if (!deepEqual(published.data, DATA)) {
          await client.update(configMapKind, { ...published, data: DATA });
        }
      },
    });
    namespaces.addHandlers({
      added: ({ metadata }, cause) => queue.add(metadata.name, cause),
      updated({ metadata, status }, _, cause) {
        if (status.phase === 'Active') queue.add(metadata.name, cause);
      },
    });
    const wake = ({ metadata }: ConfigMap, cause: Cause): void => {
      if (metadata.name === NAME) queue.add(metadata.namespace!, cause);
    };
    configMaps.addHandlers({ updated: (map, _, cause) => wake(map, cause), deleted: wake });
  },
};

async function publish(client: Client, namespace: string): Promise<void> {
  try {
    await client.create(configMapKind, { metadata: { name: NAME, namespace }, data: DATA });
  } catch (error) {
    if (!isNotFound(error) && !isNamespaceTerminating(error)) throw error;
  }
}
