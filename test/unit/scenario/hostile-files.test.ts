/** Files that are not regular files, lie elsewhere, or are not what they should be. */
import { defaultProfile } from '#kinds';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { checkScenario, problemText, type LoadOptions } from '#scenario';

const kinds = new KindRegistry(defaultProfile);
let place: string;
beforeEach(() => void (place = mkdtempSync(join(tmpdir(), 'scenario-'))));
afterEach(() => rmSync(place, { recursive: true }));

const at = (file: string): string => join(place, file);
const config = (name: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\n`;

function write(files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  }
}

function writeLong(file: string): void {
  writeFileSync(file, '');
  truncateSync(file, 2 ** 40);
}

function problemsIn(file: string, options: LoadOptions = {}): string[] {
  return checkScenario(file, kinds, options).problems.map(problemText);
}

describe('a file that is none', () => {
  const steps = (what: string): string => `steps: [{ at: 1s, ${what} }]`;

  it.each([
    ['a device', 'a device; expected a regular file', () => symlinkSync('/dev/zero', at('in'))],
    ['a FIFO', 'a FIFO; expected a regular file', () => spawnSync('mkfifo', [at('in')])],
    ['a file that is too long', 'bytes; a scenario has at most', () => writeLong(at('in'))],
  ])('that is %s is refused, and not read', (_, problem, make) => {
    const options = { allowOutside: true };
    write({ 'x.yaml': steps('apply: in'), 'y.yaml': 'include: [in]\nsteps: []' });
    make();
    for (const file of ['x.yaml', 'y.yaml', 'in']) {
      expect(problemsIn(at(file), options).join()).toContain(problem);
    }
  });

  it.each([
    ['an absolute path', 'apply: /etc/hosts'],
    ['a path that leads out', 'apply: ../other/a.yaml'],
    ['a path that leads out by a detour', 'apply: sub/../../other/a.yaml'],
    ['a pattern that leads out', "apply: '../other/*.yaml'"],
    ['an absolute pattern', "apply: '/etc/**/*.yaml'"],
    ['a symbolic link that leads out', 'apply: link.yaml'],
    ['a folder with such a link', 'apply: links'],
    ['a folder that is such a link', 'apply: folder'],
    ['an included step file', 'include: ../other/steps.yaml'],
  ])('of another folder is refused: %s', (_, what) => {
    write({
      'in/x.yaml': steps(what),
      'in/sub/a.yaml': config('a'),
      'in/links/b.yaml': config('b'),
      'other/a.yaml': config('a'),
      'other/steps.yaml': steps('note: x'),
    });
    symlinkSync('../other/a.yaml', at('in/link.yaml'));
    symlinkSync('../../other/a.yaml', at('in/links/a.yaml'));
    symlinkSync('../other', at('in/folder'));
    expect(problemsIn(at('in/x.yaml')).join()).toMatch(
      /in\/x\.yaml:1:\d+: .*it lies outside the folder of the scenario.*--allow-outside/,
    );
    expect(problemsIn(at('in/x.yaml'), { allowOutside: true }).join()).not.toContain('outside');
  });

  it('may be the scenario itself, by a symbolic link, and names within its folder may begin with points', () => {
    write({ 'far/x.yaml': steps('apply: ..a.yaml'), 'in/..a.yaml': config('a') });
    symlinkSync('../far/x.yaml', at('in/x.yaml'));
    expect(problemsIn(at('in/x.yaml'))).toEqual([]);
  });

  it.each<[string, string | Buffer, string]>([
    ['NUL', 'a: b\nc: \0', '2:4: a control character, U+0000'],
    ['an escape', 'a: "\u001b[31m"', '1:5: a control character, U+001B'],
    ['C1', 'a: \u009b', '1:4: a control character, U+009B'],
    ['Latin-1', Buffer.from('a: b\nname: é', 'latin1'), '2:7: not UTF-8'],
    ['UTF-16', Buffer.from('\ufeffa: b', 'utf16le'), '1:1: the file is in UTF-16; expected UTF-8'],
  ])('of text is reported with its place: %s', (_, text, problem) => {
    write({ 'x.yaml': text, 'y.yaml': steps('apply: x.yaml') });
    for (const file of ['x.yaml', 'y.yaml']) {
      expect(problemsIn(at(file)).join()).toContain(`x.yaml:${problem}`);
    }
  });

  it.each([
    ['text', 'hunter2'],
    ['a number', '424242'],
    ['broken YAML', 'user: x: "hunter2'],
    ['a block', 'a: |hunter2\n'],
    ['tags and aliases', '!hunter2 *hunter2'],
    ['a directive', '%hunter2\n---\n'],
    ['a list', '- hunter2\n- 424242'],
    ['a map', 'password: hunter2\nhunter2: hunter2'],
  ])('is not repeated in its message: %s', (_, text) => {
    write({ 'x.yaml': steps('apply: secret'), secret: text });
    const problems = problemsIn(at('x.yaml')).join();
    expect(problems).not.toBe('');
    expect(problems).not.toMatch(/hunter2|424242/);
  });
});
