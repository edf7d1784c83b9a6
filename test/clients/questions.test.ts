/**
 * Five questions that a learner asks, each answered in the page from its start: what has to be clicked, chosen and typed is
 * counted. At five seconds for a step, twelve steps are a minute; none may take more than seven.
 */
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { looks, opened } from './support/pages.ts';
import { describeSite } from './support/site.ts';

const mostSteps = 7;

/** What a learner does, counted. */
class Learner {
  readonly page: Page;
  steps = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async press(name: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    this.steps++;
    await within
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();
  }

  async type(label: string, text: string): Promise<void> {
    this.steps++;
    await this.page.getByLabel(label).fill(text);
  }

  async choose(label: string, value: string): Promise<void> {
    this.steps++;
    await this.page.getByRole('combobox', { name: label }).selectOption(value);
  }

  async moveTo(seconds: number): Promise<void> {
    this.steps++;
    const slider = this.page.getByRole('slider', { name: 'Time since the start' });
    await slider.fill(String(seconds * 1000));
  }

  /** Plays a scenario of the library. */
  async play(name: string): Promise<void> {
    await this.choose('Scenario', name);
    await this.page.getByText('Playing').waitFor({ state: 'detached' });
  }

  async sees(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }
}

describeSite('a learner who asks', (on) => {
  it.each<readonly [question: string, answer: (learner: Learner) => Promise<void>]>([
    [
      'why is numberUnavailable 2?',
      async (learner) => {
        await learner.press('Timeline');
        await learner.type('Filter', 'numberUnavailable 0→2');
        await learner.press(/status DaemonSet default\/agent/);
        await learner.press('Why status.numberUnavailable');
        await learner.sees(/desiredNumberScheduled minus numberAvailable/);
        await learner.sees('= 2');
        await learner.sees('What led to it');
      },
    ],
    [
      'when will this job run next and why not now?',
      async (learner) => {
        await learner.play('cronjob/missed-starts');
        await learner.press('Objects');
        await learner.press('Charts');
        await learner.moveTo(75 * 60);
        await learner.sees('Due next: Thu 1 Jan 02:00, in 45 min');
        await learner.sees(/Last due: Thu 1 Jan 01:00, (?:waiting to start|not started)/);
        await learner.sees(/the control plane was down; missed/);
      },
    ],
    [
      'why did the HPA not scale down?',
      async (learner) => {
        await learner.play('hpa/a-busy-quarter');
        await learner.press('Objects');
        await learner.press('Charts');
        await learner.moveTo(430);
        await learner.sees(/It scales down no further than the highest recommendation in it/);
        await learner.press(/^why not \d+\?$/);
        await learner.sees(/not \d+, because \d+ was recommended (?:before|at)/);
      },
    ],
    [
      'who deleted this pod?',
      async (learner) => {
        await learner.press('Timeline');
        await learner.type('Filter', 'delete Pod');
        await learner.press(/delete Pod default\/agent/);
        await learner.sees('Deleted by daemonset-controller at 0:12');
        await learner.sees(/^because: triggered by the change of DaemonSet/);
        await learner.sees('The graph of its causes');
      },
    ],
    [
      'what would happen with maxSurge 1?',
      async (learner) => {
        const { page } = learner;
        await learner.press('Scenario');
        // Click into the line, and write another.
        learner.steps += 2;
        await page.locator('.cm-line', { hasText: 'maxUnavailable: 30%' }).click();
        await page.keyboard.press('Home');
        await page.keyboard.press('Shift+End');
        await page.keyboard.insertText('rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }');
        await learner.press('▶ Play it');
        await learner.press('Compare');
        await learner.sees(/They first differ at/);
        const row = page.getByRole('row', { name: /DaemonSet agent numberUnavailable/ });
        await row.waitFor();
        expect(await row.innerText()).toMatch(/0:14\s+0 to 2, 0 at the end\s+0 to 1/);
      },
    ],
  ])(
    '%s',
    async (_, answer) => {
      const page = await opened(on.browser, `${on.site.url}playground/`);
      await page.getByText('7 of 7 checks held').waitFor();
      const learner = new Learner(page);
      await answer(learner);
      expect(learner.steps).toBeLessThanOrEqual(mostSteps);
      await page.context().close();
    },
    60_000,
  );

  it('sees the answer where it was asked for, on a phone', async () => {
    const look = looks['on a phone, dark'];
    const page = await opened(on.browser, `${on.site.url}playground/`, look);
    await page.getByText('7 of 7 checks held').waitFor();
    await page.getByRole('button', { name: 'Timeline', exact: true }).click();
    await page.getByLabel('Filter').fill('numberUnavailable 0→2');
    await page
      .getByRole('button', { name: /status DaemonSet default\/agent/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Why status.numberUnavailable' }).click();
    const title = page.getByRole('heading', { name: 'Why is numberUnavailable 2?' });
    await title.waitFor();
    const panel = page.getByRole('complementary', { name: 'DaemonSet default/agent' });
    const [shown, within] = [await title.boundingBox(), await panel.boundingBox()];
    expect(shown!.y).toBeGreaterThanOrEqual(within!.y);
    expect(shown!.y + shown!.height).toBeLessThanOrEqual(within!.y + within!.height);
    await page.getByRole('button', { name: 'Close the explanation' }).click();
    await title.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Why status.numberReady' }).click();
    await page.getByRole('heading', { name: 'Why is numberReady 3?' }).waitFor();
    await page.context().close();
  }, 60_000);
});
