/**
 * Asks an API server for its OpenAPI document of version 2, and writes what it says without descriptions.
 *
 *     npm run build && node build/tools/conformance/openapi/record.js --server URL --token T FILE
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { sender } from '../checks/send.ts';
import { operationsOf, shapeOf, type Document } from './shape.ts';

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
  const document = (await send('GET', '/openapi/v2')).body as Document;
  send.close();
  const definitions = Object.entries(document.definitions).map(
    ([name, schema]) => [name, shapeOf(schema)] as const,
  );
  writeFileSync(file, textOf(definitions, Object.entries(operationsOf(document))));
}

/** A line for each definition and operation, so that a difference of two recordings can be read. */
function textOf(definitions: Entries, operations: Entries): string {
  const lines = (entries: Entries): string =>
    entries.map((entry) => entry.map((each) => JSON.stringify(each)).join(': ')).join(',\n');
  const about = 'What Kubernetes v1.24 publishes at /openapi/v2, without descriptions.';
  return `{\n"about": "${about}",\n"definitions": {\n${lines(definitions)}\n},\n"operations": {\n${lines(operations)}\n}}\n`;
}

type Entries = readonly (readonly [string, unknown])[];
