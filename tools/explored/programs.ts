/** The operators in miniature of examples/explored: their languages, their mistakes, and what shows each. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readValue, type Setting } from '#grade';

export const mistakes = ['stale', 'unseen', 'intermediate'] as const;
export const languages = ['js', 'python', 'go'] as const;
export type Language = (typeof languages)[number];

/**
 * The command of a program, built if need be.
 * @param cache where what is built is put
 * @returns a text: why it cannot be had
 */
export function commandOf(
  root: string,
  language: Language,
  cache: string,
): readonly string[] | string {
  const folder = join(root, 'examples/explored', language);
  if (language === 'js') return [process.execPath, join(folder, 'boxes.mjs')];
  if (language === 'python') {
    const isThere = spawnSync('python3', ['--version']).status === 0;
    return isThere ? ['python3', join(folder, 'boxes.py')] : 'there is no python3';
  }
  const program = join(cache, 'boxes');
  const built = spawnSync('go', ['build', '-o', program, '.'], { cwd: folder, encoding: 'utf8' });
  if (built.error !== undefined) return 'there is no go';
  return built.status === 0 ? [program] : `go build: ${built.stderr}`;
}

/** @param mistake undefined: none */
export function settingFor(
  root: string,
  command: readonly string[],
  mistake: string | undefined,
  patience: number,
): Setting {
  const read = (file: string): string =>
    readFileSync(join(root, 'examples/explored', file), 'utf8');
  return {
    client: { command: mistake === undefined ? command : [...command, mistake] },
    setup: [read('setup/boxes.yaml')],
    steps: readValue(read('steps.yaml'), 'steps.yaml') as Setting['steps'],
    ...{ nodes: 1, invariants: [], ignored: [], patience },
  };
}
