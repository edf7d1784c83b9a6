/**
 * What a kubelet says about resources, for metrics-server: each pod that its account can list uses 200m of CPU, and the node
 * half a core. It asks for a token, as kubelets do.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:https';

const { KUBECONFIG, KUBELET_PORT } = process.env;
const { clusters, users } = JSON.parse(readFileSync(KUBECONFIG, 'utf8'));
const { server, 'certificate-authority-data': ca } = clusters[0].cluster;
const begin = performance.timeOrigin / 1000;

function pods() {
  const headers = { authorization: `Bearer ${users[0].user.token}` };
  return new Promise((resolve, reject) => {
    request(`${server}/api/v1/pods`, { headers, ca: Buffer.from(ca, 'base64') }, async (answer) => {
      let text = '';
      for await (const part of answer) text += part;
      resolve(JSON.parse(text).items);
    })
      .on('error', reject)
      .end();
  });
}

async function metrics() {
  const now = performance.timeOrigin + performance.now();
  const seconds = now / 1000 - begin + 100;
  const at = Math.round(now);
  const lines = [
    `node_cpu_usage_seconds_total ${seconds / 2} ${at}`,
    `node_memory_working_set_bytes ${1 << 30} ${at}`,
  ];
  for (const { metadata, spec } of await pods()) {
    for (const { name } of spec.containers) {
      const labels = `{container="${name}",namespace="${metadata.namespace}",pod="${metadata.name}"}`;
      lines.push(
        `container_start_time_seconds${labels} ${begin}`,
        `container_cpu_usage_seconds_total${labels} ${seconds / 5} ${at}`,
        `container_memory_working_set_bytes${labels} ${1 << 25} ${at}`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

const files = ['-keyout', 'kubelet.key', '-out', 'kubelet.crt'];
const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
execFileSync('openssl', ['req', '-x509', ...key, '-subj', '/CN=kubelet', ...files], {
  stdio: 'ignore',
});
createServer(
  { key: readFileSync('kubelet.key'), cert: readFileSync('kubelet.crt') },
  async ({ url, headers }, answer) => {
    if (!headers.authorization?.startsWith('Bearer ')) return answer.writeHead(401).end();
    if (url !== '/metrics/resource') return answer.writeHead(404).end();
    answer.setHeader('content-type', 'text/plain; version=0.0.4');
    return answer.end(await metrics());
  },
).listen(Number(KUBELET_PORT), '127.0.0.1');
