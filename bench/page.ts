/** The page of large runs in a real browser: how long it takes to open, to scrub and to answer why; and what it weighs. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type Page } from 'playwright-core';
import { runPage } from '../src/cli/report/page.ts';
import { pageParts } from '../src/cli/report/parts.ts';
import type { Row } from './bench.ts';
import { largeRecord } from './support/large-record.ts';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const MIB = 2 ** 20;

export async function pageBench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-page-bench-'));
  const rows = await sizes();
  try {
    for (const entries of [100_000, 1_000_000]) {
      const file = join(folder, `${entries}.html`);
      writeFileSync(
        file,
        runPage(await pageParts(), 'bench', { record: gzipSync(largeRecord(entries)) }).html,
      );
      // Each with a browser of its own, whose memory is measured.
      const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
      try {
        rows.push(...(await openedRows(browser, file, entries)));
      } finally {
        await browser.close();
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return rows;
}

/** What a browser loads, as a host compresses it. */
async function sizes(): Promise<Row[]> {
  const { script, engine } = await pageParts();
  const engineBytes = Buffer.from(engine, 'base64').length;
  return [
    { name: 'script', value: gzipSync(script).length / 1000, unit: 'kB', note: 'gzip; aim: 150' },
    { name: 'engine', value: engineBytes / 1000, unit: 'kB', note: 'gzip, whole' },
    ...siteEngine(),
  ];
}

/** The part of the engine that the site loads at first. */
function siteEngine(): Row[] {
  const folder = 'dist/site/playground/assets';
  try {
    const page = readFileSync(join(folder, '../index.html'), 'utf8');
    const script = /src="\.\/assets\/([^"]+\.js)"/.exec(page)?.[1];
    const worker = script && /worker-[\w-]+\.js/.exec(readFileSync(join(folder, script), 'utf8'));
    if (!worker) return [];
    const bytes = loadedWith(folder, worker[0], new Set());
    return [
      { name: 'engine of the site', value: bytes / 1000, unit: 'kB', note: 'gzip; aim: 450' },
    ];
  } catch {
    return [];
  }
}

/** The bytes of a script and of all that it imports at once, as gzip. */
function loadedWith(folder: string, file: string, seen: Set<string>): number {
  if (seen.has(file)) return 0;
  seen.add(file);
  const script = readFileSync(join(folder, file), 'utf8');
  let bytes = gzipSync(script).length;
  for (const [, imported] of script.matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g)) {
    bytes += loadedWith(folder, imported!, seen);
  }
  return bytes;
}

const aims: Readonly<Record<number, number>> = { 100_000: 2, 1_000_000: 5 };

async function openedRows(browser: Browser, file: string, entries: number): Promise<Row[]> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const began = performance.now();
  await page.goto(`file://${file}`);
  const shown = page.locator('.scene canvas, .scene .tile').first();
  await shown.waitFor({ timeout: 300_000 });
  const seconds = (performance.now() - began) / 1000;
  await page.getByRole('button', { name: 'Timeline', exact: true }).click();
  await page.getByText(`${entries} of ${entries} lines`).waitFor({ timeout: 300_000 });
  const allSeconds = (performance.now() - began) / 1000;
  const name = entries >= 1e6 ? `${entries / 1e6} M entries` : `${entries / 1000} k entries`;
  const memory = await rendererBytes(browser);
  const rows: Row[] = [
    { name: `open ${name}`, value: seconds, unit: 's', note: 'the first writes are shown' },
    { name: `read ${name}`, value: allSeconds, unit: 's', note: `all; aim: ${aims[entries]}` },
    { name: `memory with ${name}`, value: memory / MIB, unit: 'MiB', note: 'aim: 954' },
  ];
  for (const view of ['Timeline', 'Stage']) {
    await page.getByRole('button', { name: view, exact: true }).click();
    await page.waitForTimeout(500);
    const rate = (await page.evaluate(scrub)) as number;
    rows.push({ name: `scrub ${view}, ${name}`, value: rate, unit: 'frames/s', note: 'aim: 60' });
  }
  rows.push({
    name: `why, ${name}`,
    value: await slowestWhy(page),
    unit: 'ms',
    note: 'slowest of 10; aim: 100',
  });
  return rows;
}

/** Runs in the page: moves the slider with each frame for three seconds. */
const scrub = `new Promise((done) => {
  const slider = document.querySelector('.scrubber input');
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  const began = performance.now();
  let frames = 0;
  const move = () => {
    const part = (performance.now() - began) / 3000;
    if (part >= 1) return done(frames / 3);
    frames += 1;
    set.call(slider, String(Math.round(Number(slider.max) * part)));
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    requestAnimationFrame(move);
  };
  requestAnimationFrame(move);
})`;

/** From the click to the answer, at ten moments, ms. */
async function slowestWhy(page: Page): Promise<number> {
  const slider = page.locator('.scrubber input');
  const end = Number(await slider.getAttribute('max'));
  let slowest = 0;
  for (let i = 1; i <= 10; i++) {
    await slider.fill(String(Math.round((end * i) / 11)));
    await page.waitForTimeout(300);
    slowest = Math.max(slowest, (await page.evaluate(ask)) as number);
  }
  return slowest;
}

/** Runs in the page: asks why the first number of the stage is what it is, and answers how long that took; -1: no answer came. */
const ask = `new Promise((done) => {
  document.querySelector('.why-side .back')?.click();
  setTimeout(() => {
    const began = performance.now();
    const look = () => {
      const ms = performance.now() - began;
      if (document.querySelector('.why-side .asked')) done(ms);
      else if (ms > 10000) done(-1);
      else setTimeout(look, 1);
    };
    document.querySelector('.number')?.click();
    look();
  }, 100);
})`;

/** The resident memory of the processes that run pages. */
async function rendererBytes(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  let bytes = 0;
  for (const { type, id } of processInfo) {
    if (type !== 'renderer') continue;
    const status = readFileSync(`/proc/${id}/status`, 'utf8');
    bytes = Math.max(bytes, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024);
  }
  return bytes;
}
