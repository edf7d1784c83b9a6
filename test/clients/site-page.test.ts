/** The static site in a real browser: a playground and lessons, with the engine in the tab. */
import { expect, it } from 'vitest';
import { serveSite } from '../../tools/site/serve.ts';
import { looks, lookAtViews, opened } from './support/pages.ts';
import { describeSite } from './support/site.ts';

describeSite('the site', (on) => {
  it('has a whole lesson in a link', async () => {
    const page = await opened(
      on.browser,
      `${on.site.url}playground/#lesson=eviction&said=2&seed=5`,
    );
    // The prediction of the link stands beside what happened.
    await page.getByText('✗ otherwise').waitFor();
    await page.getByRole('button', { name: 'Play that beside it' }).click();
    expect(await page.locator('.sides', { hasText: 'With the change' }).innerText()).toMatch(
      /Predicted\s+2\s+Happened\s+1[^]*With the change\s+2/,
    );
    for (const [i, answer] of ['3', '4', '0'].entries()) {
      const question = page.locator('article').nth(i + 1);
      await question.getByLabel(answer, { exact: true }).check();
      await question.getByRole('button', { name: 'That is my prediction' }).click();
      await question.getByText('✓ as predicted').waitFor();
    }
    await page.getByText('That was the whole lesson').waitFor();
    await page.getByRole('button', { name: 'Link with my predictions' }).click();
    await page.waitForURL(/said=0/);
    const link = page.url();
    expect(link.split('#')[1]).toBe('lesson=eviction&said=2&said=3&said=4&said=0&seed=5');
    await page.context().close();
    // Somebody else opens it, who was never there.
    const other = await opened(on.browser, link);
    await other.getByText('✓ as predicted').nth(2).waitFor();
    await other.getByText('✗ otherwise').waitFor();
    await other.getByText('That was the whole lesson').waitFor();
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
    await later.getByText('✗ otherwise').waitFor();
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
    },
    120_000,
  );
});
