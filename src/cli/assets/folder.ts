/** Folders of executables that suites start instead of an API server and its etcd. */
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { UsageError } from '../usage-error.ts';
import { apiServerScript, etcdScript, kubectlScript, madeBy, type Started } from './scripts.ts';

/**
 * Makes a folder, or brings one of ours up to date. What is right already stays as it is, so that several may do it at once.
 * @param path the variable PATH
 * @returns the kubectl that it leads to; undefined: a script that says that there is none
 * @throws {UsageError} for files of others in it
 */
export function makeFolder(folder: string, started: Started, path: string): string | undefined {
  mkdirSync(folder, { recursive: true });
  putScript(join(folder, 'kube-apiserver'), apiServerScript(started));
  putScript(join(folder, 'etcd'), etcdScript(started));
  const kubectl = executableIn(path, 'kubectl', folder);
  if (kubectl === undefined) putScript(join(folder, 'kubectl'), kubectlScript(started));
  else putLink(join(folder, 'kubectl'), kubectl);
  return kubectl;
}

/** Returns whether a folder is one of ours. */
export function isAssetsFolder(folder: string): boolean {
  return isOurs(join(folder, 'kube-apiserver'));
}

function putScript(file: string, text: string): void {
  if (isThere(file)) {
    if (!isOurs(file) && !isLink(file)) throw isOthers(file);
    if (!isLink(file) && readFileSync(file, 'utf8') === text) return;
  }
  put(file, (draft) => writeFileSync(draft, text, { mode: 0o755 }));
}

function putLink(file: string, target: string): void {
  if (isThere(file) && !isLink(file) && !isOurs(file)) throw isOthers(file);
  put(file, (draft) => symlinkSync(target, draft));
}

/** Puts a file there at once, so that no suite starts a half of it. */
function put(file: string, make: (draft: string) => void): void {
  const draft = `${file}.${process.pid}`;
  rmSync(draft, { force: true });
  make(draft);
  renameSync(draft, file);
}

function isOthers(file: string): UsageError {
  return new UsageError(`${file} is not of \`orrery assets\`; name another folder, or remove it`);
}

function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function isOurs(file: string): boolean {
  return existsSync(file) && statSync(file).isFile() && startsAsOurs(file);
}

function startsAsOurs(file: string): boolean {
  return readFileSync(file, 'latin1').slice(0, 200).includes(`\n${madeBy}`);
}

/** @param but a folder that does not count */
function executableIn(path: string, name: string, but: string): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => folder !== '' && resolve(folder) !== resolve(but))
    .map((folder) => join(folder, name))
    .find((file) => isExecutable(file) && !isOurs(file));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
