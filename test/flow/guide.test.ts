/** What the guides and README show is what happens: their commands are played, one after the other. */
import { execFileSync, spawnSync } from 'node:child_process';
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

function environment(): NodeJS.ProcessEnv {
  const PATH = `${folder}${delimiter}${process.env['PATH']}`;
  return { ...process.env, NO_COLOR: '1', PATH };
}

/** Runs a line as a shell does; whatever it prints. */
function printed(line: string): string {
  // A failing check is part of what is shown.
  const script = `{ ${line} ; } 2>&1 || true`;
  return execFileSync('/bin/sh', ['-c', script], {
    cwd: folder,
    env: environment(),
    encoding: 'utf8',
  });
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

/** Plays the commands of a text that stand with what they print. @returns how many */
function played(text: string): number {
  const blocks = [...text.matchAll(/```console\n\$ (.*)\n([^]*?)```/g)];
  for (const [, line, shown] of blocks) {
    expect(`${steady(printed(line!))}\n`, line).toMatch(pattern(shown!));
  }
  return blocks.length;
}

describe.each(readdirSync(guides).sort())('%s', (name) => {
  it('shows what happens', () => {
    expect(played(readFileSync(join(guides, name), 'utf8'))).toBeGreaterThan(3);
  });
});

describe('README', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');

  it('shows what happens', () => {
    expect(played(readme)).toBeGreaterThan(0);
  });

  it('has commands that follow from each other', () => {
    const [, block = ''] = /## What to type next\n[^]*?```sh\n([^]*?)```/.exec(readme)!;
    const lines = block.split('\n').map((line) => line.replace(/ +# .*/, ''));
    const commands = lines.filter((line) => line.startsWith('orrery '));
    expect(commands.length).toBeGreaterThan(10);
    for (const line of commands) {
      // It serves the page until it is ended.
      const isOpen = line.startsWith('orrery open ');
      const status = statusOf(isOpen ? `timeout 20 ${line}` : line);
      // 1: runs differ, as they should.
      const expected = isOpen ? 124 : line.startsWith('orrery diff ') ? 1 : 0;
      expect([line, status]).toEqual([line, expected]);
    }
  });
});

function statusOf(line: string): number | null {
  return spawnSync('/bin/sh', ['-c', line], { cwd: folder, env: environment() }).status;
}
