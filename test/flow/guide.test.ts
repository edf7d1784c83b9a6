/** What the guides show is what happens: their commands are played, one after the other. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const guides = join(root, 'docs/guide');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-guide-'));
  const command = `#!/bin/sh\nexec ${process.execPath} ${join(root, 'dist/orrery.js')} "$@"\n`;
  writeFileSync(join(folder, 'orrery'), command);
  chmodSync(join(folder, 'orrery'), 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a line as a shell does; whatever it prints. */
function printed(line: string): string {
  const env = {
    ...process.env,
    NO_COLOR: '1',
    PATH: `${folder}${delimiter}${process.env['PATH']}`,
  };
  // A failing check is part of what is shown.
  const script = `{ ${line} ; } 2>&1 || true`;
  return execFileSync('/bin/sh', ['-c', script], { cwd: folder, env, encoding: 'utf8' });
}

/** The wall's time differs from run to run. */
const steady = (text: string): string => text.replace(/in \d+\.\d\d s/g, 'in 0.00 s').trimEnd();

/** Lines with `...` for lines left out, as a pattern. */
function pattern(shown: string): RegExp {
  const lines = steady(shown)
    .split('\n')
    .map((line) =>
      line === '...' ? '(?:.*\\n)*?' : `${line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\n`,
    );
  return new RegExp(`^${lines.join('')}$`);
}

describe.each(readdirSync(guides).sort())('%s', (name) => {
  it('shows what happens', () => {
    const text = readFileSync(join(guides, name), 'utf8');
    const blocks = [...text.matchAll(/```console\n\$ (.*)\n([^]*?)```/g)];
    expect(blocks.length).toBeGreaterThan(3);
    for (const [, line, shown] of blocks) {
      expect(`${steady(printed(line!))}\n`, line).toMatch(pattern(shown!));
    }
  });
});
