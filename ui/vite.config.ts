/**
 * How the page is built. As the playground of the static site: files that load one another, the rare ones
 * when they are needed. With the mode `docs`: the script of the other pages of the site. With the mode `file`, `engine` or `editor`: the scripts, in dist/page, of the page
 * that is one file with a run in it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { leanNotation } from './lean-notation.ts';

const root = import.meta.dirname;
const empty = join(root, 'empty.ts');

const treeshake = {
  // No module of ours does anything when it is loaded but the entries.
  moduleSideEffects: (id: string) => !/\/(src|controllers)\//.test(id),
};
/** One copy, the smaller one: cron-parser asks for CommonJS, which is written for older browsers. */
const luxon = join(root, '../node_modules/luxon/build/es6/luxon.mjs');

const leanTypes: Plugin = {
  name: 'lean-types',
  transform: { filter: { id: /\.api\.ts$/ }, handler: leanNotation },
};

const common: UserConfig = {
  root,
  // Under any path of any host.
  base: './',
  resolve: { alias: { luxon } },
};

export default defineConfig(({ mode }) => {
  if (mode === 'file') return inOne('page', 'file.ts');
  if (mode === 'engine') return inOne('engine', 'engine/worker.ts');
  if (mode === 'editor') return inOne('editor', 'editor/editor.ts');
  if (mode === 'docs') return inOne('docs', 'docs/main.ts', '../dist/site/theme');
  return {
    ...common,
    plugins: [texts('library', '../scenarios', '.yaml'), texts('lessons', '../lessons', '.md')],
    worker: {
      format: 'es',
      plugins: () => [leanTypes],
      rolldownOptions: { treeshake, optimization: { inlineConst: false } },
    },
    build: {
      ...target,
      outDir: '../dist/site/playground',
      emptyOutDir: true,
      modulePreload: false,
      rolldownOptions: { treeshake },
      chunkSizeWarningLimit: 2000,
    },
  };
});

const target = { target: 'es2022', reportCompressedSize: false } as const;

function inOne(name: string, entry: string, outDir = '../dist/page'): UserConfig {
  return {
    ...common,
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [leanTypes],
    resolve: { alias: { luxon, 'virtual:library': empty, 'virtual:lessons': empty } },
    build: {
      ...target,
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      chunkSizeWarningLimit: 2000,
      rolldownOptions: {
        input: join(root, entry),
        treeshake,
        // The editor is imported, the others are scripts.
        ...(name === 'editor' && { preserveEntrySignatures: 'strict' as const }),
        output: {
          format: name === 'editor' ? 'es' : 'iife',
          codeSplitting: false,
          entryFileNames: `${name}.js`,
        },
      },
    },
  };
}

/** The texts of a folder as a module. */
function texts(name: string, folder: string, ending: string): Plugin {
  const id = `virtual:${name}`;
  return {
    name: id,
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(source) {
      if (source !== `\0${id}`) return undefined;
      return `export default ${JSON.stringify(entriesOf(join(root, folder), ending))}`;
    },
  };
}

function entriesOf(folder: string, ending: string): object[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const [, description = ''] = /^description: (.*)$/m.exec(text) ?? [];
      return { name: file.replaceAll('\\', '/').slice(0, -ending.length), description, text };
    });
}
