/**
 * Makes the pictures of README (the moving one of a run, the others of the site as it is now, by Chromium), and those of the
 * main states of the page, which a test compares with what it sees.
 *
 *     npm run pictures -- [--chromium PATH]
 */
import { defaultProfile } from '#kinds';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { KindRegistry, kindsWithMetrics } from '#catalog';
import { motionPicture } from '#picture';
import { Run } from '#run';
import { loadScenarios } from '#scenario';
import { RunView } from '#view';
import { serveSite } from '../site/serve.ts';
import { pictureOf, states } from './states.ts';

const recordKinds = new KindRegistry(defaultProfile, kindsWithMetrics(defaultProfile));

interface Picture {
  /** Of the file in docs/pictures. */
  readonly name: string;
  /** Which state of the playground: what follows the `#`. */
  readonly link: string;
  /** Default: 1180 x 700. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Leads to what is shown, and waits until it is there. */
  readonly prepare: (page: Page) => Promise<void>;
}

const pictures: readonly Picture[] = [
  {
    // For those who link to the site.
    name: 'card',
    link: 'run=daemonset/rolling-update&at=22000&embed',
    size: { width: 1200, height: 630 },
    prepare: (page) => page.getByText('A new image.').first().waitFor(),
  },
  {
    name: 'page',
    link: 'run=daemonset/rolling-update&at=15000&view=charts&object=DaemonSet+default/agent&why=numberUnavailable',
    prepare: async (page) => {
      await page.getByText('What led to it').waitFor();
      await page.locator('.chart').first().waitFor();
    },
  },
  {
    name: 'editor',
    link: 'run=daemonset/on-delete&view=scenario',
    prepare: async (page) => {
      await page.locator('.held').first().waitFor();
      await page.locator('.cm-editor').waitFor();
      await page.locator('.cm-content').focus();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(
        '  - at: 90s\nexpect: { kind: DaemonSet, name: agent, status: { number',
      );
      await page.getByRole('option', { name: 'numberReady' }).waitFor();
      await page.locator('.problems').waitFor();
    },
  },
  {
    name: 'lesson',
    link: 'lesson=daemonset&said=1',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Draw that run over this one' }).click();
      await page.getByText('Hide that run').waitFor();
    },
  },
];

const { values } = parseArgs({
  options: { chromium: { type: 'string', default: '/usr/bin/chromium' } },
});
writeFileSync('docs/pictures/run.svg', await motion('daemonset/rolling-update', 21_000));
console.log('docs/pictures/run.svg');
const site = await serveSite();
const browser = await chromium.launch({ executablePath: values.chromium, args: ['--no-sandbox'] });
try {
  for (const { name, link, prepare, size = { width: 1180, height: 700 } } of pictures) {
    const page = await browser.newPage({
      ...{ viewport: size, colorScheme: 'light', reducedMotion: 'reduce' },
    });
    await page.goto(`${site.url}playground/#${link}`);
    await prepare(page);
    await page.screenshot({ path: `docs/pictures/${name}.png`, caret: 'hide' });
    await page.close();
    console.log(`docs/pictures/${name}.png`);
  }
  for (const state of states) {
    const file = `test/pictures/${state.name}.jpg`;
    writeFileSync(file, await pictureOf(browser, site.url, state));
    console.log(file);
  }
} finally {
  await browser.close();
  site.close();
}

/** A run of the library as a moving picture. */
async function motion(name: string, stillMs: number): Promise<string> {
  const [scenario] = await loadScenarios(
    `scenarios/${name}.yaml`,
    new KindRegistry(defaultProfile),
  );
  const run = await Run.begin(scenario!, { keep: true });
  await run.finish();
  await run.stop();
  const css = readFileSync('ui/theme/colours.css', 'utf8');
  return motionPicture(new RunView(run.log, recordKinds), css, stillMs);
}
