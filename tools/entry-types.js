/**
 * Writes the types of the package's smaller entries into dist/: after tools/library-types.js, which
 * makes dist/index.d.ts of everything that src/kit/index.ts exports. They import from there, so that
 * a cluster is of one type in all of them.
 *
 *     node tools/entry-types.js
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

process.chdir(join(import.meta.dirname, '..'));

const written = new Set();

for (const name of ['vitest', 'jest', 'node-test', 'envtest/index', 'envtest/vitest']) {
  write(`src/kit/${name}.ts`);
}

/** Writes the types of a file, and of those beside it that it refers to. */
function write(fileName) {
  if (written.has(fileName)) return;
  written.add(fileName);
  const { outputText } = ts.transpileDeclaration(readFileSync(fileName, 'utf8'), {
    fileName,
    compilerOptions: { strict: true, target: ts.ScriptTarget.ESNext },
  });
  for (const [, target] of outputText.matchAll(/from '(\.[^']*)'/g)) {
    const file = join(dirname(fileName), target);
    if (file === 'src/kit/index.ts') continue;
    if (!file.startsWith('src/kit/envtest/')) {
      throw new Error(
        `${fileName}: what it exports has types of ${file}; export them from index.ts`,
      );
    }
    write(file);
  }
  // The compiler writes a method with such a name twice: as a property, too.
  const once = outputText.replace(/^ *\/\*\*.*\*\/\n *\[Symbol\.\w+\]: .*\n/gm, '');
  const path = fileName.replace('src/kit/', 'dist/').replace(/\.ts$/, '.d.ts');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, once.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
}
