/**
 * Builds the page.
 *
 *     node tools/build-page.js        # for saved runs, into dist/page: what --report and orrery open use
 *     node tools/build-page.js site   # as a static site, into dist/site
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { licenses } from './licenses.js';

const root = join(import.meta.dirname, '..');

if (process.argv[2] === 'site') await buildSite();
else await buildPage();

async function buildPage() {
  const folder = join(root, 'dist/page');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const mode of ['file', 'engine', 'editor']) await buildBy(mode);
  copyFileSync(join(root, 'ui/page/style.css'), join(folder, 'style.css'));
  for (const name of ['engine', 'editor']) pack(join(folder, name));
}

/** Compresses a script once, not for each run: it is as it stands in a page. */
function pack(file) {
  const compressed = gzipSync(readFileSync(`${file}.js`), { level: 9 });
  writeFileSync(`${file}.txt`, compressed.toString('base64'));
  rmSync(`${file}.js`);
}

async function buildSite() {
  await buildBy('production');
  const folder = join(root, 'dist/site');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.txt'))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
  // The worker that keeps the site for times without a network has to know what there is.
  const worker = readFileSync(join(root, 'ui/offline.js'), 'utf8');
  writeFileSync(join(folder, 'offline.js'), worker.replace("['FILES']", JSON.stringify(files)));
}

function buildBy(mode) {
  return build({
    configFile: join(root, 'ui/vite.config.ts'),
    mode,
    logLevel: 'error',
    plugins: [licenses(mode === 'production' ? undefined : `LICENSES-${mode}.txt`)],
    worker: { plugins: () => [licenses('LICENSES-engine.txt')] },
  });
}
