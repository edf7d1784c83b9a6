import { readdirSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { leanNotation } from '../../../ui/lean-notation.ts';
import { captured } from '../../support/captured.ts';

const out = captured('lean');
const root = 'src/kinds';
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.api.ts'),
);

type Texts = Readonly<Record<string, string | readonly string[]>>;

it.each(files)('reads the same types of %s where words and numbers are left out', async (file) => {
  const path = resolve(root, file);
  const whole = (await import(/* @vite-ignore */ path)) as Texts;
  const source = leanNotation(readFileSync(path, 'utf8'));
  const lean = (await import(/* @vite-ignore */ out.file(basename(file), source))) as Texts;
  const shown = (texts: Texts): unknown =>
    Object.entries(texts).map(([name, text]) => [name, leanNotation([text].flat().join('\n'))]);
  expect(shown(lean)).toEqual(shown(whole));
});
