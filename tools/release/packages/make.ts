/** Makes what is installed without npm: a single executable, a Debian package, a container image, a formula. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeDebianPackage } from './debian.ts';
import { digestOf } from './digest.ts';
import { makeExecutable } from './executable.ts';
import { formulaOf } from './formula.ts';
import { makeImage } from './image.ts';

export const products = ['executable', 'debian', 'image', 'formula'] as const;
export type Product = (typeof products)[number];

/**
 * Makes one, and prints its path and size.
 * @throws {Error} with what is wrong about the arguments, the Node or the machine
 */
export async function make(product: Product, args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { node: { type: 'string' }, out: { type: 'string', default: 'release' } },
  });
  const [root, out] = [process.cwd(), resolve(values.out)];
  if (!existsSync(join(root, 'dist/page'))) {
    throw new Error('the page is not built: `npm run -s build:page` builds it');
  }
  mkdirSync(out, { recursive: true });
  if (product === 'formula') {
    tell(makeFormula(root, out));
    return;
  }
  const node = values.node === undefined ? undefined : resolve(values.node);
  const executable = await makeExecutable({ root, out, node });
  tell(executable.file);
  if (executable.platform !== process.platform || executable.arch !== process.arch) {
    process.stdout.write('It holds the program; it was not started here.\n');
  }
  if (product === 'debian') tell(await makeDebianPackage(executable, root));
  if (product === 'image') tell(await makeImage(executable));
}

/** Packs the package, since the formula has its digest. */
function makeFormula(root: string, out: string): string {
  const command = ['pack', '--json', '--ignore-scripts', '--pack-destination', out];
  const [packed] = JSON.parse(execFileSync('npm', command, { cwd: root, encoding: 'utf8' })) as [
    { readonly filename: string; readonly version: string },
  ];
  const digest = digestOf(readFileSync(join(out, packed.filename)));
  const file = join(out, 'kube-orrery.rb');
  writeFileSync(file, formulaOf(packed.version, digest));
  return file;
}

function tell(file: string): void {
  const megabytes = (statSync(file).size / 1e6).toFixed(1);
  process.stdout.write(`${file}  ${megabytes} MB\n`);
}
