import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sourceStack } from '../../../src/cli/source-stack.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'orrery-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const at = (line: number, column: number): string =>
  `Error: no\n    at act (${pathToFileURL(join(folder, 'chunk.js')).href}:${line}:${column})`;

it('leads to the source that a map names', () => {
  const sources = ['../../src/clock/timers.ts'];
  // From the second line on: its fifth column is the third line of the source, second column.
  const map = { version: 3, sources, names: [], mappings: ';IAEC' };
  writeFileSync(join(folder, 'chunk.js.map'), JSON.stringify(map));
  expect(sourceStack(at(2, 5))).toBe('Error: no\n    at act (src/clock/timers.ts:3:2)');
});

it.each([
  ['without a map', undefined],
  ['with a map that cannot be read', '{'],
])('leaves places as they are %s', (_, text) => {
  if (text !== undefined) writeFileSync(join(folder, 'chunk.js.map'), text);
  expect(sourceStack(at(2, 5))).toBe(at(2, 5));
});
