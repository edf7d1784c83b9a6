/**
 * What a single executable starts with, before the program: it unpacks the program into the user's caches, once, and
 * becomes it. Node loads modules of a single executable only from files.
 */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { getAsset, getRawAsset } from 'node:sea';
import { cachesFolder } from '../../../src/cli/caches.ts';
import type { Contents } from './program.ts';

const { name, files } = JSON.parse(getAsset('contents', 'utf8')) as Contents;
const programs = programsFolder();
const program = join(programs, name);
if (!existsSync(program)) unpack();

const [, , first, ...others] = process.argv;
const own = first === undefined ? undefined : scriptOfProgram(first);
process.argv = [
  process.execPath,
  join(program, own ?? 'dist/orrery.js'),
  ...(own === undefined && first !== undefined ? [first] : []),
  ...others,
];
createRequire(program + sep)('./begin.cjs');

/** Returns the folder of all unpacked programs; among temporary files where there are no caches to write. */
function programsFolder(): string {
  try {
    const folder = join(cachesFolder(process.env), 'programs');
    mkdirSync(folder, { recursive: true });
    return folder;
  } catch {
    return temporaryFolder();
  }
}

/** @throws {Error} where another user made that folder */
function temporaryFolder(): string {
  const user = userInfo({ encoding: 'utf8' }).uid;
  const folder = join(tmpdir(), `orrery-programs-${user}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid } = lstatSync(folder);
  if (uid !== user && process.platform !== 'win32') {
    throw new Error(`${folder} belongs to user ${uid}: set XDG_CACHE_HOME to a folder of your own`);
  }
  return folder;
}

/** Writes all files aside, and puts them in place at once: two starts may do so at the same time. */
function unpack(): void {
  const aside = mkdtempSync(`${program}-`);
  for (const file of files) {
    const path = join(aside, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, Buffer.from(getRawAsset(file) as ArrayBuffer));
  }
  try {
    renameSync(aside, program);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    if (!existsSync(program)) throw error;
  }
}

/**
 * Returns which file of the program an argument is, and so no argument: children are started as `node FILE` is, also
 * by what an earlier version wrote down.
 */
function scriptOfProgram(argument: string): string | undefined {
  if (!argument.startsWith(programs + sep)) return undefined;
  const [, ...file] = argument.slice(programs.length + 1).split(sep);
  return files.includes(file.join('/')) ? file.join('/') : undefined;
}
