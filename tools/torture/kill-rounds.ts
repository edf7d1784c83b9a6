/** A server that keeps its data is killed while clients write; then all that was acknowledged must be there. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machineWall, Random, type RandomStream } from '#clock';

export interface KillOptions {
  /** Of `orrery`, built. */
  readonly command: string;
  readonly kills: number;
  readonly writers: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}

interface ConfigMap {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
  };
  readonly data: { readonly count: string };
}

interface Running {
  readonly url: string;
  kill(): Promise<void>;
}

const path = '/api/v1/namespaces/default/configmaps';
const token = 'secret';
const longestWriteMs = 1500;
const unstoppable = new AbortController().signal;

/** @returns what was lost or wrong */
export async function playKills(options: KillOptions): Promise<readonly string[]> {
  const { command, kills, writers, seed, log } = options;
  const folder = mkdtempSync(join(tmpdir(), 'orrery-kills-'));
  const chance = new Random(seed).stream('kills');
  const problems: string[] = [];
  /** By name: the latest state that was acknowledged, or that a watch has shown. */
  const known = new Map<string, ConfigMap>();
  let acknowledged = 0;
  try {
    for (let number = 1; number <= kills + 1 && problems.length === 0; number++) {
      const server = await start(command, folder);
      try {
        const { items, metadata } = await ask<{
          items: readonly ConfigMap[];
          metadata: { resourceVersion: string };
        }>(server, 'GET', path);
        problems.push(...missing(known, items, Number(metadata.resourceVersion)));
        if (number > kills) break;
        acknowledged += await writeUntilKilled(server, { writers, number, chance, known });
      } finally {
        await server.kill();
      }
      log(`kill ${number}: ${acknowledged} writes acknowledged so far`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return problems;
}

function missing(
  known: ReadonlyMap<string, ConfigMap>,
  items: readonly ConfigMap[],
  revision: number,
): string[] {
  const found = new Map(items.map((item) => [item.metadata.name, item]));
  const problems: string[] = [];
  for (const [name, { metadata, data }] of known) {
    const now = found.get(name);
    if (now === undefined) problems.push(`${name} is lost`);
    // The write that was under way may have been kept, too.
    else if (Number(now.metadata.resourceVersion) < Number(metadata.resourceVersion)) {
      problems.push(
        `${name} has revision ${now.metadata.resourceVersion}, not ${metadata.resourceVersion}`,
      );
    } else if (now.metadata.uid !== metadata.uid || Number(now.data.count) < Number(data.count)) {
      problems.push(`${name} is not what it was`);
    }
    if (Number(metadata.resourceVersion) > revision)
      problems.push(`revision ${revision} is behind ${name}`);
  }
  return problems.slice(0, 10);
}

interface Round {
  readonly writers: number;
  readonly number: number;
  readonly chance: RandomStream;
  readonly known: Map<string, ConfigMap>;
}

/** @returns how many writes were acknowledged */
async function writeUntilKilled(
  server: Running,
  { writers, number, chance, known }: Round,
): Promise<number> {
  const end = watch(server, (object) => note(known, object));
  let count = 0;
  const agent = new Agent({ keepAlive: true });
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; ; n++) {
      const name = `w${number}-${writer}-${n}`;
      const made = { metadata: { name }, data: { count: '0' } };
      const first = await ask<ConfigMap>(server, 'POST', path, made, agent);
      note(known, first);
      const next = { ...first, data: { count: '1' } };
      note(known, await ask<ConfigMap>(server, 'PUT', `${path}/${name}`, next, agent));
      count += 2;
    }
  };
  const all = Array.from({ length: writers }, (_, writer) => write(writer).catch(() => undefined));
  await machineWall.sleep(50 + chance.int(longestWriteMs), unstoppable);
  await server.kill();
  await Promise.all(all);
  end();
  agent.destroy();
  return count;
}

function note(known: Map<string, ConfigMap>, object: ConfigMap): void {
  const before = known.get(object.metadata.name)?.metadata.resourceVersion ?? '0';
  if (Number(object.metadata.resourceVersion) >= Number(before)) {
    known.set(object.metadata.name, object);
  }
}

/** What a watch has shown must not be lost either. */
function watch(server: Running, see: (object: ConfigMap) => void): () => void {
  const headers = { authorization: `Bearer ${token}` };
  const sent = get(`${server.url}${path}?watch=1`, { headers }, (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (part: string) => {
      const lines = (text + part).split('\n');
      text = lines.pop()!;
      for (const line of lines) {
        const { object } = JSON.parse(line) as { object: ConfigMap };
        if (/^w\d/.test(object.metadata.name)) see(object);
      }
    });
    answer.on('error', () => undefined);
  });
  sent.on('error', () => undefined);
  return () => sent.destroy();
}

/** @throws {Error} when it does not start */
async function start(command: string, folder: string): Promise<Running> {
  const ready = join(folder, 'ready.json');
  rmSync(ready, { force: true });
  const options = ['--http', '--port', '0', '--token', token, '--ready-file', ready];
  const kept = [
    '--data',
    join(folder, 'data'),
    '--compact-after',
    '1',
    '--kubeconfig',
    join(folder, 'kubeconfig'),
  ];
  const child = spawn(process.execPath, [command, 'serve', ...options, ...kept], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<void>((done) => child.on('close', () => done()));
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  while (!existsSync(ready)) {
    if (child.exitCode !== null) throw new Error(`the server did not start: ${stderr}`);
    await machineWall.sleep(10, unstoppable);
  }
  const { url } = JSON.parse(readFileSync(ready, 'utf8')) as { url: string };
  return {
    url,
    async kill() {
      kill();
      await ended;
      process.removeListener('exit', kill);
    },
  };
}

function ask<T>(
  { url }: Running,
  method: string,
  where: string,
  body?: object,
  agent?: Agent,
): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return new Promise((done, fail) => {
    const sent = request(url + where, { method, headers, agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('error', fail);
      answer.on('end', () => {
        if (answer.statusCode! < 300) done(JSON.parse(text) as T);
        else fail(new Error(`${method} ${where}: ${answer.statusCode} ${text}`));
      });
    });
    sent.on('error', fail).end(body && JSON.stringify(body));
  });
}
