/** What pages are made of, in a checkout and in a package. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { hasPage, pageParts } from '../../../src/cli/report/parts.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';
import { captured } from '../../support/captured.ts';

const out = captured('page-parts');
const names = ['page.js', 'style.css', 'engine.txt', 'editor.txt'];
const parts = { script: 'page.js', style: 'style.css', engine: 'engine.txt', editor: 'editor.txt' };

/** What a build does that writes into each file its name, and how often it was started into another. */
const build = `
const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
appendFileSync('builds', '+');
mkdirSync('dist/page', { recursive: true });
for (const name of ${JSON.stringify(names)}) writeFileSync('dist/page/' + name, name);
`;

function told(): readonly string[] {
  const lines: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    lines.push(text as string);
    return true;
  });
  return lines;
}

describe('the parts of a page', () => {
  it('are read where a package brings them along', async () => {
    for (const name of names) out.file(`dist/page/${name}`, name);
    const lines = told();
    expect(hasPage(out.folder)).toBe(true);
    expect(await pageParts(out.folder)).toEqual(parts);
    expect(lines).toEqual([]);
  });

  it('are built by a checkout on first use, which says so in one line', async () => {
    out.file('tools/build-page.js', build);
    const lines = told();
    expect(hasPage(out.folder)).toBe(true);
    expect(await pageParts(out.folder)).toEqual(parts);
    expect(lines).toEqual(['The page is built once; that takes a few seconds.\n']);
    out.file('tools/build-page.js', 'throw new Error("built again")');
    expect(await pageParts(out.folder)).toEqual(parts);
    expect(lines).toHaveLength(1);
  });

  it('come with the reason where the build fails', async () => {
    out.file('tools/build-page.js', 'process.stderr.write("no vite here"); process.exitCode = 1;');
    told();
    await expect(pageParts(out.folder)).rejects.toThrow(UsageError);
    await expect(pageParts(out.folder)).rejects.toThrow(
      '`npm ci` installs what that needs\nno vite',
    );
    expect(existsSync(join(out.folder, 'dist/page'))).toBe(false);
  });

  it('are said to be missing where nothing can build them', async () => {
    expect(hasPage(out.folder)).toBe(false);
    await expect(pageParts(out.folder)).rejects.toThrow('neither the page nor what builds it');
  });
});
