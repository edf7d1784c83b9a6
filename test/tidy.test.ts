/** House rules that the linter cannot see: which room may import which, and how long a file may be. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Who may import whom. A room is a folder of src/; all controllers together are one. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  'src/clock': [],
  'src/kinds': [],
  'src/request': ['#kinds'],
  'src/store': ['#clock', '#kinds'],
  'src/api': ['#store', '#request', '#clock', '#kinds'],
  'src/server': ['#api', '#request', '#clock', '#kinds'],
  'src/client': ['#api', '#request', '#clock', '#kinds'],
  'src/runtime': ['#request', '#clock', '#kinds'],
  'src/pool': ['#runtime', '#clock', '#kinds'],
  'src/record': ['#runtime', '#store', '#clock', '#kinds'],
  'src/scenario': ['#runtime', '#pool', '#record', '#clock', '#kinds'],
  'src/run': [
    '#controllers',
    '#simulator',
    '#scenario',
    '#record',
    '#runtime',
    '#pool',
    '#store',
    '#clock',
    '#kinds',
  ],
  controllers: ['#runtime', '#clock', '#kinds'],
};

/** Packages have homes too: the one room that may import each. */
const homes: Readonly<Record<string, readonly string[]>> = {
  xstate: ['src/pool'],
  yaml: ['src/scenario', 'src/server', 'src/cli'],
  express: ['src/server'],
  ws: ['src/server'],
  pino: ['src/server', 'src/cli'],
  'prom-client': ['src/server'],
  protobufjs: ['src/server'],
  'node-cron': ['src/cli'],
  luxon: ['src/kinds', 'controllers/cronjob'],
  'cron-parser': ['src/kinds', 'controllers/cronjob'],
  re2js: ['src/scenario'],
  commander: ['src/cli'],
  picocolors: ['src/cli'],
};

describe('rooms', () => {
  it.each(Object.entries(rooms))('%s imports only its neighbours', (room, allowed) => {
    for (const file of sources(room)) {
      for (const target of importsOf(file)) {
        if (target.startsWith('#')) expect(allowed, `${file} imports ${target}`).toContain(target);
        if (target.startsWith('.')) {
          const landed = relative(root, resolve(root, dirname(file), target));
          expect(landed.startsWith(boundary(room, file)), `${file} reaches into ${landed}`).toBe(
            true,
          );
        }
      }
    }
  });

  it.each(Object.entries(homes))('%s stays at home', (name, allowed) => {
    for (const file of [...sources('src'), ...sources('controllers')]) {
      const isHome = allowed.some((room) => file.startsWith(`${room}/`));
      if (!isHome) expect(importsOf(file), file).not.toContain(name);
    }
  });
});

describe('files', () => {
  const generated = 'src/kinds/types/';
  const declarative = 'src/kinds/schema/';
  it.each([...sources('src'), ...sources('controllers')])('%s is one room of thought', (file) => {
    if (file.startsWith(generated) || file.startsWith(declarative)) return;
    const lines = readFileSync(join(root, file), 'utf8').split('\n').length;
    expect(lines).toBeLessThanOrEqual(400);
  });
});

/** How far a file's relative imports may reach: its room, or its controller's own folder. */
function boundary(room: string, file: string): string {
  if (room !== 'controllers') return `${room}/`;
  const [, folder] = file.split('/');
  return folder!.endsWith('.ts') ? 'controllers/' : `controllers/${folder!}/`;
}

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1]!);
}
