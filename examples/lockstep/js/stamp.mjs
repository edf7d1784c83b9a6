// A controller in lock step with virtual time: it makes a ConfigMap js-NAME for each Job.
// Needs the package @kubernetes/client-node. The kubeconfig is that of $KUBECONFIG.
import { request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { BatchV1Api, CoreV1Api, KubeConfig, makeInformer } from '@kubernetes/client-node';
import { barrier } from './barrier.mjs';

const config = new KubeConfig();
config.loadFromDefault();
const core = config.makeApiClient(CoreV1Api);
const batch = config.makeApiClient(BatchV1Api);

/** With the credentials and the authority of the kubeconfig. */
async function post(body) {
  const options = { method: 'POST', headers: { 'content-type': 'application/json' } };
  await config.applyToHTTPSOptions(options);
  return new Promise((resolve, reject) => {
    const url = `${config.getCurrentCluster().server}/orrery/v1/barrier`;
    const sent = request(url, options, async (answer) => {
      let text = '';
      for await (const chunk of answer) text += chunk;
      if (answer.statusCode === 200) resolve(JSON.parse(text));
      else reject(new Error(text));
    });
    sent.on('error', reject).end(body);
  });
}

const bar = barrier(post, 'jobs.batch');
const stamped = new Set();

async function stamp({ metadata: { namespace, name } }) {
  bar.began();
  while (!stamped.has(name)) {
    stamped.add(name);
    const body = { metadata: { name: `js-${name}` } };
    try {
      await core.createNamespacedConfigMap({ namespace, body });
    } catch (error) {
      if (error.code === 409) continue;
      console.error(error.message);
      stamped.delete(name);
      await sleep(100);
    }
  }
  bar.ended();
}

if (process.env.BARRIER !== 'off') await bar.join(); // to compare
const jobs = makeInformer(config, '/apis/batch/v1/jobs', () => batch.listJobForAllNamespaces());
for (const event of ['add', 'update']) {
  jobs.on(event, (job) => {
    void stamp(job);
    bar.read(job);
  });
}
jobs.on('delete', (job) => bar.read(job));
jobs.on('error', (error) => {
  console.error(error.message);
  setTimeout(() => jobs.start(), 1000);
});
await jobs.start();
