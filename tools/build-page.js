/**
 * Builds the page.
 *
 *     node tools/build-page.js        # for saved runs, into dist/page: what --report, open and serve use
 *     node tools/build-page.js site   # as a part of the static site, into dist/site
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { engineGroups } from './chunks.js';
import { licenses } from './licenses.js';

const root = join(import.meta.dirname, '..');

/** The engine as the bundler by itself finds its modules. */
const engine = {
  cwd: root,
  platform: 'browser',
  resolve: { conditionNames: ['browser', 'module', 'production', 'import'] },
  treeshake: { moduleSideEffects: (id) => !/\/(src|controllers)\//.test(id) },
  preserveEntrySignatures: 'allow-extension',
  output: {},
};

if (process.argv[2] === 'site') await buildSite();
else await buildPage();

/** Beside its place, and moved there whole: commands may read it, or build it, at the same time. */
async function buildPage() {
  const folder = join(root, `dist/page-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  for (const mode of ['file', 'engine', 'editor'])
    await buildBy(mode, { build: { outDir: folder } });
  const styles = ['theme/colours', 'page/style', 'stage/stage', 'lesson/lesson'].map((name) =>
    join(root, 'ui', `${name}.css`),
  );
  writeFileSync(
    join(folder, 'style.css'),
    styles.map((file) => readFileSync(file, 'utf8')).join(''),
  );
  for (const name of ['engine', 'editor']) pack(join(folder, name));
  move(folder, join(root, 'dist/page'));
}

/** Where two builds end at once, the place has the page of the other again: that is as good. */
function move(folder, place) {
  rmSync(place, { recursive: true, force: true });
  try {
    renameSync(folder, place);
  } catch (error) {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    rmSync(folder, { recursive: true });
  }
}

/** Compresses a script once, not for each run: it is as it stands in a page. */
function pack(file) {
  const compressed = gzipSync(readFileSync(`${file}.js`), { level: 9 });
  writeFileSync(`${file}.txt`, compressed.toString('base64'));
  rmSync(`${file}.js`);
}

/** The playground, and the script of the other pages, which tools/site makes. */
async function buildSite() {
  rmSync(join(root, 'dist/site'), { recursive: true, force: true });
  const { preserveEntrySignatures } = engine;
  const output = {
    codeSplitting: await engineGroups(engine),
    chunkFileNames: ({ name }) => `assets/${name.split('~').at(-1)}-[hash].js`,
  };
  await buildBy('production', { worker: { rolldownOptions: { preserveEntrySignatures, output } } });
  await buildBy('docs');
}

/** @param more what it has beside the configuration */
function buildBy(mode, more = {}) {
  return build({
    configFile: join(root, 'ui/vite.config.ts'),
    mode,
    logLevel: 'error',
    plugins: [licenses(mode === 'production' ? undefined : `LICENSES-${mode}.txt`)],
    ...more,
    worker: { plugins: () => [licenses('LICENSES-engine.txt')], ...more.worker },
  });
}
