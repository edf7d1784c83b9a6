/** The main states of the page: each has a picture in test/pictures, with which a test compares it. */
import type { Browser, Page } from 'playwright-core';

export interface State {
  /** Of its picture. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly colours: 'light' | 'dark';
  /** What follows the `#` of the playground. */
  readonly link: string;
  /** Leads to it, and waits until it is there. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const rolling = 'run=daemonset/rolling-update';

export const states: readonly State[] = [
  { name: 'stage', ...desk, colours: 'light', link: `${rolling}&at=21000` },
  {
    ...{ name: 'why', ...desk, colours: 'dark' },
    link: `${rolling}&at=220000&object=DaemonSet+default/agent&why=currentNumberScheduled`,
    prepare: async (page) => page.getByText('How it came about').waitFor(),
  },
  { name: 'small-desk', width: 1024, height: 700, colours: 'dark', link: `${rolling}&at=160000` },
  { name: 'phone', ...phone, colours: 'dark', link: `${rolling}&at=21000` },
  {
    ...{ name: 'phone-why', ...phone, colours: 'light' },
    link: `${rolling}&at=21000&object=DaemonSet+default/agent&why=numberReady`,
    prepare: async (page) => page.getByText('How it came about').waitFor(),
  },
  {
    ...{ name: 'embedded', width: 640, height: 400, colours: 'light' },
    link: `${rolling}&at=21000&embed`,
  },
  {
    ...{ name: 'autoscaler', ...desk, colours: 'dark' },
    link: 'run=hpa/a-busy-quarter&at=95000&object=HorizontalPodAutoscaler+default/web&why=desiredReplicas',
    prepare: async (page) => page.getByText('How it came about').waitFor(),
  },
  { name: 'cronjobs', ...desk, colours: 'light', link: 'run=cronjob/skipped-runs&at=395000' },
  { name: 'pending', ...desk, colours: 'light', link: 'run=nodes/preemption&at=95000' },
  { name: 'lesson', ...desk, colours: 'light', link: 'lesson=rolling-update' },
];

/** A picture of a state, as JPEG. @param site where the static site is served, with a slash at its end */
export async function pictureOf(browser: Browser, site: string, state: State): Promise<Buffer> {
  const { width, height, colours, link, prepare } = state;
  const page = await browser.newPage({
    ...{ viewport: { width, height }, colorScheme: colours, reducedMotion: 'reduce' as const },
  });
  try {
    await page.goto(`${site}playground/#${link}`);
    await page.locator('.scene .tile').first().waitFor();
    await prepare?.(page);
    // What is asked of the engine last comes a moment later.
    await page.waitForTimeout(700);
    return await page.screenshot({ type: 'jpeg', quality: 60, caret: 'hide' });
  } finally {
    await page.close();
  }
}
