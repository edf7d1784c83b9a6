/** The page by the keyboard alone, and for readers who want less motion. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium as driver, type Browser, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { defaultProfile } from '#kinds';
import { Run } from '#run';
import { loadScenario } from '#scenario';
import { lessonFile } from '../../src/cli/lessons/files.ts';
import { lessonPage } from '../../src/cli/lessons/page.ts';
import { pageOf } from '../../src/cli/report/save.ts';
import { looks, type Look } from './support/pages.ts';
import { chromium, isMissing } from './support/tools.ts';

const tool = chromium();
const views = ['Stage', 'Timeline', 'Objects', 'Charts', 'Controllers', 'Requests'].concat(
  'Checks',
  'Scenario',
  'Act',
  'Compare',
);

interface Focused {
  readonly name: string;
  /** Has a frame that can be seen, and nothing lies over it. */
  readonly isSeen: boolean;
}

/**
 * Runs in the page: what has the focus, which gets a mark; null when nothing has. A long list draws what
 * follows in the next frames, and rows that it draws again have lost their marks: these are known by their texts.
 */
const focused = `(async () => {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  await frame();
  await frame();
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  element.setAttribute('data-reached', '');
  if (element.matches('.row')) window.reachedRows.add(element.textContent);
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  // An editor has its frame within it, and may be higher than the screen.
  const isEditor = element.shadowRoot !== null;
  const hasFrame = isEditor || (outlineStyle !== 'none' && outlineWidth !== '0px');
  const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const isOnTop = over !== null && (element.contains(over) || over.contains(element));
  const isIn = left > -2 && top > -2 && right < innerWidth + 2 && bottom < innerHeight + 2;
  const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
  return { name: element.tagName + ' ' + name.slice(0, 60), isSeen: hasFrame && isOnTop && (isEditor || isIn) };
})()`;

/** Runs in the page: the controls that no Tab has led to. One of a group stands for those that arrows lead to. */
const unreached = `[...document.querySelectorAll('button, a[href], input, select, textarea, summary, [tabindex="0"]')]
  .filter((each) => {
    const isThere = each.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
    const isByArrows = each.matches('.tile, input[type=radio]');
    const isReached =
      each.hasAttribute('data-reached') ||
      (each.matches('.row') && window.reachedRows.has(each.textContent));
    return isThere && !each.disabled && !isByArrows && !isReached;
  })
  .map((each) => each.outerHTML.slice(0, 100))`;

/** More controls has no view. */
const MOST = 250;

/** Goes through a view by Tab, from its beginning until nothing follows. */
async function byTab(page: Page): Promise<readonly Focused[]> {
  await page.evaluate(`{
    for (const each of document.querySelectorAll('[data-reached]')) each.removeAttribute('data-reached');
    window.reachedRows = new Set();
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  }`);
  const found: Focused[] = [];
  while (found.length < MOST) {
    await page.keyboard.press('Tab');
    const next = (await page.evaluate(focused)) as Focused | null;
    if (next === null || (found.length > 0 && next.name === found[0]!.name)) break;
    found.push(next);
  }
  return found;
}

describe('the page by the keyboard alone', () => {
  if (isMissing(tool)) {
    it.skip(`${tool.name} (skipped: ${tool.reason})`);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'orrery-keyboard-'));
  const file = join(folder, 'run.html');
  let browser: Browser;

  beforeAll(async () => {
    const scenario = resolve(import.meta.dirname, '../../scenarios/daemonset/rolling-update.yaml');
    const log = await Run.play(await loadScenario(scenario, new KindRegistry(defaultProfile)));
    writeFileSync(file, (await pageOf(log)).html);
    browser = await driver.launch({ executablePath: tool.path, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function opened(look: Look, reducedMotion: 'reduce' | 'no-preference'): Promise<Page> {
    const page = await (await browser.newContext({ ...look, reducedMotion })).newPage();
    page.on('pageerror', (error) => expect.fail(error.message));
    await page.goto(`file://${file}#at=200000`);
    await page.locator('.scene .tile').first().waitFor();
    await page.getByText('7 of 7 checks held').waitFor();
    return page;
  }
  const desk = looks['on a desk, light']!;

  it.each(Object.entries(looks))(
    'reaches every control of every view, in sight, %s',
    async (_, look) => {
      const page = await opened(look, 'reduce');
      for (const view of views) {
        await page.getByRole('button', { name: view, exact: true }).press('Enter');
        await page.getByRole('main', { name: view, exact: true }).waitFor();
        // What the engine answers belongs to the view.
        await page.waitForTimeout(500);
        const found = await byTab(page);
        expect(found.length, view).toBeGreaterThan(10);
        expect(
          found.filter(({ isSeen }) => !isSeen),
          view,
        ).toEqual([]);
        expect(await page.evaluate(unreached), view).toEqual([]);
      }
      await page.context().close();
    },
    240_000,
  );

  it('asks a number why, lights its terms, and leads back to the number', async () => {
    const page = await opened(desk, 'reduce');
    const focus = page.locator(':focus');
    const ready = page.getByRole('button', { name: /^5\s*ready/ });
    await ready.press('Enter');
    const back = page.getByRole('button', { name: '← all numbers of agent' });
    await back.waitFor();
    expect(await focus.innerText()).toBe('← all numbers of agent');
    // The terms come with the answer.
    await page.getByRole('heading', { name: /^Why is/ }).waitFor();
    await page.keyboard.press('Tab');
    await page.locator('.rack.hot').waitFor();
    await page.keyboard.press('Enter');
    expect(await page.getByRole('button', { pressed: true }).count()).toBe(1);
    await page.keyboard.press('Escape');
    await ready.waitFor();
    expect(await focus.innerText()).toMatch(/^5\s*ready/);
    // By its number, from anywhere.
    await page.keyboard.press('5');
    await page.getByText('Why is numberAvailable 5?').waitFor();
    await back.press('Enter');
    await page.locator('.numbers').waitFor();
    expect(await focus.innerText()).toMatch(/^5\s*available/);
    await page.context().close();
  }, 60_000);

  it('goes among pods by arrows, brings one into focus, and leaves the time as it is', async () => {
    const page = await opened(desk, 'reduce');
    const moment = await page.getByLabel('Moment').innerText();
    await page.locator('.tile[tabindex="0"]').focus();
    await page.keyboard.press('ArrowRight');
    const name = await page.evaluate('document.activeElement.dataset.name');
    await page.keyboard.press('Enter');
    const pod = String(name).split('/').at(-1)!;
    await page.getByRole('heading', { name: pod }).waitFor();
    expect(await page.getByLabel('Moment').innerText()).toBe(moment);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Escape');
    await page.locator('.brand').click();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => page.getByLabel('Moment').innerText()).not.toBe(moment);
    await page.context().close();
  }, 60_000);

  it('opens and leaves the menu and the help', async () => {
    const page = await opened(desk, 'reduce');
    const save = page.locator('.save summary');
    await save.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Stage as SVG');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: 'Stage as SVG' }).count()).toBe(0);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Save');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Save');
    await page.context().close();
  }, 60_000);

  it('takes a lesson: the focus moves to what came of a prediction, then to the next question', async () => {
    const lesson = join(folder, 'lesson.html');
    const own = resolve(import.meta.dirname, '../../lessons/daemonset.md');
    writeFileSync(lesson, (await lessonPage([lessonFile(own)])).html);
    const page = await (await browser.newContext({ ...desk, reducedMotion: 'reduce' })).newPage();
    await page.goto(`file://${lesson}`);
    const focus = page.locator(':focus');
    // Until the run is there nothing can be committed.
    await page.locator('.scene .tile').first().waitFor();
    await page.getByRole('radio', { name: '0', exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    expect(await focus.innerText()).toMatch(/^Commit, and play from/);
    await page.keyboard.press('Enter');
    await page.getByText('You said 1. It was 2.').waitFor();
    await expect.poll(() => focus.innerText()).toMatch(/^You said 1. It was 2./);
    await page.getByRole('button', { name: 'Next question' }).press('Enter');
    await expect.poll(() => focus.innerText()).toBe('A node that is reserved');
    await page.context().close();
  }, 60_000);

  it('plays by itself only where motion is wanted, and moves nothing else where it is not', async () => {
    const play = (page: Page, name: string): Locator =>
      page.getByRole('button', { name, exact: true });
    const wanted = await opened(desk, 'no-preference');
    await wanted.goto('about:blank');
    await wanted.goto(`file://${file}`);
    await play(wanted, 'Pause').waitFor();
    await wanted.context().close();
    const page = await opened(desk, 'reduce');
    await page.goto('about:blank');
    await page.goto(`file://${file}`);
    await play(page, 'Play').waitFor();
    const moment = await page.getByLabel('Moment').innerText();
    await page.locator('.brand').click();
    await page.keyboard.press('Space');
    await play(page, 'Pause').waitFor();
    await page.locator('.scene .tile.starting').first().waitFor();
    expect(await page.evaluate('document.getAnimations().length')).toBe(0);
    await expect.poll(() => page.getByLabel('Moment').innerText()).not.toBe(moment);
    expect(await page.evaluate('document.getAnimations().length')).toBe(0);
    await page.keyboard.press('Space');
    await play(page, 'Play').waitFor();
    await page.context().close();
  }, 60_000);
});
