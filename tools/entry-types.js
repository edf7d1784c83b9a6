/**
 * Writes the types of the package's smaller entries into dist/: after `dts-bundle-generator`, which
 * makes dist/index.d.ts of everything that src/kit/index.ts exports. They import from there, so that
 * a cluster is of one type in all of them.
 *
 *     node tools/entry-types.js
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

process.chdir(join(import.meta.dirname, '..'));

for (const name of ['vitest', 'jest', 'node-test']) {
  const fileName = `src/kit/${name}.ts`;
  const { outputText } = ts.transpileDeclaration(readFileSync(fileName, 'utf8'), {
    fileName,
    compilerOptions: { strict: true, target: ts.ScriptTarget.ESNext },
  });
  const imports = [...outputText.matchAll(/from '(\.[^']*)'/g)].map((match) => match[1]);
  const other = imports.find((target) => target !== './index.ts');
  if (other !== undefined) {
    throw new Error(
      `${fileName}: what it exports has types of ${other}; export them from index.ts`,
    );
  }
  writeFileSync(`dist/${name}.d.ts`, outputText.replaceAll("'./index.ts'", "'./index.js'"));
}
