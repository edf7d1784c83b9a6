/** What the built files load when they start, which is what a start waits for. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';

const dist = join(import.meta.dirname, '../../dist');

describe('built files', () => {
  it('of the command load no room of the engine until a command runs', () => {
    const others = loadedBy(join(dist, 'orrery.js')).filter(
      (path) => !/^src\/(cli|clock)\//.test(path),
    );
    expect(others.sort()).toEqual([
      'src/lockstep/gate.ts',
      'src/lockstep/patience.ts',
      'src/machine/node/turn.ts',
    ]);
  });

  it('of the executable kube-apiserver load no room of the engine until its port is open', () => {
    const first = filesOf(dist).find((file) =>
      read(file).includes('\n// src/cli/assets/api-server.ts\n'),
    );
    const others = loadedBy(join(dist, first!)).filter((path) => !/^src\/(cli|clock)\//.test(path));
    expect(others.sort()).toEqual([
      'src/api/admission/plugin-names.ts',
      'src/lockstep/gate.ts',
      'src/lockstep/patience.ts',
      'src/machine/node/turn.ts',
    ]);
  });

  it.each(['serve/serve', 'run/run', 'test/test', 'lint/lint'])('are few for %s', (source) => {
    const mark = `\n// src/cli/${source}.ts\n`;
    const first = filesOf(dist).find((file) => read(file).includes(mark));
    expect(filesLoadedBy(join(dist, first!)).length).toBeLessThan(12);
  });

  it.each([
    ['run/run', 2.75],
    ['serve/serve', 2.55],
  ])('of %s are at most %d MB before it knows which kinds there are', (source, most) => {
    const mark = `\n// src/cli/${source}.ts\n`;
    const first = filesOf(dist).find((file) => read(file).includes(mark));
    const sizes = filesLoadedBy(join(dist, first!)).map((file) => statSync(file).size);
    expect(sizes.reduce((sum, each) => sum + each, 0) / 1e6).toBeLessThan(most);
  });

  it('are few for the library', () => {
    expect(filesLoadedBy(join(dist, 'index.js')).length).toBeLessThan(12);
  });

  it('do the work of a thread in the file of that thread only', () => {
    const withPort = filesOf(dist).filter((file) => /\bparentPort\b/.test(read(file)));
    expect(withPort).toEqual(['yaml-worker.js']);
  });

  it('await nothing when they are loaded, but for the command itself', () => {
    expect(filesOf(dist).filter((file) => awaitsAtTop(read(file)))).toEqual(['orrery.js']);
  });

  it.each(['orrery.js', 'yaml-worker.js'])(
    'never load %s, which begins its work at once',
    (entry) => {
      const loading = filesOf(dist).filter((file) => {
        const imports = ts.preProcessFile(read(file)).importedFiles;
        return imports.some(({ fileName }) => fileName.endsWith(`/${entry}`));
      });
      expect(loading).toEqual([]);
    },
  );
});

/** Whether code outside of all functions awaits. */
function awaitsAtTop(text: string): boolean {
  return /\bawait\b/.test(text) && awaits(parseAst(text));
}

function awaits(part: object): boolean {
  const { type, ...inside } = part as { readonly type?: unknown; readonly await?: boolean };
  if (type === 'AwaitExpression' || inside.await === true) return true;
  if (typeof type === 'string' && /Function/.test(type)) return false;
  return Object.values(inside).some(
    (each: unknown) => typeof each === 'object' && each !== null && awaits(each),
  );
}

/** The sources whose code is loaded with a file, by the imports that it does not postpone. */
function loadedBy(entry: string): string[] {
  return filesLoadedBy(entry).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^\/\/ ((?:src|controllers)\/\S+)$/gm)].map(
      ([, path]) => path!,
    ),
  );
}

/** A file, and those that are loaded with it. */
function filesLoadedBy(entry: string): string[] {
  const seen = new Set<string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const [, path] of readFileSync(file, 'utf8').matchAll(staticImport)) {
      waiting.push(join(dirname(file), path!));
    }
  }
  return [...seen];
}

const staticImport = /^(?:import|export)\b[^;]*?"(\.[^"]+)";$/gm;

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
}

function read(file: string): string {
  return readFileSync(join(dist, file), 'utf8');
}
