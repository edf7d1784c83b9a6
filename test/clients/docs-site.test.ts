/** The docs of the site in a real browser: reading, searching, and the way to the playground. */
import { expect, it } from 'vitest';
import { faultsOf, looks, opened } from './support/pages.ts';
import { describeSite } from './support/site.ts';

/** The first page; a picture and code; tables; a lesson. */
const paths = ['', 'readme.html', 'docs/reference/past.html', 'lessons/hpa.html'];

describeSite('the docs', (on) => {
  it.each(Object.entries(looks))('have nothing that axe finds fault with, %s', async (_, look) => {
    const page = await opened(on.browser, on.site.url, look);
    for (const path of paths) {
      await page.goto(`${on.site.url}${path}`);
      expect(await faultsOf(page), path).toEqual([]);
      const wide = await page.evaluate('document.documentElement.scrollWidth');
      expect(wide, path).toBeLessThanOrEqual(look.viewport.width);
      expect(await page.evaluate('scrollY'), path).toBe(0);
    }
    await page.getByRole('searchbox').fill('window');
    await page.getByRole('search').getByRole('link').first().waitFor();
    expect(await faultsOf(page), 'search').toEqual([]);
    await page.context().close();
  });

  it('are searched by keyboard', async () => {
    const page = await opened(on.browser, `${on.site.url}lessons/hpa.html`);
    await page.keyboard.press('/');
    await page.keyboard.type('node-2 nonsense');
    await page.getByRole('status').getByText('Nothing found').waitFor();
    await page.getByText('No page has "node-2 nonsense"').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type('garbage collection');
    await page.getByRole('search').getByRole('link').nth(1).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.endsWith('hpa.html'));
    await page
      .getByText(/garbage collect/i)
      .first()
      .waitFor();
    await page.context().close();
  });

  it('are searched once the list of words can be loaded', async () => {
    const page = await opened(on.browser, `${on.site.url}lessons/hpa.html`);
    await page.context().route('**/search.json', (route) => route.abort(), { times: 1 });
    await page.getByRole('searchbox').fill('wind');
    await page.getByRole('status').getByText('The search cannot be loaded').waitFor();
    await page.getByRole('searchbox').fill('window');
    await page.getByRole('search').getByRole('link').first().waitFor();
    await page.context().close();
  });

  it('lead to scenarios and lessons in the playground', async () => {
    const page = await opened(on.browser, `${on.site.url}scenarios/index.html`);
    await page.getByRole('main').getByRole('link', { name: 'surge', exact: true }).click();
    await page.getByRole('heading', { name: 'surge' }).waitFor();
    await page.goto(`${on.site.url}lessons/quota.html`);
    await page.getByRole('link', { name: 'Take this lesson' }).click();
    await page.getByRole('heading', { name: 'A full namespace' }).waitFor();
    await page.context().close();
  });
});
