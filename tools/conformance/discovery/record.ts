/**
 * Asks an API server what it serves, and writes it with a line for each resource.
 *
 *     npm run build && node build/tools/conformance/discovery/record.js --server URL --token T FILE
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { sender } from '../checks/send.ts';
import { readDiscovery } from './read.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { server: { type: 'string' }, token: { type: 'string', default: 'admintoken' } },
});
const [file] = positionals;
if (values.server === undefined || file === undefined) {
  console.error('usage: record --server URL [--token TOKEN] FILE');
  process.exitCode = 2;
} else {
  const send = sender(values.server, values.token);
  const { groups, resources, columns, warnings } = await readDiscovery(send);
  send.close();
  const about =
    'What Kubernetes v1.24 serves: discovery, columns of tables, and warnings of lists.';
  const lists = Object.entries(resources).map(
    ([version, list]) => `${JSON.stringify(version)}: ${lines(list)}`,
  );
  writeFileSync(
    file,
    [
      `{\n"about": ${JSON.stringify(about)},\n"groups": ${lines(groups)}`,
      `"resources": {\n${lists.join(',\n')}\n}`,
      `"columns": ${members(columns)}`,
      `"warnings": ${members(warnings)}\n}\n`,
    ].join(',\n'),
  );
}

function lines(list: readonly unknown[]): string {
  return `[\n${list.map((each) => JSON.stringify(each)).join(',\n')}\n]`;
}

function members(object: object): string {
  const all = Object.entries(object).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return `{\n${all.join(',\n')}\n}`;
}
