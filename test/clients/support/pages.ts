/** Pages in a browser, as the tests look at them. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

export interface Look {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme: 'light' | 'dark';
}

/** How the page is looked at: on a desk, on a phone. */
export const looks: Readonly<Record<string, Look>> = {
  'on a desk, light': { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  'on a phone, dark': { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
};

const usual = looks['on a desk, light']!;

/** Opens an address. An error of the page's script fails the test, and so does what its policy refuses. `first` is a script that runs before the page's own. */
export async function opened(
  browser: Browser,
  url: string,
  look: Look = usual,
  first?: string,
): Promise<Page> {
  const context = await browser.newContext(look);
  const page = await context.newPage();
  if (first !== undefined) await page.addInitScript(first);
  page.on('pageerror', (error) => expect.fail(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) expect.fail(message.text());
  });
  await page.goto(url);
  return page;
}

/** Findings of axe that are more than minor, in words. It gets into the page as a debugger does, so its policy stays. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) {
    await page.evaluate(readFileSync(axe, 'utf8'));
  }
  const found = (await page.evaluate(`axe.run({ resultTypes: ['violations'] })`)) as {
    readonly violations: readonly {
      readonly id: string;
      readonly impact: string;
      readonly nodes: readonly { readonly html: string }[];
    }[];
  };
  return found.violations
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
}

/** Looks at every view, and at an explanation: axe finds nothing in them, and none is wider than the screen. */
export async function lookAtViews(page: Page, { viewport }: Look): Promise<void> {
  const look = async (name: string): Promise<void> => {
    expect(await faultsOf(page), name).toEqual([]);
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    expect(wide, name).toBeLessThanOrEqual(viewport.width);
  };
  for (const tab of await page.getByRole('navigation').getByRole('button').all()) {
    await tab.click();
    await look(await tab.innerText());
  }
  await page.getByRole('button', { name: 'Stage', exact: true }).click();
  const why = page.locator('.number');
  if ((await why.count()) === 0) return;
  await why.last().click();
  await page.locator('.why-side h2').waitFor();
  await look('an explanation');
}
