/** The operators of the examples that are explored: their mistakes, and how they are started. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readValue, type Setting } from '#grade';

export type Language = 'js' | 'python' | 'go' | 'site';

/** What is explored, in a folder of `examples`. */
interface Subject {
  readonly mistakes: readonly string[];
  readonly setup: string;
  readonly steps: string;
  /** @param cache where what is built is put @returns a text: why it cannot be had */
  command(examples: string, cache: string): readonly string[] | string;
}

const boxes = {
  mistakes: ['stale', 'unseen', 'intermediate'],
  setup: 'explored/setup/boxes.yaml',
  steps: 'explored/steps.yaml',
};

export const subjects: Readonly<Record<Language, Subject>> = {
  js: {
    ...boxes,
    command: (examples) => [process.execPath, join(examples, 'explored/js/boxes.mjs')],
  },
  python: {
    ...boxes,
    command(examples) {
      const isThere = spawnSync('python3', ['--version']).status === 0;
      return isThere
        ? ['python3', join(examples, 'explored/python/boxes.py')]
        : 'there is no python3';
    },
  },
  go: {
    ...boxes,
    command: (examples, cache) => goProgram(join(examples, 'explored/go'), '.', cache),
  },
  /** On client-go. */
  site: {
    mistakes: ['lost update', 'missed 410', 'stale cache', 'no conflict retry'],
    setup: 'operators/site.json',
    steps: 'operators/explore/steps.yaml',
    command: (examples, cache) => goProgram(join(examples, 'operators/go'), './cmd/site', cache),
  },
};

function goProgram(folder: string, part: string, cache: string): readonly string[] | string {
  const program = join(cache, part === '.' ? 'boxes' : 'site');
  const built = spawnSync('go', ['build', '-o', program, part], { cwd: folder, encoding: 'utf8' });
  if (built.error !== undefined) return 'there is no go';
  return built.status === 0 ? [program] : `go build: ${built.stderr}`;
}

export function commandOf(
  root: string,
  language: Language,
  cache: string,
): readonly string[] | string {
  return subjects[language].command(join(root, 'examples'), cache);
}

export interface SettingOptions {
  readonly command: readonly string[];
  /** Undefined: none. */
  readonly mistake: string | undefined;
  readonly patience: number;
}

export function settingFor(root: string, language: Language, options: SettingOptions): Setting {
  const { command, mistake, patience } = options;
  const { setup, steps } = subjects[language];
  const read = (file: string): string => readFileSync(join(root, 'examples', file), 'utf8');
  return {
    client: { command: mistake === undefined ? command : [...command, mistake] },
    setup: [read(setup)],
    steps: readValue(read(steps), steps) as Setting['steps'],
    ...{ nodes: 1, invariants: [], ignored: [], patience },
  };
}
