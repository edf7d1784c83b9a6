/**
 * Writes dist/index.d.ts, the types of everything that src/kit/index.ts exports, in one file.
 *
 *     node tools/library-types.js
 *
 * The bundler gets declarations that the native compiler has made: from them it writes the same file as from the
 * sources, in a third of the time.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDtsBundle } from 'dts-bundle-generator';

process.chdir(join(import.meta.dirname, '..'));

const entry = 'src/kit/index';
const folder = 'build/types';
const project = join(folder, 'tsconfig.json');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

declare();
// Declarations find each other as the sources do: by the names in package.json.
const { name, type, imports } = JSON.parse(readFileSync('package.json', 'utf8'));
writeJson(join(folder, 'package.json'), { name, type, imports: declared(imports) });
writeJson(project, { extends: '../../tsconfig.json', files: [`${entry}.d.ts`], include: [] });
const bundle = {
  filePath: join(folder, `${entry}.d.ts`),
  output: { noBanner: true, exportReferencedTypes: false },
};
const options = { preferredConfigPath: project };
writeFileSync('dist/index.d.ts', generateDtsBundle([bundle], options)[0]);

/** Writes declarations of the library's sources into the folder. `npm run check:types` checks them. */
function declare() {
  const compilerOptions = {
    ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, noCheck: true },
    ...{ incremental: false, tsBuildInfoFile: null, outDir: '.', rootDir: '../..' },
  };
  const files = [`../../${entry}.ts`];
  writeJson(project, { extends: '../../tsconfig.json', compilerOptions, files, include: [] });
  execFileSync(process.execPath, ['node_modules/typescript-7/bin/tsc', '-p', folder], {
    stdio: 'inherit',
  });
}

/** The same targets, but declarations. */
function declared(targets) {
  if (typeof targets === 'string') return targets.replace(/\.ts$/, '.d.ts');
  return Object.fromEntries(
    Object.entries(targets).map(([name, target]) => [name, declared(target)]),
  );
}

function writeJson(file, value) {
  writeFileSync(file, JSON.stringify(value));
}
