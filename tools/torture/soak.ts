/** Servers that live long under clients that write much, with an eye on their memory. */
import { machineWall } from '#clock';
import { finish, type Part, type Log } from './part.ts';
import { residentMib, startServe, type Served } from './serve.ts';
import { SoakClient } from './soak-client.ts';

/** What a process may take beside its heap, in MiB: code, buffers, what waits to be collected. */
const outsideHeap = 512;
const samples = 20;
/** In the second half of the time memory may rise by this share. */
const mostRise = 0.25;
/** Virtual seconds to one of the wall. */
const speed = 60;
const nodes = 20;

const configMaps = '/api/v1/namespaces/default/configmaps';
const big = { metadata: { name: 'big' } };

/** An object that is patched again and again. */
export const patches: Part = part('patches', {
  about: 'patches of 1 MB, while somebody watches',
  heapMib: 512,
  async strain(served, client, { patches: count }, log) {
    await client.send('POST', configMaps, big);
    client.watch(configMaps);
    const memory = new Memory(served, log);
    for (let n = 1; n <= count; n++) {
      await write(client, 'PATCH', n, 1_000_000);
      if (n % Math.ceil(count / samples) === 0) memory.sample(`${n} patches`);
    }
    return memory;
  },
});

/** An object that is replaced again and again. */
export const rewrites: Part = part('rewrites', {
  about: 'an object of 500 kB is written again and again at a small heap',
  heapMib: 192,
  async strain(served, client, { minutes }, log) {
    await client.send('POST', configMaps, big);
    const memory = new Memory(served, log);
    let n = 0;
    await memory.sampleFor(minutes, async () => {
      await write(client, 'PUT', ++n, 500_000);
    });
    log(`${n} rewrites`);
    return memory;
  },
});

/** A cluster that lives. */
export const pace: Part = part('pace', {
  about: `a cluster of ${nodes} nodes and a job a minute at ${speed}x, while somebody watches`,
  heapMib: 512,
  // A small history is full after a minute: what rises from then on is kept forever.
  options: ['--clock', `${speed}x`, '--nodes', String(nodes), '--history', '8'],
  async strain(served, client, { minutes }, log) {
    for (const path of ['/api/v1/nodes', '/api/v1/pods', '/api/v1/events']) client.watch(path);
    await client.send('POST', '/apis/apps/v1/namespaces/default/deployments', deployment);
    await client.send('POST', '/apis/batch/v1/namespaces/default/cronjobs', cronJob);
    const memory = new Memory(served, log);
    await memory.sampleFor(minutes);
    return memory;
  },
});

interface Soak {
  readonly about: string;
  readonly heapMib: number;
  readonly options?: readonly string[];
  strain(
    served: Served,
    client: SoakClient,
    options: Parameters<Part['run']>[0],
    log: Log,
  ): Promise<Memory>;
}

function part(name: string, { about, heapMib, options, strain }: Soak): Part {
  return {
    name,
    about: `${about}; a heap of ${heapMib} MB, and memory that stays flat`,
    async run(settings, log) {
      const nodeOptions = [`--max-old-space-size=${heapMib}`];
      const served = await startServe({ nodeOptions, options });
      const client = new SoakClient(served.port);
      const problems: string[] = [];
      try {
        problems.push(...(await strain(served, client, settings, log)).problems(heapMib));
      } catch (error) {
        problems.push((error as Error).message);
      }
      client.close();
      return [...problems, ...(await finish(served))];
    },
  };
}

/** What a server has taken, sample by sample. */
class Memory {
  readonly #served: Served;
  readonly #log: Log;
  readonly #seen: number[] = [];

  constructor(served: Served, log: Log) {
    this.#served = served;
    this.#log = log;
  }

  sample(when: string): void {
    if (this.#served.hasExited) throw new Error(`the server is gone: ${when}`);
    this.#seen.push(residentMib(this.#served));
    this.#log(`${when}: ${this.#seen.at(-1)} MB`);
  }

  /** Does something all the while, or nothing. */
  async sampleFor(minutes: number, work = pause): Promise<void> {
    const began = machineWall.now();
    for (let n = 1; n <= samples; n++) {
      const until = began + (minutes * 60_000 * n) / samples;
      while (machineWall.now() < until) await work();
      this.sample(`${((minutes * n) / samples).toFixed(1)} minutes`);
    }
  }

  problems(heapMib: number): readonly string[] {
    const half = Math.floor(this.#seen.length / 2);
    const middle = Math.max(...this.#seen.slice(0, half));
    const end = Math.max(...this.#seen.slice(half));
    const most = Math.max(middle, end);
    return [
      ...(end > middle * (1 + mostRise) ? [`memory rose from ${middle} to ${end} MB`] : []),
      ...(most > heapMib + outsideHeap ? [`${most} MB of memory at a heap of ${heapMib} MB`] : []),
    ];
  }
}

function pause(): Promise<void> {
  return machineWall.sleep(100, new AbortController().signal);
}

/** @throws {Error} when it is refused */
async function write(
  client: SoakClient,
  method: 'PUT' | 'PATCH',
  n: number,
  bytes: number,
): Promise<void> {
  const data = { text: String.fromCharCode(97 + (n % 26)).repeat(bytes) };
  const code = await client.send(method, `${configMaps}/big`, { ...big, data });
  if (code !== 200) throw new Error(`write ${n} was answered with ${code}`);
}

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
/** Jobs that never ended would be a cluster that grows. */
const ending = { annotations: { 'sim/run-seconds': '10' } };
const ended = { ...podSpec, restartPolicy: 'Never' } as const;
const cronJob = {
  metadata: { name: 'tick' },
  spec: {
    schedule: '* * * * *',
    jobTemplate: { spec: { template: { metadata: ending, spec: ended } } },
  },
};
