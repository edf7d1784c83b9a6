/** The page in a real browser: the same runs as in Node, and every view of a saved run. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium as driver, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KindRegistry, kinds } from '#kinds';
import { Run } from '#run';
import { loadScenario } from '#scenario';
import { digestsInBrowser } from '../../tools/engines/browser.ts';
import { jobOf } from '../../tools/engines/jobs.ts';
import { digestsInNode } from '../../tools/engines/node.ts';
import { pageOf } from '../../src/cli/report/save.ts';
import { chromium, isMissing } from './support/tools.ts';

const tool = chromium();
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Where machines may differ: zones, an order that is none, digests. `npm run engines` plays all. */
const names = ['cronjob/dst-autumn', 'hpa/stabilization', 'endpoints/addresses'];

describe('the page', () => {
  if (isMissing(tool)) {
    it.skip(`${tool.name} (skipped: ${tool.reason})`);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'orrery-page-'));
  const file = join(folder, 'page.html');
  let browser: Browser;

  beforeAll(async () => {
    const scenario = resolve(import.meta.dirname, '../../scenarios/daemonset/rolling-update.yaml');
    const log = await Run.play(await loadScenario(scenario, new KindRegistry(kinds)));
    writeFileSync(file, pageOf(log));
    browser = await driver.launch({ executablePath: tool.path, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('runs the engine to the same bytes as Node', async () => {
    const jobs = names.map(jobOf);
    const found = await digestsInBrowser({ name: 'chromium', path: tool.path }, jobs);
    expect(found).toEqual(await digestsInNode(jobs));
  }, 120_000);

  it('opens from disk, answers why, and goes back in time', async () => {
    const page = await opened({ width: 1280, height: 800 });
    await page.getByText('7 of 7 checks held').waitFor();
    await page.getByRole('button', { name: 'Charts', exact: true }).click();
    await page.getByRole('button', { name: 'Why numberReady' }).click();
    await page.getByText('What led to it').waitFor();
    expect(await page.locator('.why-part').innerText()).toMatch(/numberReady 4\?[^]*= 4/);
    await page.getByRole('slider', { name: 'Time since the start' }).fill('2000');
    await page.getByText('numberReady 0?').waitFor();
    await page.getByRole('button', { name: 'Cluster', exact: true }).click();
    await page.getByRole('button', { name: 'node-5', exact: true }).waitFor();
    expect(await page.locator('.node .pod.starting').count()).toBe(5);
    await page.context().close();
  }, 120_000);

  it.each([
    ['on a desk, light', { width: 1280, height: 800 }, 'light'],
    ['on a phone, dark', { width: 360, height: 740 }, 'dark'],
  ] as const)(
    'has no view that axe finds fault with, %s',
    async (_, viewport, colorScheme) => {
      const page = await opened(viewport, colorScheme);
      await page.getByText('7 of 7 checks held').waitFor();
      await page.addScriptTag({ content: readFileSync(axe, 'utf8') }).catch(() => undefined);
      const tabs = page.getByRole('navigation').getByRole('button');
      for (const tab of await tabs.all()) {
        await tab.click();
        const name = await tab.innerText();
        expect(await faultsOf(page), name).toEqual([]);
        const wide = await page.evaluate('document.documentElement.scrollWidth');
        expect(wide, name).toBeLessThanOrEqual(viewport.width);
      }
      await page.context().close();
    },
    120_000,
  );

  async function opened(
    viewport: { readonly width: number; readonly height: number },
    colorScheme: 'light' | 'dark' = 'light',
  ): Promise<Page> {
    // The page's own policy lets no other script run: axe needs it off.
    const context = await browser.newContext({ viewport, colorScheme, bypassCSP: true });
    const page = await context.newPage();
    page.on('pageerror', (error) => expect.fail(error.message));
    await page.goto(`file://${file}`);
    return page;
  }
});

/** Serious findings, in words. */
async function faultsOf(page: Page): Promise<readonly string[]> {
  const found = (await page.evaluate('axe.run()')) as {
    readonly violations: readonly {
      readonly id: string;
      readonly impact: string;
      readonly nodes: readonly { readonly html: string }[];
    }[];
  };
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
}
