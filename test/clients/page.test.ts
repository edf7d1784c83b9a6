/** The page in a real browser: every view of a saved run. */
import { defaultProfile } from '#kinds';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium as driver, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { Run } from '#run';
import { loadScenario } from '#scenario';
import { largeRecord } from '../../bench/support/large-record.ts';
import { lessonFile } from '../../src/cli/lessons/files.ts';
import { initLesson } from '../../src/cli/lessons/init.ts';
import { lessonPage } from '../../src/cli/lessons/page.ts';
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

interface Chart {
  readonly values: readonly { readonly text: string; readonly at: number }[];
  readonly times: readonly { readonly text: string; readonly at: number }[];
  /** The level parts of its lines, in pixels of the screen. */
  readonly lines: readonly {
    readonly name: string;
    readonly from: number;
    readonly until: number;
    readonly y: number;
  }[];
}

/** Reads the first chart as an eye does: where its ticks are on the screen, and where its lines. */
const readChart = `(() => {
  const plot = document.querySelector('.plot');
  const ticks = (name, middle) => [...plot.querySelectorAll('.tick.' + name)].map((each) => ({
    text: each.textContent, at: middle(each.getBoundingClientRect()),
  }));
  const svg = plot.querySelector('svg');
  const place = (x, y) => new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
  const lines = [...svg.querySelectorAll('g')].flatMap((group) =>
    [...group.querySelectorAll('path')].flatMap((path) => {
      const corners = [...path.getAttribute('d').matchAll(/([ML])([\\d.]+) ([\\d.]+)/g)];
      return corners.flatMap(([, command, x, y], i) => {
        if (command === 'M' || corners[i - 1][3] !== y) return [];
        const [from, until] = [place(corners[i - 1][2], y), place(x, y)];
        return [{ name: group.querySelector('title').textContent, from: from.x, until: until.x, y: from.y }];
      });
    }),
  );
  return {
    values: ticks('value', ({ top, bottom }) => (top + bottom) / 2),
    times: ticks('time', ({ left, right }) => (left + right) / 2),
    lines,
  };
})()`;

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
    const log = await Run.play(await loadScenario(scenario, new KindRegistry(defaultProfile)));
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

  it('has a script of at most 150 kB, compressed, beside engine and editor', async () => {
    const { script } = await pageParts();
    expect(gzipSync(script).length).toBeLessThanOrEqual(150_000);
  });

  it('asks a lesson that is saved in it, and plays its scenario', async () => {
    const lesson = join(folder, 'own.md');
    await initLesson(lesson, {});
    const made = join(folder, 'own.html');
    writeFileSync(made, (await lessonPage([lessonFile(lesson)])).html);
    const page = await opened(browser, `file://${made}`);
    await page.getByRole('heading', { name: 'The pods that are to come' }).waitFor();
    await page.getByRole('radio', { name: '6', exact: true }).check();
    await page.getByRole('button', { name: 'Commit, and play from 0:19' }).click();
    await page.getByRole('button', { name: 'Skip to 0:23' }).click();
    await page.getByText('You said 6. It was 3.').waitFor();
    await page.getByRole('button', { name: 'Draw that run over this one' }).click();
    await page.locator('[data-other=readyReplicas]').waitFor();
    expect(await page.locator('.sides-by-side').innerText()).toMatch(/● 3[^]*◇ 6/);
    await page.goto('about:blank');
    // In another page there is nothing around it.
    await page.goto(`file://${made}#lesson=own&embed`);
    await page.getByRole('heading', { name: 'The pods that are to come' }).waitFor();
    expect(await page.locator('header').count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    await page.context().close();
  });

  it('opens from disk, answers why, and goes back in time', async () => {
    const page = await opened(browser, `file://${file}`);
    await page.getByText('7 of 7 checks held').waitFor();
    const slider = page.getByRole('slider', { name: 'Time since the start' });
    await slider.fill('300000');
    await page.getByRole('button', { name: /^4\s*ready/ }).click();
    await page.getByText('How it came about').waitFor();
    expect(await page.locator('.why-side').innerText()).toMatch(/numberReady 4\?[^]*= 4/);
    await slider.fill('2000');
    await page.getByText('Why is numberReady 0?').waitFor();
    await page.getByRole('button', { name: /^Node node-5, ready/ }).waitFor();
    expect(await page.locator('.scene .tile.starting').count()).toBe(5);
    await page.getByRole('button', { name: 'Scenario', exact: true }).click();
    await page.locator('.cm-editor').getByText('cluster').first().waitFor();
    await page.context().close();
  }, 120_000);

  it('answers why something did not happen, and has the question in its address', async () => {
    const page = await opened(browser, `file://${await pageFileOf('cronjob/missed-starts')}`);
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'why no Job at 4:00:00?' }).click();
    await page.getByRole('heading', { name: 'Why did billing start no Job?' }).waitFor();
    await page.getByText('It has no Job for 2026-01-01T04:00:00Z.').waitFor();
    await page.getByRole('slider', { name: 'Time since the start' }).fill('9000000');
    await page.getByText('It has started a Job for 2026-01-01T02:00:00Z.').waitFor();
    await page.getByRole('button', { name: /^Node node-2, ready/ }).click();
    await page.getByRole('combobox', { name: 'why not here:' }).selectOption({ index: 0 });
    await page.getByRole('button', { name: /^why not here: billing-.*\?$/ }).click();
    await page.getByText('Its spec.nodeName is node-1.').waitFor();
    expect(await page.locator('.why-terms .out').innerText()).toMatch(/node-2/);
    expect(await faultsOf(page)).toEqual([]);
    expect(decodeURIComponent(new URL(page.url()).hash)).toContain('why=not+on+node-2');
    const other = await opened(browser, page.url());
    await other.getByText('Its spec.nodeName is node-1.').waitFor();
    await other.context().close();
    await page.context().close();
  }, 120_000);

  it('is light or dark as the reader chose, and as a link says', async () => {
    const light = looks['on a desk, light']!;
    const page = await opened(browser, `file://${file}`, light);
    const ground = (on: Page): Promise<unknown> =>
      on.evaluate('getComputedStyle(document.body).backgroundColor');
    const button = page.getByRole('button', { name: 'Colours: as the system' });
    await button.click();
    await page.getByRole('button', { name: 'Colours: light' }).waitFor();
    const paper = await ground(page);
    await page.keyboard.press('t');
    await page.getByRole('button', { name: 'Colours: dark' }).waitFor();
    expect(await ground(page)).not.toBe(paper);
    await page.reload();
    await page.getByRole('button', { name: 'Colours: dark' }).waitFor();
    expect(await ground(page)).not.toBe(paper);
    await page.context().close();
    const embedded = await opened(browser, `file://${file}#embed&theme=light`, {
      ...light,
      colorScheme: 'dark',
    });
    await embedded.locator('.scene .rack').first().waitFor();
    expect(await ground(embedded)).toBe(paper);
    await embedded.context().close();
  }, 120_000);

  it('draws values at their height, with ticks of values and of time', async () => {
    const page = await opened(browser, `file://${file}`);
    await page.getByRole('button', { name: 'Objects', exact: true }).click();
    await page.getByRole('button', { name: 'Charts', exact: true }).click();
    const plot = page.getByRole('img', { name: /^DaemonSet default\/agent over time, count/ });
    await plot.waitFor();
    const { values, times, lines } = (await page.evaluate(readChart)) as Chart;
    expect(values.map(({ text }) => text)).toEqual(['0', '1', '2', '3', '4', '5']);
    expect(times.map(({ text }) => text)).toEqual(['0:00', '1:00', '2:00', '3:00', '4:00', '5:00']);
    const [zero, one] = values.map(({ at }) => at);
    const [begin, minute] = times.map(({ at }) => at);
    const valueAt = (name: string, seconds: number): number => {
      const x = begin! + (seconds / 60) * (minute! - begin!);
      const at = lines.find((line) => line.name === name && line.from <= x && x <= line.until)!;
      return (at.y - zero!) / (one! - zero!);
    };
    const seen = [
      ['numberUnavailable', 15, 2],
      ['numberAvailable', 15, 3],
      ['numberMisscheduled', 140, 1],
      ['numberMisscheduled', 200, 0],
      ['numberUnavailable', 200, 0],
      ['desiredNumberScheduled', 200, 5],
      ['currentNumberScheduled', 200, 5],
      ['numberReady', 290, 4],
    ] as const;
    for (const [name, seconds, value] of seen) {
      // A pixel is a 35th of a pod here.
      expect(Math.abs(valueAt(name, seconds) - value), `${name} ${seconds}`).toBeLessThan(0.03);
    }
    await page.context().close();
  }, 120_000);

  it('has a calendar of CronJobs, with clock changes, what was missed and what comes next', async () => {
    const page = await opened(browser, `file://${await pageFileOf('cronjob/dst-spring')}`);
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'Objects', exact: true }).click();
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
    writeFileSync(
      long,
      runPage(await pageParts(), 'long', { record: gzipSync(largeRecord(60_000)) }).html,
    );
    const page = await opened(browser, `file://${long}`, undefined, noteLines);
    await page.getByRole('button', { name: 'Timeline', exact: true }).click();
    await page.getByText('60000 of 60000 lines').waitFor();
    const counts = (await page.evaluate('counts')) as readonly number[];
    expect(counts.find((count) => count > 0)).toBeLessThan(60_000);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    await page.getByText('Reading the record').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Stage', exact: true }).click();
    await page.keyboard.press('End');
    const pods = page.getByRole('img', { name: /nodes, \d+ pods/ });
    await pods.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    // By the keyboard: arrows go among nodes.
    await page.getByRole('group', { name: /^Nodes: arrows/ }).focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'node-1', exact: true }).waitFor();
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
