/** Status evolution recorded from a real v1.24 control plane, played to ours over HTTP. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'test/conformance/traces');
const traces = readdirSync(folder).filter((name) => name.endsWith('.json'));
const topics = [...new Set(traces.map((name) => name.split('-')[0]!))];

/** What the runner reports. It gives each trace to a server whose clock stands still until told. */
function play(files: readonly string[]): Promise<string> {
  const command = join(root, 'build/tools/conformance/traces.js');
  return new Promise((done) => {
    execFile(process.execPath, [command, ...files], { maxBuffer: 2 ** 26 }, (_, stdout, stderr) =>
      done(stdout + stderr),
    );
  });
}

it.each(topics)('status evolves as recorded: %s', async (topic) => {
  const files = traces
    .filter((name) => name.startsWith(`${topic}-`))
    .map((name) => join(folder, name));
  const report = await play(files);
  expect(report.trimEnd().split('\n').at(-1), report).toBe(`${files.length} passed, 0 failed`);
});
