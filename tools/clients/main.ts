/**
 * Runs real clients against `orrery serve` and reports what each of their steps came to.
 *
 *     npm run clients -- [CLIENT[@VERSION]...] [OPTIONS]
 *
 * Exit status: 0 no step failed, 1 one did, 2 wrong usage.
 */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { clients, nameOf, serversOf } from './clients.ts';
import { keep, keptFile } from './kept.ts';
import { detailsOf, tableOf } from './report.ts';
import { startServe } from './serve.ts';
import { type Client, type Prepared, type Report, Unavailable } from './suite.ts';

const root = resolve(import.meta.dirname, '../../..');

const usage = `usage: npm run clients -- [CLIENT[@VERSION]...] [OPTIONS]

Runs real clients, each against a server of its own, and checks what they see. All of them by default.
A client that cannot be had on this machine is skipped with the reason.

Clients: ${[...new Set(clients.map(nameOf))].join(', ')}

  --cache DIR      where clients are kept once they are downloaded or built
                   (default: ~/.cache/orrery-clients)
  --kubernetes V   minor releases of the server, instead of those that a client
                   meets by itself: 1.30 or 1.24,1.37
  --keep           writes what came of it into tools/clients/kept.json, for
                   docs/clients.md, which \`npm run generate\` writes
  -o, --output F   table (default) or json: every step with what came of it
  -v, --verbose    list the steps that passed, too
  -h, --help       this text

Examples:
  npm run -s clients
  npm run -s clients -- kubectl@1.24
  npm run -s clients -- kubectl@1.34 --kubernetes 1.33,1.34,1.35
  npm run -s clients -- kubectl helm -o json > clients.json`;

process.exitCode = await main();

async function main(): Promise<number> {
  const asked = readArguments();
  if (typeof asked === 'string') {
    console.error(`clients: ${asked}\n\n${usage}`);
    return 2;
  }
  if (asked.help) {
    console.log(usage);
    return 0;
  }
  const reports: Report[] = [];
  for (const client of asked.chosen)
    for (const kubernetes of asked.kubernetes ?? serversOf(client))
      reports.push(await report(client, kubernetes, asked.cache));
  if (asked.output === 'json') console.log(JSON.stringify(reports, null, 2));
  else console.log([...detailsOf(reports, asked.verbose), ...tableOf(reports)].join('\n'));
  if (asked.keep) await keep(join(root, keptFile), reports);
  const hasFailed = ({ steps }: Report): boolean =>
    steps.some(({ outcome }) => outcome === 'failed');
  return reports.some(hasFailed) ? 1 : 0;
}

interface Asked {
  readonly chosen: readonly Client[];
  readonly cache: string;
  readonly kubernetes: readonly string[] | undefined;
  readonly keep: boolean;
  readonly output: string;
  readonly verbose: boolean;
  readonly help: boolean;
}

/** What is asked for, or what is wrong with it. */
function readArguments(): Asked | string {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        cache: { type: 'string', default: join(homedir(), '.cache/orrery-clients') },
        kubernetes: { type: 'string' },
        keep: { type: 'boolean', default: false },
        output: { type: 'string', short: 'o', default: 'table' },
        verbose: { type: 'boolean', short: 'v', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (!['table', 'json'].includes(values.output))
      return `-o is table or json, not ${values.output}`;
    const isMeant = (client: Client, name: string): boolean =>
      name === client.name || name === nameOf(client);
    const unknown = positionals.find((name) => !clients.some((client) => isMeant(client, name)));
    if (unknown !== undefined) return `there is no client ${unknown}`;
    const chosen = clients.filter(
      (client) => positionals.length === 0 || positionals.some((name) => isMeant(client, name)),
    );
    const kubernetes = values.kubernetes?.split(',');
    const odd = kubernetes?.find((minor) => !/^1\.\d+$/.test(minor));
    if (odd !== undefined) return `--kubernetes is a list such as 1.24,1.37, not ${odd}`;
    return { ...values, kubernetes, chosen, cache: resolve(values.cache) };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function report(client: Client, kubernetes: string, cache: string): Promise<Report> {
  const log = (line: string): void => console.error(`${nameOf(client)} at ${kubernetes}: ${line}`);
  const { name, version } = client;
  const named = { client: name, asked: version, version, kubernetes };
  let prepared: Prepared;
  try {
    prepared = await client.prepare(cache, log);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    log(`skipped: ${error.message}`);
    return { ...named, steps: [], skipped: error.message };
  }
  log(`runs ${prepared.version}`);
  const { stop, ...served } = await startServe([
    ...(client.serveOptions ?? ['--nodes', '3']),
    '--kubernetes',
    kubernetes,
  ]);
  const sources = join(root, 'tools/clients', client.name);
  const steps = [...(await prepared.run({ ...served, sources, kubernetes, log }))];
  const complaint = await stop();
  if (complaint !== undefined)
    steps.push({ step: 'the server ends well', outcome: 'failed', why: complaint });
  return { ...named, version: prepared.version, steps };
}
