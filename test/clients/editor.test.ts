/** The editor of the playground in a real browser, by its keys. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { siteFolder } from '../../tools/site/serve.ts';
import { faultsOf, looks, opened, type Look } from './support/pages.ts';
import { describeSite } from './support/site.ts';

/** Arrows scroll it while the text keeps the focus. axe knows that of lists of one-line fields only. */
const isListOfCompletions = /^scrollable-region-focusable: <ul id="cm-ac-[^|]*$/;

describeSite('the editor', (on) => {
  /** The page at its playground, once the editor is there. */
  async function playground(look?: Look): Promise<{ page: Page; editor: Locator }> {
    const page = await opened(on.browser, `${on.site.url}playground/#view=scenario`, look);
    await page.getByText('7 of 7 checks held').waitFor();
    await page.getByRole('button', { name: 'Scenario', exact: true }).click();
    await page.locator('.cm-editor').waitFor();
    return { page, editor: page.getByRole('textbox', { name: /\.yaml$/ }) };
  }

  /** By keys: what drives browsers fills in texts as no reader does. */
  async function write(page: Page, editor: Locator, text: string): Promise<void> {
    await editor.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
  }

  async function accept(page: Page, name: string): Promise<void> {
    await page.getByRole('option', { name, selected: true }).waitFor();
    // A list that has just opened takes no keys for 75 ms.
    await page.waitForTimeout(100);
    await page.keyboard.press('Enter');
  }

  it('plays, shows what is wrong at its line, and plays again', async () => {
    const { page, editor } = await playground();
    await write(page, editor, 'cluster: { nodes: 2 }\nsteps:\n  - at: 5s\n    nonsense: 1\n');
    await page.locator('.cm-lintRange-error', { hasText: 'nonsense' }).waitFor();
    await page.locator('.cm-lint-marker-error').waitFor();
    await page.getByRole('button', { name: '4:5, go there' }).click();
    expect(await page.locator('.cm-activeLine').innerText()).toBe('    nonsense: 1');
    // From there on by keys alone.
    await page.keyboard.press('Shift+End');
    await page.keyboard.type('cordon: node-1');
    await page.locator('.problems').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Enter');
    await page.getByText('cordon node-1').first().waitFor();
    await page.getByRole('button', { name: 'Scenario', exact: true }).click();
    await editor.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('  - at: 6s\nuncordon: node-1');
    await page.keyboard.press('Control+Enter');
    await page.getByText('uncordon node-1').first().waitFor();
    await page.context().close();
  });

  it('names an unknown release at its place, and plays a later one, from a link too', async () => {
    const { page, editor } = await playground();
    const text = (release: string): string =>
      `kubernetes: ${release}\ncluster: { nodes: 2 }\nsteps:\n  - at: 5s\n    cordon: node-1\n`;
    await write(page, editor, text("'1.99'"));
    await page.getByText('unknown release "1.99"; known releases: 1.24,').waitFor();
    await write(page, editor, text('1.30'));
    await page.getByText("quote it: '1.30'").waitFor();
    await write(page, editor, text("'1.34'"));
    await page.locator('.problems').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Enter');
    await page.getByText('cordon node-1').first().waitFor();
    await page.getByRole('button', { name: 'Link' }).click();
    await page.waitForURL(/#text=/);
    const again = await opened(on.browser, page.url());
    await again.getByText('cordon node-1').first().waitFor();
    await again.getByRole('button', { name: 'Objects', exact: true }).click();
    await again.getByText('v1.34.').first().waitFor();
    await page.context().close();
    await again.context().close();
  });

  it('takes what is typed over a text in the moment when it is selected, without styles', async () => {
    const { page, editor } = await playground();
    await write(page, editor, 'cluster: { nodes: 2 }');
    await editor.press('Control+Home');
    await page.evaluate(`
      const all = [...document.querySelectorAll('*')];
      const content = all.find((each) => each.shadowRoot).shadowRoot.querySelector('.cm-content');
      getSelection().selectAllChildren(content);
      const typed = { inputType: 'insertText', data: 'steps: []', bubbles: true, cancelable: true };
      content.dispatchEvent(new InputEvent('beforeinput', typed));
    `);
    expect(await editor.innerText()).toBe('steps: []');
    await page.context().close();
  });

  it('completes by the schema and by the kinds of objects', async () => {
    const { page, editor } = await playground();
    await write(page, editor, 'clu');
    await accept(page, 'cluster');
    await page.keyboard.type(' { nodes: 2 }\nsteps:\n  - expect: { kind: DaemonSet, status: { ');
    await page.keyboard.press('Control+Space');
    await page.getByRole('option', { name: 'numberReady' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type('numberRe');
    await accept(page, 'numberReady');
    expect(await editor.innerText()).toBe(
      'cluster: { nodes: 2 }\nsteps:\n  - expect: { kind: DaemonSet, status: { numberReady: ',
    );

    await page.getByRole('button', { name: 'Act', exact: true }).click();
    await page.locator('.cm-editor').waitFor();
    const manifest = page.getByRole('textbox', { name: 'Manifest' });
    await write(page, manifest, 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndat: 1\n');
    await page.locator('.cm-lintRange-error', { hasText: 'dat' }).waitFor();
    await page.getByRole('button', { name: '4:1, go there' }).click();
    expect(await page.locator('.cm-activeLine').innerText()).toBe('dat: 1');
    await page.keyboard.press('Shift+End');
    await page.keyboard.type('imm');
    await accept(page, 'immutable');
    await page.keyboard.type('t');
    await accept(page, 'true');
    await page.locator('.problems').waitFor({ state: 'detached' });
    expect(await manifest.innerText()).toContain('\nimmutable: true\n');
    await page.context().close();
  });

  it('keeps neither Tab nor the keys of the page', async () => {
    const { page, editor } = await playground();
    await editor.focus();
    await page.keyboard.type('1,.[');
    expect(await page.getByRole('navigation').locator('[aria-current]').innerText()).toBe(
      'Scenario',
    );
    const isInside = (): Promise<unknown> =>
      page.evaluate('document.activeElement.shadowRoot != null');
    expect(await isInside()).toBe(true);
    await page.keyboard.press('Tab');
    expect(await isInside()).toBe(false);
    await page.keyboard.press('Shift+Tab');
    expect(await isInside()).toBe(true);
    await page.keyboard.press('Shift+Tab');
    expect(await isInside()).toBe(false);
    await page.context().close();
  });

  it.each(Object.entries(looks))('has nothing that axe finds fault with, %s', async (_, look) => {
    const { page, editor } = await playground(look);
    await write(
      page,
      editor,
      '# a comment\ncluster: { nodes: "2" }\nsteps:\n  - at: 5s\n    nonsense: 1\n',
    );
    await page.locator('.cm-lintRange-error').first().waitFor();
    await editor.focus();
    for (const keys of ['Control+Space', 'Control+f', 'Control+Shift+M']) {
      await page.keyboard.press(keys);
      await page.locator('.cm-tooltip-autocomplete, .cm-search, .cm-panel-lint').first().waitFor();
      const faults = await faultsOf(page);
      expect(
        faults.filter((fault) => !isListOfCompletions.test(fault)),
        keys,
      ).toEqual([]);
      await page.keyboard.press('Escape');
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
      look.viewport.width,
    );
    await page.context().close();
  });

  it('comes with less than 300 kB of script, the page included', () => {
    const folder = join(siteFolder, 'playground');
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    const scripts = [...page.matchAll(/ src="\.\/assets\/([^"]+\.js)"/g)].map(([, file]) => file!);
    const editors = readdirSync(join(folder, 'assets')).filter((file) =>
      /^editor-.*\.js$/.test(file),
    );
    const sizes = [...scripts, ...editors].map(
      (file) => gzipSync(readFileSync(join(folder, 'assets', file))).length,
    );
    expect(sizes).toHaveLength(2);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(300_000);
  });
});
