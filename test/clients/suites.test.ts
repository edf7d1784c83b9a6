/** Suites in other languages that start what `orrery assets` has made; `npm run clients` has more of them. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { runToEnd } from './support/command.ts';

const root = resolve(import.meta.dirname, '../..');
const tool = resolve(root, 'build/tools/clients/main.js');
const cache = resolve(root, 'node_modules/.cache/clients/suites');

interface Report {
  readonly skipped?: string;
  readonly steps: readonly { readonly step: string; readonly outcome: string }[];
}

it.for(['envtest-javascript', 'envtest-python'])(
  '%s passes on an API server of its own',
  { timeout: 400_000 },
  async (client, { skip }) => {
    if (!existsSync(tool)) throw new Error(`${tool} is missing: run "npm run build" first`);
    const args = [tool, client, '--kubernetes', '1.34', '--cache', cache, '-o', 'json'];
    const env = { PATH: process.env['PATH'] ?? '', HOME: homedir() };
    const { stdout } = await runToEnd(process.execPath, args, { env });
    const [report] = JSON.parse(stdout) as readonly Report[];
    const { skipped, steps } = report!;
    // Its packages come from registries, which not every machine reaches.
    if (skipped !== undefined) return skip(`${client}: ${skipped.split('\n')[0]}`);
    expect(steps.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    expect(steps.length).toBeGreaterThan(5);
  },
);
