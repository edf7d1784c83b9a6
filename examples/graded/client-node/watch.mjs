/** Follows the ConfigMaps of a namespace by the informer of client-node, as its examples have it: what fails is started again. */
import { CoreV1Api, KubeConfig, makeInformer } from '@kubernetes/client-node';

const config = new KubeConfig();
config.loadFromDefault();
const api = config.makeApiClient(CoreV1Api);
const namespace = 'default';
const informer = makeInformer(config, `/api/v1/namespaces/${namespace}/configmaps`, () =>
  api.listNamespacedConfigMap({ namespace }),
);
for (const event of ['add', 'update', 'delete']) {
  informer.on(event, ({ metadata }) => console.log(event, metadata.name));
}
informer.on('error', (error) => {
  console.error(String(error));
  setTimeout(() => void informer.start(), 5000);
});
await informer.start();
