/** House rules that the linter cannot see: which room may import which, and how long a file may be. */
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, root, rooms, sources } from './support/imports.ts';

/** Packages have homes too: the one room that may import each. */
const homes: Readonly<Record<string, readonly string[]>> = {
  xstate: ['src/pool'],
  yaml: ['src/scenario/source', 'src/server', 'src/cli', 'src/view'],
  express: ['src/server'],
  ws: ['src/server'],
  pino: ['src/cli'],
  'prom-client': ['src/server'],
  protobufjs: ['src/server'],
  'node-cron': ['src/cli'],
  luxon: ['src/machine'],
  'cron-parser': ['src/machine', 'src/values/cron'],
  re2js: ['src/machine'],
  commander: ['src/cli'],
  picocolors: ['src/cli'],
};

describe('rooms', () => {
  it.each(Object.entries(rooms))('%s imports only its neighbours', (room, allowed) => {
    for (const file of sources(room)) {
      for (const target of importsOf(file)) {
        const door = target.split('/')[0]!;
        if (target.startsWith('#')) expect(allowed, `${file} imports ${target}`).toContain(door);
        if (target.startsWith('.')) {
          const reached = relative(root, resolve(root, dirname(file), target));
          expect(reached.startsWith(boundary(room, file)), `${file} reaches into ${reached}`).toBe(
            true,
          );
        }
      }
    }
  });

  it.each(Object.entries(homes))('%s stays at home', (name, allowed) => {
    const abroad = [...sources('src'), ...sources('controllers')].filter(
      (file) => !allowed.some((room) => file.startsWith(`${room}/`)),
    );
    expect(abroad.filter((file) => importsOf(file).includes(name))).toEqual([]);
  });
});

describe('imports', () => {
  it('go in no circle, those of types included', () => {
    const files = [...sources('src'), ...sources('controllers')];
    const imports = new Map(files.map((file) => [file, importsOf(file).flatMap(fileOf(file))]));
    expect(circleIn(imports)).toBeUndefined();
  });

  it('would show a circle', () => {
    const imports = { a: ['b'], b: ['c', 'd'], c: [], d: ['a'], e: ['a'] };
    expect(circleIn(new Map(Object.entries(imports)))).toEqual(['a', 'b', 'd', 'a']);
  });
});

describe('the default release', () => {
  // What is below is given a profile: so servers of several releases can share a process.
  const edges = /^src\/(simulator\.ts|kit\/|cli\/)/;
  it.each(['defaultProfile', 'schemas'])('%s is chosen at the edges only', (name) => {
    const named = new RegExp(`import [^;]*\\b${name}\\b[^;]* from '#kinds'`);
    const below = [...sources('src'), ...sources('controllers')].filter(
      (file) => !edges.test(file),
    );
    const text = (file: string): string => readFileSync(join(root, file), 'utf8');
    expect(below.filter((file) => named.test(text(file)))).toEqual([]);
  });
});

describe('controllers/accountants.ts', () => {
  it('has what each controller explains', () => {
    const explaining = sources('controllers').filter((file) => file.endsWith('/explain.ts'));
    const file = 'controllers/accountants.ts';
    const reached = importsOf(file).flatMap(fileOf(file));
    expect(explaining.length).toBeGreaterThan(0);
    expect(reached).toEqual(expect.arrayContaining(explaining));
  });
});

describe('files', () => {
  const generated = 'src/types/';
  const declarative = /\.api\.ts$|-table\.ts$|^src\/kinds\/schemas\//;
  it.each([...sources('src'), ...sources('controllers')])('%s is one room of thought', (file) => {
    if (file.startsWith(generated) || declarative.test(file)) return;
    const lines = readFileSync(join(root, file), 'utf8').split('\n').length;
    expect(lines).toBeLessThanOrEqual(400);
  });
});

/** The file that an import in a file leads to; none for packages. */
function fileOf(file: string): (target: string) => string[] {
  return (target) => {
    if (target.startsWith('.')) return [relative(root, resolve(root, dirname(file), target))];
    if (!target.startsWith('#')) return [];
    const name = target.slice(1);
    if (name.startsWith('types/')) return [`src/${name}.ts`];
    if (name === 'controllers') return ['controllers/index.ts'];
    if (['machine', 'webhooks'].includes(name)) return [`src/${name}/node/index.ts`];
    return [name === 'simulator' ? 'src/simulator.ts' : `src/${name}/index.ts`];
  };
}

/** The first circle, from a file back to itself. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const next of imports.get(file) ?? []) {
      const circle = visit(next, [...path, file]);
      if (circle !== undefined) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of imports.keys()) {
    const circle = visit(file, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}

/** How far a file's relative imports may reach: its room, or its controller's own folder. */
function boundary(room: string, file: string): string {
  if (room !== 'controllers') return `${room}/`;
  const [, folder] = file.split('/');
  return folder!.endsWith('.ts') ? 'controllers/' : `controllers/${folder!}/`;
}
