/**
 * Builds the package. In JavaScript, for there is nothing yet that could run anything else.
 *
 *     node tools/build.js [command]
 *
 * The command and the library go into dist/, in few files: loading hundreds takes longer than all else that a
 * start does. Benchmarks and tools go into build/, a file for each source; with `command` these stay as they are.
 * Types are not checked.
 */
import { chmodSync, copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'rolldown';
import { packageGroups } from './chunks.js';
import { licenses } from './licenses.js';

process.chdir(join(import.meta.dirname, '..'));

/**
 * Packages that are loaded on first use, if at all: they stay what npm installed. The others are
 * needed by every start and become part of the command.
 */
const onFirstUse =
  /^(@jest\/globals|cron-parser|luxon|node-cron|pino|prom-client|protobufjs|re2js|vitest|ws)(\/|$)/;

/** What stands for packages that express or commander load, and nothing of ours uses. */
const nothing = 'module.exports = {};';
const silent = 'module.exports = () => () => {};';
const unused = {
  accepts: nothing,
  'body-parser': nothing,
  'content-disposition': nothing,
  'content-type': nothing,
  cookie: nothing,
  'cookie-signature': nothing,
  debug: silent,
  depd: silent,
  etag: nothing,
  fresh: nothing,
  'http-errors': nothing,
  'mime-types': nothing,
  'proxy-addr': 'module.exports = { compile: () => () => false };',
  qs: nothing,
  'range-parser': nothing,
  send: nothing,
  'serve-static': nothing,
  'type-is': nothing,
  vary: nothing,
  // Commander starts commands that are programs of their own with it; it draws in all of the network.
  'node:child_process from commander': nothing,
};

/**
 * When V8 compiles a function, it looks for each name that is not of its file, such as Map, through all imports and
 * exports of the file, one by one: in large files that takes a twentieth of the compilation. What the file has by
 * itself is found at once.
 */
const names =
  'Array BigInt Boolean Error Infinity JSON Map Math Number Object Promise RangeError RegExp Set String Symbol TypeError WeakMap';
const globals = `const { ${names.replaceAll(' ', ', ')} } = globalThis;`;

/** The exports of a file, which stand in its last statement. */
const exported = /\nexport \{([^{}]*)\};\s*$/;

/**
 * Has large files export under names that they use nowhere else: V8 looks for exports one by one, as it does for names that are not
 * of the file, whenever it compiles a function that uses them. Nothing that is exported changes once its file is loaded.
 */
const exportsApart = {
  name: 'exports apart',
  renderChunk(code, { moduleIds }) {
    const [statement, list] = exported.exec(code) ?? [];
    if (statement === undefined || moduleIds.length < 20) return null;
    const names = list.split(',').map((each) => each.trim().split(' as '));
    const apart = names.map(([own], at) => `$export${at} = ${own}`).join(', ');
    const shown = names.map(([own, name = own], at) => `$export${at} as ${name}`).join(', ');
    const rest = code.slice(0, -statement.length);
    return { code: `${rest}\nconst ${apart};\nexport { ${shown} };\n`, map: null };
  },
};

/**
 * The same code as modules, of which only what is used is loaded: Node itself would take the one that is read as a whole.
 */
const asModules = { alias: { yaml: resolve('node_modules/yaml/browser/dist/index.js') } };

const common = { platform: 'node', onLog: refuse };

/** What each import() leads to becomes a file of its own, and so does what several of them share. */
const command = {
  ...common,
  input: {
    orrery: 'src/cli/main.ts',
    index: 'src/kit/index.ts',
    vitest: 'src/kit/vitest.ts',
    jest: 'src/kit/jest.ts',
    'node-test': 'src/kit/node-test.ts',
    envtest: 'src/kit/envtest/index.ts',
    'envtest-vitest': 'src/kit/envtest/vitest.ts',
    'yaml-worker': 'src/server/yaml/yaml-worker.ts',
  },
  external: onFirstUse,
  resolve: asModules,
  // The groups of chunks ask for it. What the library exports does not change.
  preserveEntrySignatures: 'allow-extension',
  plugins: [leaner(), licenses(), exportsApart],
  // No module of ours but the entries does anything when it is loaded: a chunk has only what is used of a room.
  treeshake: { moduleSideEffects: (id) => id.includes('/node_modules/') },
  output: {
    dir: 'dist',
    intro: ({ moduleIds }) => (moduleIds.length < 20 ? '' : globals),
    chunkFileNames: ({ name }) => `chunks/${name.split('~')[0]}.js`,
    // Text of one byte a character takes half the memory, and less time to read.
    charset: 'ascii',
    comments: { legal: true, annotation: false, jsdoc: false },
    // Names and lines stay as they are, so that a stack trace can be read.
    minify: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  },
};

const entries = [
  'bench/main.ts',
  'bench/against/gauge.ts',
  'bench/against/side.ts',
  'bench/support/load.ts',
  'tools/clients/main.ts',
  'tools/clients/page.ts',
  'tools/command-docs.ts',
  'tools/conformance/api.ts',
  'tools/conformance/openapi/published.ts',
  'tools/conformance/traces.ts',
  'tools/engines/main.ts',
  'tools/explored/main.ts',
  'tools/generate-scenario-schema.ts',
  'tools/generate-types.ts',
  'tools/grade/main.ts',
  'tools/graded/main.ts',
  'tools/lockstep/main.ts',
  'tools/mutants/main.ts',
  'tools/mutants/test-process.ts',
  'tools/pictures/main.ts',
  'tools/release/main.ts',
  'tools/site/main.ts',
  'tools/status/main.ts',
  'tools/torture/keeper.ts',
  'tools/torture/main.ts',
  'tools/torture/prober.ts',
  'tools/versions-page.ts',
  'tools/vectors/main.ts',
];

const tools = {
  ...common,
  input: entries,
  external: (id) => /^[a-z@]/.test(id) && !entries.includes(id),
  output: {
    dir: 'build',
    cleanDir: true,
    preserveModules: true,
    preserveModulesRoot: '.',
    sourcemap: true,
  },
};

// Page and site stay, also a page that is being built: they are built by themselves.
for (const name of existsSync('dist') ? readdirSync('dist') : []) {
  if (!/^(page|site)\b/.test(name)) rmSync(join('dist', name), { recursive: true });
}
const codeSplitting = await packageGroups(command);
const isCommandOnly = process.argv[2] === 'command';
await build([
  { ...command, output: { ...command.output, codeSplitting } },
  ...(isCommandOnly ? [] : [tools]),
]);
// Pictures have the colours of the page.
copyFileSync('ui/theme/colours.css', 'dist/colours.css');
// A checkout is a package too: `npx orrery` runs it.
chmodSync('dist/orrery.js', 0o755);

/**
 * What the bundler is in doubt about, such as an import that it does not find, is an error. How long plugins take
 * says something about the machine alone.
 */
function refuse(level, log) {
  if (level === 'warn' && log.code !== 'PLUGIN_TIMINGS') throw new Error(log.message);
}

/**
 * Leaves out of express what the server never asks of it: parsers of bodies and queries, files and their types,
 * cookies, proxies, the choice of types, logs of its own. Routes read requests and set headers themselves.
 */
function leaner() {
  return {
    name: 'leaner packages',
    resolveId(source, importer = '') {
      const isOfCommander = importer.includes('/node_modules/commander/');
      const name = isOfCommander ? `${source} from commander` : source;
      return name in unused ? { id: `\0${name}` } : undefined;
    },
    load: (id) => unused[id.slice(1)],
  };
}
