/** A report opens from disk in a browser, and shows what happened. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runToEnd } from './support/command.ts';
import { chromium, isMissing } from './support/tools.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'orrery-report-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a report', () => {
  const tool = chromium();
  if (isMissing(tool)) {
    it.skip(`${tool.name} (skipped: ${tool.reason})`);
    return;
  }
  it('opens in a browser', async () => {
    const file = join(folder, 'report.html');
    const scenario = join(root, 'scenarios/daemonset/rolling-update.yaml');
    const command = join(root, 'dist/orrery.js');
    const played = await runToEnd(process.execPath, [command, 'run', scenario, '--report', file]);
    expect(played.code, played.stderr).toBe(0);
    const args = ['--headless', '--no-sandbox', '--disable-gpu', '--dump-dom', `file://${file}`];
    const { stdout, stderr } = await runToEnd(tool.path, [`--user-data-dir=${folder}`, ...args]);
    const body = stdout.slice(stdout.indexOf('<main'), stdout.indexOf('</main>'));
    expect(body, stderr).toContain('<h1>rolling-update</h1>');
    expect(body.match(/<td class="good">held<\/td>/g)).toHaveLength(7);
    expect(body).toContain('<b>DaemonSet default/agent</b>');
    expect(body.match(/<circle /g)!.length).toBeGreaterThan(20);
    expect(body).toMatch(/daemonset-controller<\/td><td class="">status DaemonSet default\/agent/);
  }, 90_000);
});
