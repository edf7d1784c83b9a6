/**
 * Writes docs/reference/status: what each status field means, by the accounts of the controllers.
 *
 *     npm run build && node build/tools/status/main.js
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { statusFields } from './collect.ts';
import { statusPages } from './page.ts';

const folder = 'docs/reference/status';
const fields = await statusFields('scenarios');
const silent = fields.filter(({ rules }) => rules.length === 0);
if (silent.length > 0) {
  const names = silent.map(({ kind, path }) => `${kind} ${path}`);
  throw new Error(`no scenario in tools/status/collect.ts shows ${names.join(', ')}`);
}
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [file, text] of statusPages(fields)) {
  writeFileSync(`${folder}/${file}`, await format(text, { parser: 'markdown', printWidth: 100 }));
}
