/** Servers that live long under clients that write much, with an eye on their memory. */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { machineWall } from '#clock';
import { finish, type Part } from './part.ts';
import { startServe, token, type Served } from './serve.ts';

const heapMib = 512;
/** What a process may take beside its heap: code, buffers, what waits to be collected. */
const mostMib = 2 * heapMib;
const patches = 1000;
const megabyte = 1_000_000;
/** Virtual seconds to one of the wall. */
const pace = 60;
const nodes = 20;
/** In the second half of the time memory may rise by this share. */
const mostRise = 0.25;

const configMaps = '/api/v1/namespaces/default/configmaps';
const watched = ['/api/v1/nodes', '/api/v1/pods', '/api/v1/events'];

export const soak: Part = {
  name: 'soak',
  about: `${patches} patches of 1 MB, then time at ${pace}x, each with a heap of ${heapMib} MB`,
  async run({ minutes }, say) {
    return [...(await bigPatches(say)), ...(await longLife(minutes, say))];
  },
};

type Say = (line: string) => void;

async function bigPatches(say: Say): Promise<readonly string[]> {
  const served = await startServe({ nodeOptions });
  const client = new SoakClient(served.port);
  await client.send('POST', configMaps, { metadata: { name: 'big' } });
  client.watch(configMaps);
  const problems: string[] = [];
  let most = 0;
  for (let n = 1; n <= patches && problems.length === 0; n++) {
    const data = { text: String.fromCharCode(97 + (n % 26)).repeat(megabyte) };
    const code = await client.send('PATCH', `${configMaps}/big`, { data }).catch(String);
    if (code !== 200) problems.push(`patch ${n} was answered with ${code}`);
    if (!served.isDead) most = Math.max(most, residentMib(served));
    if (n % 100 === 0) say(`${n} patches, at most ${most} MB`);
  }
  if (most > mostMib) problems.push(`${most} MB of memory at a heap of ${heapMib} MB`);
  client.close();
  return [...problems, ...(await finish(served))];
}

async function longLife(minutes: number, say: Say): Promise<readonly string[]> {
  const options = ['--clock', `${pace}x`, '--nodes', String(nodes)];
  const served = await startServe({ nodeOptions, options });
  const client = new SoakClient(served.port);
  for (const path of watched) client.watch(path);
  await client.send('POST', '/apis/apps/v1/namespaces/default/deployments', deployment);
  await client.send('POST', '/apis/batch/v1/namespaces/default/cronjobs', cronJob);
  const seen: number[] = [];
  const samples = 20;
  for (let sample = 1; sample <= samples && !served.isDead; sample++) {
    await machineWall.sleep((minutes * 60_000) / samples, new AbortController().signal);
    seen.push(residentMib(served));
    say(`${((minutes * sample) / samples).toFixed(1)} minutes: ${seen.at(-1)} MB`);
  }
  client.close();
  const ended = await finish(served);
  const middle = Math.max(...seen.slice(0, samples / 2));
  const end = Math.max(...seen.slice(samples / 2));
  if (end <= middle * (1 + mostRise)) return ended;
  return [`memory rose from ${middle} to ${end} MB`, ...ended];
}

const nodeOptions = [`--max-old-space-size=${heapMib}`];

const labels = { app: 'web' };
const podSpec = { containers: [{ name: 'main', image: 'example.com/main:1' }] };
const deployment = {
  metadata: { name: 'web' },
  spec: {
    replicas: 50,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: podSpec },
  },
};
const cronJob = {
  metadata: { name: 'tick' },
  spec: {
    schedule: '* * * * *',
    jobTemplate: { spec: { template: { spec: { ...podSpec, restartPolicy: 'Never' } } } },
  },
};

function residentMib({ pid }: Served): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

class SoakClient {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(port: number) {
    this.#port = port;
  }

  /** Sends JSON, or a merge patch; resolves with the status code. */
  send(method: 'POST' | 'PATCH', path: string, body: object): Promise<number> {
    return new Promise((resolve, reject) => {
      const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': type };
      const to = { port: this.#port, host: '127.0.0.1', agent: this.#agent };
      const sent = request({ ...to, method, path, headers }, (res) => {
        res.resume();
        res.on('end', () => resolve(res.statusCode!));
      });
      sent.on('error', reject);
      sent.end(JSON.stringify(body));
    });
  }

  /** Watches and drops what comes, until the server ends. */
  watch(path: string): void {
    const headers = { Authorization: `Bearer ${token}` };
    const to = { port: this.#port, host: '127.0.0.1', agent: this.#agent };
    const query = '?watch=1&timeoutSeconds=1000000';
    const sent = request({ ...to, path: `${path}${query}`, headers }, (res) => {
      res.on('error', () => undefined);
      res.resume();
    });
    sent.on('error', () => undefined);
    sent.end();
  }

  close(): void {
    this.#agent.destroy();
  }
}
