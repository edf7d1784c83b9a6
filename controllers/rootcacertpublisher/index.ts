/**
 * The publisher of root certificates: every namespace has the ConfigMap `kube-root-ca.crt`, by
 * which pods know the API server.
 */
import { configMap as configMapKind, namespace as namespaceKind } from '#kinds';
import { deepEqual, isNamespaceTerminating, isNotFound, type Cause } from '#values';
import type { ConfigMap } from '#types';
import type { Client, ControllerDefinition, WorkQueue } from '#runtime';

const NAME = 'kube-root-ca.crt';

const DESCRIPTION = 'kubernetes.io/description';

/** As v1.24 words it. */
const annotations = {
  [DESCRIPTION]:
    'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints ' +
    'such as the internal service IP or kubernetes.default.svc. ' +
    'No other usage is guaranteed across distributions of Kubernetes clusters.',
};

export const rootCaCertPublisher: ControllerDefinition = {
  name: 'rootcacertpublisher',
  actor: 'root-ca-cert-publisher',
  start(context) {
    const { rootCa } = context;
    const namespaces = context.informer(namespaceKind);
    const configMaps = context.informer(configMapKind);
    const queue: WorkQueue = context.queue({
      workers: 1,
      async reconcile(namespace, { client }) {
        if (namespaces.lister.getByKey(namespace) === undefined) return;
        const published = configMaps.lister.get(namespace, NAME);
        if (published === undefined) await publish(client, namespace, rootCa);
        else if (!isRight(published, rootCa)) {
          await client.update(configMapKind, corrected(published, rootCa));
        }
      },
    });
    namespaces.addHandlers({
      added: ({ metadata }, cause) => queue.add(metadata.name, cause),
      updated({ metadata, status }, _, cause) {
        if (status.phase === 'Active') queue.add(metadata.name, cause);
      },
    });
    const enqueue = ({ metadata }: ConfigMap, cause: Cause): void => {
      if (metadata.name === NAME) queue.add(metadata.namespace!, cause);
    };
    configMaps.addHandlers({ updated: (map, _, cause) => enqueue(map, cause), deleted: enqueue });
  },
};

/** Any description will do. */
function isRight({ metadata, data }: ConfigMap, rootCa: string): boolean {
  return Boolean(metadata.annotations?.[DESCRIPTION]) && deepEqual(data, dataOf(rootCa));
}

function corrected(published: ConfigMap, rootCa: string): ConfigMap {
  const { metadata } = published;
  return {
    ...published,
    metadata: { ...metadata, annotations: { ...metadata.annotations, ...annotations } },
    data: dataOf(rootCa),
  };
}

function dataOf(rootCa: string): ConfigMap['data'] {
  return { 'ca.crt': rootCa };
}

async function publish(client: Client, namespace: string, rootCa: string): Promise<void> {
  const metadata = { name: NAME, namespace, annotations };
  try {
    await client.create(configMapKind, { metadata, data: dataOf(rootCa) });
  } catch (error) {
    if (!isNotFound(error) && !isNamespaceTerminating(error)) throw error;
  }
}
