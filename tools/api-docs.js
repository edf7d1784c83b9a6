/**
 * Writes the pages of docs/reference/api from the types that the package publishes: after
 * `npm run build:types`. An export without a doc comment is an error.
 *
 *     node tools/api-docs.js           # write
 *     node tools/api-docs.js --check   # fail where a page is not what would be written
 */
import {
  mkdtempSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Application } from 'typedoc';

process.chdir(join(import.meta.dirname, '..'));

const pages = 'docs/reference/api';
const { name, exports } = JSON.parse(readFileSync('package.json', 'utf8'));
/** What is imported, with the file of its types. */
const entries = Object.entries(exports).flatMap(([path, { types }]) =>
  types === undefined ? [] : [[name + path.slice(1), types]],
);

const { place, project, out } = settle();
try {
  await write(project, out);
  if (process.argv.includes('--check')) check(out);
  else take(out);
} finally {
  rmSync(place, { recursive: true });
}

/** A folder in which types are found as in a project that uses the package. */
function settle() {
  const place = mkdtempSync(join(tmpdir(), 'orrery-api-docs-'));
  symlinkSync(join(process.cwd(), 'node_modules'), join(place, 'node_modules'));
  const project = join(place, 'tsconfig.json');
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'es2022', strict: true, skipLibCheck: true },
    ...{ lib: ['es2023', 'esnext.disposable'], types: ['node'] },
  };
  const files = entries.map(([, types]) => join(process.cwd(), types));
  writeFileSync(project, JSON.stringify({ compilerOptions, files }));
  return { place, project, out: join(place, 'pages') };
}

async function write(tsconfig, out) {
  const app = await Application.bootstrapWithPlugins({
    plugin: ['typedoc-plugin-markdown'],
    entryPoints: entries.map(([, types]) => types),
    tsconfig,
    out,
    readme: 'none',
    name: 'The API of the package',
    logLevel: 'Warn',
    disableSources: true,
    excludePrivate: true,
    excludeInternal: true,
    excludeExternals: true,
    // Declaration order is the author's.
    sort: ['kind', 'source-order'],
    validation: { notExported: false, invalidLink: false, notDocumented: true },
    requiredToBeDocumented: [
      ...['Function', 'Class', 'Interface', 'TypeAlias', 'Variable', 'Method', 'Accessor'],
    ],
    treatValidationWarningsAsErrors: true,
    // Pages of the plugin for Markdown.
    outputFileStrategy: 'modules',
    hidePageHeader: true,
    hideBreadcrumbs: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    classPropertiesFormat: 'table',
    typeAliasPropertiesFormat: 'table',
    expandObjects: true,
  });
  const converted = await app.convert();
  if (converted === undefined || app.logger.hasErrors()) throw new Error('no pages were written');
  // Pages have the names that are imported.
  for (const page of converted.children ?? []) {
    const path = `./dist/${page.name}.d.ts`;
    const [title] = entries.find(
      ([, types]) => types === path || types === path.replace('.d', '/index.d'),
    );
    page.name = title;
  }
  app.validate(converted);
  if (app.logger.hasErrors()) throw new Error('each export needs a doc comment');
  await app.generateOutputs(converted);
}

function take(out) {
  rmSync(pages, { recursive: true, force: true });
  for (const [name, text] of textsIn(out)) {
    mkdirSync(join(pages, name, '..'), { recursive: true });
    writeFileSync(join(pages, name), text);
  }
}

function check(out) {
  const found = textsIn(pages);
  const right = textsIn(out);
  const names = new Set([...found.keys(), ...right.keys()]);
  const stale = [...names].filter((name) => found.get(name) !== right.get(name));
  if (stale.length === 0) return;
  console.error(
    `${stale.map((name) => join(pages, name)).join(', ')}: not what the types say now; ` +
      'npm run api-docs writes them',
  );
  process.exitCode = 1;
}

function textsIn(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.md'));
  return new Map(names.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
