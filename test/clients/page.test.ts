/** The page in a real browser: every view of a saved run. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium as driver, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KindRegistry, kinds } from '#kinds';
import { Run } from '#run';
import { loadScenario } from '#scenario';
import { largeRecord } from '../../bench/support/large-record.ts';
import { runPage } from '../../src/cli/report/page.ts';
import { pageParts } from '../../src/cli/report/parts.ts';
import { pageOf } from '../../src/cli/report/save.ts';
import { faultsOf, looks, lookAtViews, opened } from './support/pages.ts';
import { chromium, isMissing } from './support/tools.ts';

const tool = chromium();

/** Keeps each count of lines that the page shows, from its start: a fast machine is done before a test can look. */
const noteLines = `
  const counts = (globalThis.counts = []);
  new MutationObserver(() => {
    const count = /(\\d+) of \\d+ lines/.exec(document.body?.textContent ?? '')?.[1];
    if (count !== undefined && Number(count) !== counts.at(-1)) counts.push(Number(count));
  }).observe(document, { childList: true, subtree: true, characterData: true });
`;

/** A canvas, as the page has it. */
interface Drawing {
  toDataURL(): string;
}

describe('the page', () => {
  if (isMissing(tool)) {
    it.skip(`${tool.name} (skipped: ${tool.reason})`);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'orrery-page-'));
  let file: string;
  /** The page of a run of the library, as one file. */
  const pageFileOf = async (name: string): Promise<string> => {
    const scenario = resolve(import.meta.dirname, `../../scenarios/${name}.yaml`);
    const log = await Run.play(await loadScenario(scenario, new KindRegistry(kinds)));
    const made = join(folder, `${name.replace('/', '-')}.html`);
    writeFileSync(made, (await pageOf(log)).html);
    return made;
  };
  let browser: Browser;

  beforeAll(async () => {
    file = await pageFileOf('daemonset/rolling-update');
    browser = await driver.launch({ executablePath: tool.path, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('opens from disk, answers why, and goes back in time', async () => {
    const page = await opened(browser, `file://${file}`);
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
    await page.getByRole('button', { name: 'Scenario', exact: true }).click();
    await page.locator('.cm-editor').getByText('cluster').first().waitFor();
    await page.context().close();
  }, 120_000);

  it('has a calendar of CronJobs, with clock changes, what was missed and what comes next', async () => {
    const page = await opened(browser, `file://${await pageFileOf('cronjob/dst-spring')}`);
    await page.getByRole('button', { name: 'Charts', exact: true }).click();
    const card = page.getByRole('article', { name: 'Calendar of CronJob default/by-zone' });
    await card.getByText('Due next: Tue 31 Mar 02:30, in 23 h 55 min').waitFor();
    await card.getByText('02:00–03:00 is left out').waitFor();
    await card.getByText('there is no 02:30 on that day: clocks go forward').waitFor();
    await page.getByRole('slider', { name: 'Time since the start' }).fill(String(3_600_000));
    await card.getByText('Due next: Sun 29 Mar 03:00, in 1 h 30 min').waitFor();
    await card.getByRole('button', { name: 'Mon 30 Mar 02:30' }).click();
    await card.getByText('Last due: Mon 30 Mar 02:30, about to start').waitFor();
    await card.getByRole('button', { name: 'Job by-zone-29580510' }).click();
    await page.getByRole('complementary', { name: 'Job default/by-zone-29580510' }).waitFor();
    await card.getByRole('button', { name: 'CronJob default/by-zone' }).click();
    await page.getByRole('button', { name: 'Calendar of its runs' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.context().close();
  }, 120_000);

  it('shows a long record while it is read, and draws the pods of a large cluster', async () => {
    const long = join(folder, 'long.html');
    writeFileSync(long, runPage(await pageParts(), 'long', gzipSync(largeRecord(60_000))).html);
    const page = await opened(browser, `file://${long}`, undefined, noteLines);
    await page.getByText('60000 of 60000 lines').waitFor();
    const counts = (await page.evaluate('counts')) as readonly number[];
    expect(counts.find((count) => count > 0)).toBeLessThan(60_000);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    await page.getByText('Reading the record').waitFor({ state: 'detached' });
    await page.getByText('revision 60000').waitFor();
    await page.getByRole('button', { name: 'Cluster', exact: true }).click();
    const pods = page.getByRole('application', { name: /pods of node-1\./ });
    await pods.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const drawn = (): Promise<string> =>
      pods.evaluate((canvas) => (canvas as unknown as Drawing).toDataURL());
    const before = await drawn();
    await page.getByRole('slider', { name: 'Time since the start' }).fill('30000');
    await expect.poll(drawn).not.toBe(before);
    await page.context().close();
  }, 120_000);

  it.each(Object.entries(looks))(
    'has no view that axe finds fault with, %s',
    async (_, look) => {
      const page = await opened(browser, `file://${file}`, look);
      await page.getByText('7 of 7 checks held').waitFor();
      await lookAtViews(page, look);
      await page.context().close();
    },
    120_000,
  );
});
