/** An adapter of external metrics in a few lines: `s0-queue` is 50. It prints who asks, and has its certificate from a Secret. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';

const apiVersion = 'external.metrics.k8s.io/v1beta1';
const resource = {
  ...{ name: 'externalmetrics', singularName: '', namespaced: true, verbs: ['get'] },
  kind: 'ExternalMetricValueList',
};
const list = {
  ...{ kind: 'APIResourceList', apiVersion: 'v1', groupVersion: apiVersion },
  resources: [resource],
};

createServer(
  { cert: readFileSync('/certs/tls.crt'), key: readFileSync('/certs/tls.key') },
  ({ url, headers }, answer) => {
    console.log(headers['x-remote-user'], url);
    answer.setHeader('content-type', 'application/json');
    if (url.startsWith('/healthz') || url.startsWith('/readyz')) return answer.end('ok');
    if (/\/v1beta1\/?(\?.*)?$/.test(url)) return answer.end(JSON.stringify(list));
    if (!url.startsWith(`/apis/${apiVersion}/namespaces/default/s0-queue`)) {
      return answer.writeHead(404).end('{}');
    }
    const timestamp = new Date(performance.timeOrigin + performance.now()).toISOString();
    const items = [{ metricName: 's0-queue', metricLabels: null, timestamp, value: '50' }];
    const { kind } = resource;
    return answer.end(JSON.stringify({ kind, apiVersion, metadata: {}, items }));
  },
).listen(Number(process.argv[2]), '127.0.0.1');
