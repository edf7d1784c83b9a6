/**
 * Writes docs/clients.md: what came of each client, as it was kept.
 *
 *     npm run build && node build/tools/clients/page.js
 */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { format } from 'prettier';
import { clients, nameOf, serversOf } from './clients.ts';
import { keptFile, readKept, type AllKept, type Kept } from './kept.ts';
import type { Client } from './suite.ts';

/** Where the page is, relative to the repository. */
export const clientsPageFile = 'docs/clients.md';

/** The text of the page. */
export function clientsPage(kept: AllKept): Promise<string> {
  const rows = clients.flatMap((client) => rowsOf(client, kept[nameOf(client)] ?? {}));
  const header = ['Client', 'Version', 'Kubernetes', ...figures, 'Run on'];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const table = [header, header.map(() => '---'), ...rows].map(line).join('\n');
  const does = new Map(clients.map((client) => [client.name, client.does]));
  const list = [...does].map(([name, text]) => `- **${name}**: ${text}.`).join('\n');
  return format(`${intro}\n\n${table}\n\n${list}\n\n${outro}\n`, { parser: 'markdown' });
}

const figures = ['Steps', 'Passed', 'Failed', 'Of other versions'];

/** A row for each release of the server that the client meets by itself, or was seen with. */
function rowsOf(client: Client, kept: Readonly<Record<string, Kept>>): readonly string[][] {
  const servers = [...new Set([...serversOf(client), ...Object.keys(kept)])].sort();
  return servers.map((kubernetes) => {
    const seen = kept[kubernetes];
    const names = [client.name, seen?.program ?? client.version, kubernetes];
    return [...names, ...figuresOf(seen), seen?.date ?? 'not run'];
  });
}

function figuresOf(seen: Kept | undefined): readonly string[] {
  if (seen === undefined) return figures.map(() => '');
  const { steps, passed, failed } = seen;
  return [steps, passed, failed, steps - passed - failed].map(String);
}

const intro = `# Real clients

What \`npm run clients\` plays: real programs, each against an \`orrery serve\` of its own, of the release of Kubernetes in the
third column. A step is a command or a call with what it must print or answer; those of other versions ask for what
this version of the client, or this release, does not have.
[CONTRIBUTING.md](../CONTRIBUTING.md#real-clients) says how to run it and how to add a client. \`--keep\` keeps the figures, from which
\`npm run generate\` writes this page; a row without figures was not run where that was done.`;

const outro = `Containers' insides are what is refused: exec, cp, attach and port-forward end at once and say
that containers are simulated. The suites of envtest count as one step each.`;

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(clientsPageFile, await clientsPage(readKept(keptFile)));
}
