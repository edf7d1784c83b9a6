/** The static site in a real browser: a playground and lessons, with the engine in the tab. */
import { expect, it } from 'vitest';
import { serveSite } from '../../tools/site/serve.ts';
import { faultsOf, looks, lookAtViews, opened, type Look } from './support/pages.ts';
import { describeSite, type SiteInBrowser } from './support/site.ts';

describeSite('the site', (on) => {
  it('has a whole lesson in a link', async () => {
    const page = await opened(
      on.browser,
      `${on.site.url}playground/#lesson=eviction&said=2&seed=5`,
    );
    // The prediction of the link stands beside what happened, and the explanation with it.
    const result = page.locator('.outcome');
    await result.getByText('You said 2. It was 1.').waitFor();
    expect(await page.locator('.option.was').innerText()).toMatch(/^1\s+● happened$/);
    expect(await page.locator('.option.said').innerText()).toMatch(/^2\s+◇ you said$/);
    expect((await result.locator('.explanation').innerText()).length).toBeGreaterThan(100);
    await page.getByRole('button', { name: 'Draw that run over this one' }).click();
    expect(await page.locator('.sides-by-side').innerText()).toMatch(/● 1[^]*◇ 2/);
    expect(await page.locator('[data-other=disruptionsAllowed]').count()).toBe(1);
    for (const answer of ['3', '4', '0']) {
      await page.getByRole('button', { name: 'Next question' }).click();
      const commit = page.getByRole('button', { name: 'Commit, and play' });
      expect(await commit.isEnabled()).toBe(false);
      // What comes is not drawn, and cannot be scrubbed to.
      const before = await page.locator('.clock').innerText();
      await page.keyboard.press('End');
      expect(await page.locator('.clock').innerText()).toBe(before);
      expect(await page.locator('.band .future').first().isVisible()).toBe(false);
      await page.getByRole('radio', { name: answer, exact: true }).check();
      await commit.click();
      await page.getByRole('button', { name: 'Skip to' }).click();
      await page.getByText(`It was ${answer}, as you said.`).waitFor();
    }
    await page.getByText('That was the whole lesson').waitFor();
    await page.getByText('For a class').click();
    await page.getByRole('button', { name: 'Link with my predictions' }).click();
    await page.waitForURL(/said=0/);
    const link = page.url();
    expect(link.split('#')[1]).toBe('lesson=eviction&said=2&said=3&said=4&said=0&seed=5');
    await page.context().close();
    // Somebody else opens it, who was never there.
    const other = await opened(on.browser, link);
    const questions = other.getByRole('navigation', { name: 'Questions' });
    await questions
      .getByRole('button', { name: /, as predicted/ })
      .nth(2)
      .waitFor();
    await questions.getByRole('button', { name: /, not as predicted/ }).click();
    await other.getByText('You said 2. It was 1.').waitFor();
    await other.context().close();
  }, 60_000);

  it('opens from a link once, and from then on without its server', async () => {
    const own = await serveSite();
    const context = await on.browser.newContext();
    try {
      const page = await context.newPage();
      await page.goto(`${own.url}playground/#lesson=cronjob&said=1&seed=5`);
      const isKept = 'navigator.serviceWorker.controller !== null';
      await expect.poll(() => page.evaluate(isKept), { timeout: 20_000 }).toBe(true);
    } finally {
      own.close();
    }
    const later = await context.newPage();
    await later.goto(`${own.url}playground/#lesson=eviction&said=2&seed=5`);
    await later.getByText('You said 2. It was 1.').waitFor();
    // What is loaded on demand, too: the editor, and what only some scenarios need.
    await later.goto(`${own.url}playground/#run=cronjob/dst-autumn`);
    await later.reload();
    await later.getByText('checks held').waitFor();
    await later.getByRole('button', { name: 'Scenario', exact: true }).click();
    await later.locator('.cm-editor').waitFor();
    await later.goto(`${own.url}docs/glossary.html`);
    await later.getByRole('heading', { name: 'Words that we do not use' }).waitFor();
    await context.close();
  }, 60_000);

  it.each(Object.entries(looks))(
    'has no view that axe finds fault with, %s',
    async (_, look) => {
      const page = await opened(
        on.browser,
        `${on.site.url}playground/#run=hpa/stabilization`,
        look,
      );
      await page.getByText('4 of 4 checks held').waitFor();
      await lookAtViews(page, look);
      await page.context().close();
      await lookAtLesson(on, look);
    },
    120_000,
  );
});

/** A lesson, before and after a wrong prediction; its result is in sight without scrolling. */
async function lookAtLesson({ browser, site }: SiteInBrowser, look: Look): Promise<void> {
  const link = (said: string): string => `${site.url}playground/#lesson=daemonset${said}`;
  const asking = await opened(browser, link(''), look);
  await asking.getByRole('button', { name: 'Commit, and play' }).waitFor();
  expect(await faultsOf(asking), 'a question').toEqual([]);
  await asking.context().close();
  const page = await opened(browser, link('&said=1'), look);
  const said = page.getByText('You said 1. It was 2.');
  await said.waitFor();
  const [box, bar] = [await said.boundingBox(), await page.locator('.play-bar').boundingBox()];
  expect(box!.y).toBeGreaterThan(0);
  expect(box!.y + box!.height).toBeLessThanOrEqual(bar!.y);
  expect(await page.locator('.panel').count()).toBe(0);
  expect(await faultsOf(page), 'a result').toEqual([]);
  const wide = await page.evaluate('document.documentElement.scrollWidth');
  expect(wide).toBeLessThanOrEqual(look.viewport.width);
  await page.context().close();
}
