/**
 * Makes a release: version, changelog, commit, tag and package. It publishes and pushes nothing.
 *
 *   npm run release -- minor             0.1.0 becomes 0.2.0
 *   npm run release -- 1.0.0 --dry-run   says what it would do
 *
 * And makes what is installed without npm, into release/ (or --out FOLDER):
 *
 *   npm run release -- executable                 a single file for this system
 *   npm run release -- executable --node node.exe for the system of another Node of the same version
 *   npm run release -- debian                     a Debian package of it
 *   npm run release -- image                      a container image of it
 *   npm run release -- formula                    a formula for Homebrew, and the package that it names
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { notesIn, released } from './changelog.ts';
import { make, products, type Product } from './packages/make.ts';
import { nextVersion } from './version.ts';

const usage = `usage: npm run release -- major|minor|patch|X.Y.Z [--dry-run]
       npm run release -- ${products.join('|')} [--node FILE] [--out FOLDER]`;
const changed = ['package.json', 'package-lock.json', 'CHANGELOG.md'];

async function main(): Promise<void> {
  const [product, ...args] = process.argv.slice(2);
  if (isProduct(product)) await make(product, args);
  else release();
}

function isProduct(word: string | undefined): word is Product {
  return products.some((product) => product === word);
}

function release(): void {
  const { values, positionals } = parseArgs({
    options: { 'dry-run': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [step, ...more] = positionals;
  if (step === undefined || more.length > 0) throw new Error(usage);
  const isDry = values['dry-run'];
  const { version: current } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
  const version = nextVersion(current, step);
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const notes = notesIn(changelog);
  checkTree(version);
  print(`${current} -> ${version}${isDry ? ' (dry run: nothing is written)' : ''}\n`);
  print(`Notes:\n\n${notes}\n`);
  if (isDry) {
    run('npm', 'pack', '--dry-run');
    return;
  }
  run('npm', 'version', '--no-git-tag-version', version);
  writeFileSync('CHANGELOG.md', released(changelog, version, today()));
  run('git', 'commit', '--message', `Release ${version}`, '--', ...changed);
  run('git', 'tag', '--annotate', `v${version}`, '--message', `Release ${version}`);
  run('npm', 'pack');
  print(`\nTo publish it:\n\n  git push --follow-tags\n  npm publish kube-orrery-${version}.tgz`);
}

interface Manifest {
  readonly version: string;
}

/** @throws {Error} when a release would hold what is not committed, or exists */
function checkTree(version: string): void {
  if (output('git', 'status', '--porcelain') !== '') {
    throw new Error('there are changes that are not committed');
  }
  if (output('git', 'tag', '--list', `v${version}`) !== '')
    throw new Error(`tag v${version} exists`);
}

/** In UTC, as git has it: the only time that a release needs. */
function today(): string {
  return output('git', 'log', '-1', '--format=%cd', '--date=format-local:%Y-%m-%d');
}

function output(command: string, ...args: readonly string[]): string {
  return execFileSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, TZ: 'UTC' },
  }).trim();
}

function run(command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { stdio: 'inherit' });
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`release: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
