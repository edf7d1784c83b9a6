/** docs/reference/status says what controllers say: every field, every rule, and examples that answer so. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accountants } from '#accounts';
import { root } from '../support/imports.ts';
import { statusFields, statusPaths } from '../../tools/status/collect.ts';
import { statusPages } from '../../tools/status/page.ts';
import { format } from 'prettier';

const folder = join(root, 'docs/reference/status');
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

const fields = accountants.flatMap(({ explainers }) =>
  explainers.flatMap(({ kind, fields: own }) =>
    statusPaths(own).map((path) => [kind.kind, path] as const),
  ),
);

/** `Kind path: rule` at some moments of every run of the library. */
const rules = new Set(
  readFileSync(join(root, 'test/golden/accounts.txt'), 'utf8')
    .split('\n')
    .filter((line) => /^[A-Z]\w+ \S+: /.test(line)),
);

describe('the reference of status fields', () => {
  it.each(fields)(
    'describes %s %s by the rules that it has in runs, and who writes it',
    (kind, path) => {
      const short = path.replace(/^status\./, '');
      const part = read(`${kind}.md`)
        .split(/^## /m)
        .find((text) => text.startsWith(`${short}\n`));
      expect(part).toBeDefined();
      const said = [...part!.matchAll(/^`([^`]+)` (.+)\.$/gm)];
      expect(said.length).toBeGreaterThan(0);
      expect(said.map(([, of]) => of)).toEqual(said.map(() => path));
      const known = said.filter(([, , rule]) => rules.has(`${kind} ${path}: ${rule!}`));
      expect(known.length).toBeGreaterThan(0);
      expect(part).toMatch(/^\$ orrery why .+ --run \S+ --at \d+s$/m);
    },
  );

  it('has a page for each kind with such fields, and for no other', () => {
    const kinds = [...new Set(fields.map(([kind]) => `${kind}.md`))];
    expect(readdirSync(folder).sort()).toEqual([...kinds, 'README.md'].sort());
    for (const kind of kinds) expect(read('README.md')).toContain(`(${kind})`);
  });

  it('is as `npm run generate` writes it', async () => {
    const pages = statusPages(await statusFields(join(root, 'scenarios')));
    for (const [file, text] of pages) {
      const written = await format(text, { parser: 'markdown', printWidth: 100 });
      expect(read(file), `${file}: npm run generate writes it`).toBe(written);
    }
  }, 240_000);
});
