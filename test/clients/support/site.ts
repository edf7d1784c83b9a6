/** The static site in Chromium. */
import { chromium as driver, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { serveSite, type ServedSite } from '../../../tools/site/serve.ts';
import { chromium, isMissing } from './tools.ts';

export interface SiteInBrowser {
  readonly browser: Browser;
  readonly site: ServedSite;
}

/** Tests of the site; skipped with the reason where Chromium is missing. @param tests read `on` when they run */
export function describeSite(title: string, tests: (on: SiteInBrowser) => void): void {
  describe(title, () => {
    const tool = chromium();
    if (isMissing(tool)) {
      it.skip(`${tool.name} (skipped: ${tool.reason})`);
      return;
    }
    const on = {} as { browser: Browser; site: ServedSite };
    beforeAll(async () => {
      on.site = await serveSite();
      on.browser = await driver.launch({ executablePath: tool.path, args: ['--no-sandbox'] });
    });
    afterAll(async () => {
      await on.browser.close();
      on.site.close();
    });
    tests(on);
  });
}
