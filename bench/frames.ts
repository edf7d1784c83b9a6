/** What a frame costs the page while it plays a run of a large cluster, read from a trace of Chromium. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { runPage } from '../src/cli/report/page.ts';
import { pageParts } from '../src/cli/report/parts.ts';
import type { Row } from './bench.ts';
import { crowdedRecord } from './support/crowded-record.ts';
import { frameCosts, type TraceEvent } from './support/trace.ts';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/** How often it is measured, and how long it plays each time, ms. */
const ROUNDS = 3;
const PLAYS_MS = 6_000;
const viewport = { width: 1440, height: 900 };
const crowd = { nodes: 1_000, pods: 100_000, replaced: 20_000 };

export async function framesBench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-frames-bench-'));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const file = join(folder, 'crowded.html');
    const record = gzipSync(crowdedRecord(crowd));
    writeFileSync(file, runPage(await pageParts(), 'frames', { record }).html);
    // It does not begin to play by itself.
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
    await page.goto(`file://${file}`);
    const reading = page.getByText('Reading the record');
    await reading.waitFor({ timeout: 300_000 });
    await reading.waitFor({ state: 'detached', timeout: 300_000 });
    const rows: Row[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      await page.keyboard.press('Home');
      await page.getByRole('img', { name: '1000 nodes, 100000 pods' }).waitFor();
      await page.waitForTimeout(1_000);
      await browser.startTracing(page, { categories });
      await page.keyboard.press('Space');
      await page.waitForTimeout(PLAYS_MS);
      await page.keyboard.press('Space');
      const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as {
        readonly traceEvents: readonly TraceEvent[];
      };
      const { median, most, frames, messages } = frameCosts(trace.traceEvents);
      const note = `median of ${frames} frames with ${messages} pictures, aim: 16; 95 of 100: ${most.toFixed(1)}`;
      rows.push({ name: `script and style, round ${round}`, value: median, unit: 'ms', note });
    }
    return rows;
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Work of the page's thread, and of style and layout. */
const categories = ['devtools.timeline', 'toplevel', 'v8', 'blink.user_timing', '__metadata'];
