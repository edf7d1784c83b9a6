/** YAML that costs much, while others send ordinary YAML. */
import { machineWall } from '#clock';
import { RawConnection } from '../../test/support/fuzz/raw-http.ts';
import { bytesOf, type FuzzRequest } from '../../test/support/fuzz/request.ts';
import { finish, type Log, type Part } from './part.ts';
import { Problems } from './problems.ts';
import { longestMs, Readiness } from './readiness.ts';
import { text } from './requests.ts';
import { startServe, type Served } from './serve.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
/** Behind something slow an answer takes its time, ms. */
const timeoutMs = 300_000;
/** How long ordinary YAML may take, ms: on a busy machine a thread takes its time to start. */
const longestOrdinaryMs = 5000;

const lines = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n');

/** Each is within the limit of 3 MB. */
const costly: Readonly<Record<string, () => string>> = {
  '30,000 anchors and aliases': () =>
    `data:\n${lines(30_000, (n) => `  k${n}: &a${n} x\n  l${n}: *a${n}`)}`,
  'a million escaped line ends': () => `a: "${'\\\n'.repeat(1_000_000)}"`,
  '300,000 escaped line ends': () => `a: "${'\\\n'.repeat(300_000)}"`,
  'a million brackets': () => ']'.repeat(1_000_000),
  '1.4 million commas': () => `[${','.repeat(1_400_000)}]`,
  '700,000 empty maps': () => `[${'{},'.repeat(700_000)}]`,
  '150,000 ordered entries': () => `a: !!omap [${lines(150_000, (n) => `{k${n}: 1},`)}]`,
  '2.8 million empty lines': () => `a:${'\n'.repeat(2_800_000)} x`,
  'a map of 180,000 keys': () => `data:\n${lines(180_000, (n) => `  k${n}: x`)}`,
  'aliases of aliases': () =>
    `a0: &a0 [${'x,'.repeat(9)}]\n${lines(9, (n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}]`)}`,
};

export const yaml: Part = {
  name: 'yaml',
  about: `costly YAML beside ordinary one, which is answered 201; /readyz answers within ${longestMs} ms`,
  async run({ rounds }, log) {
    const served = await startServe({ options: ['--controllers', 'none', '--no-pool'] });
    const problems = new Problems(log);
    for (const [name, make] of Object.entries(costly)) {
      for (let round = 0; round < rounds && !served.hasExited; round++) {
        await playBeside(served, name, make(), problems, log);
      }
    }
    return [...problems.lines, ...(await finish(served))];
  },
};

async function playBeside(
  served: Served,
  name: string,
  body: string,
  problems: Problems,
  log: Log,
): Promise<void> {
  const readiness = new Readiness(served, (stall) => problems.add(stall, name));
  const guilty = send(served, text('POST', configMaps, 'application/yaml', body));
  let longest = 0;
  for (let count = 0; count < 4; count++) {
    const { status, ms } = await send(served, ordinary());
    longest = Math.max(longest, ms);
    if (status !== 201) problems.add(`ordinary YAML was answered ${status}`, name);
    if (ms > longestOrdinaryMs) problems.add('ordinary YAML waited too long', name);
  }
  const { status, ms } = await guilty;
  await readiness.stop();
  const beside = `ordinary YAML beside it took ${longest} ms at most`;
  log(`${name}: ${status} after ${ms} ms; ${beside}; ${readiness.summary}`);
  if (status === 0 || status >= 500) problems.add(`answered ${status}`, name);
}

/** 60 kB of a ConfigMap. */
function ordinary(): FuzzRequest {
  const data = lines(2000, (n) => `  k${n}: some text of a value`);
  const yaml = `metadata: {generateName: ordinary-}\ndata:\n${data}\n`;
  return text('POST', configMaps, 'application/yaml', yaml);
}

/** The status is 0 without an answer. */
async function send(
  served: Served,
  request: FuzzRequest,
): Promise<{ readonly status: number; readonly ms: number }> {
  const connection = new RawConnection(served.port, { timeoutMs });
  const began = machineWall.now();
  try {
    connection.send(bytesOf(request));
    const answer = await connection.receive();
    return { status: answer?.status ?? 0, ms: Math.round(machineWall.now() - began) };
  } catch {
    return { status: 0, ms: Math.round(machineWall.now() - began) };
  } finally {
    connection.destroy();
  }
}
