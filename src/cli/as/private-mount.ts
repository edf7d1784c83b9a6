/** Folders that one program alone sees at other places: mounts in a namespace of its own, where the system allows them. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A folder or a file, and where the program sees it. */
export interface Bind {
  readonly from: string;
  readonly to: string;
}

/** Returns what begins a namespace of mounts. Who is root anyway needs no user namespace. */
function unshare(): readonly string[] {
  const user = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  return ['unshare', '--mount', '--propagation', 'private', ...user];
}

/**
 * Binds each pair of arguments up to `--`, and becomes the command behind it. A folder that is missing, and may not be
 * made, is made in a copy of the one above it, which has all that is there, and which this process alone sees.
 */
const script = `
work=$1; shift; copies=0
place() {
  [ -d "$1" ] && return 0
  place "$(dirname "$1")" || return 1
  mkdir "$1" 2>/dev/null && return 0
  above=$(dirname "$1"); copies=$((copies + 1)); copy="$work/above-$copies"
  mkdir "$copy" && mount -t tmpfs none "$copy" || return 1
  for each in "$above"/* "$above"/.[!.]*; do
    name=\${each##*/}
    if [ -L "$each" ]; then cp -P "$each" "$copy/"
    elif [ -d "$each" ]; then mkdir "$copy/$name" && mount --rbind "$each" "$copy/$name"
    elif [ -e "$each" ]; then : >"$copy/$name" && mount --bind "$each" "$copy/$name"; fi
  done
  mount --rbind "$copy" "$above" && mkdir "$1"
}
while [ "$1" != -- ]; do
  if [ -d "$1" ]; then place "$2"
  else place "$(dirname "$2")" && { [ -e "$2" ] || : >"$2"; }; fi
  mount --bind "$1" "$2" || exit 126
  shift 2
done
shift; exec "$@"`;

/**
 * Returns a command line that runs a command with folders in other places.
 * @param work a folder for what the mounts need
 */
export function bound(
  work: string,
  binds: readonly Bind[],
  command: readonly string[],
): readonly string[] {
  // What is in a folder comes after the folder.
  const inOrder = binds.toSorted((a, b) => a.to.length - b.to.length);
  const pairs = inOrder.flatMap(({ from, to }) => [from, to]);
  return [...unshare(), 'sh', '-c', script, 'sh', work, ...pairs, '--', ...command];
}

/** Tries it, and returns why it cannot be done; undefined where it can. */
export function whyNotBound(work: string, binds: readonly Bind[]): string | undefined {
  if (process.platform !== 'linux') return `there are none on ${process.platform}`;
  const [file, ...args] = bound(work, binds, ['true']);
  const { status, stderr, error } = spawnSync(file!, args, { encoding: 'utf8' });
  if (error !== undefined) return error.message;
  return status === 0 ? undefined : stderr.trim().split('\n')[0];
}

/**
 * Makes the folders and files that mounts need, which are empty for all other programs, where that is allowed; returns
 * what removes those that were made.
 */
export function makePlaces(binds: readonly Bind[]): () => void {
  const result: string[] = [];
  for (const { from, to } of binds) {
    const isFolder = statSync(from).isDirectory();
    makeMissing(isFolder ? to : dirname(to), result);
    if (!isFolder) makeFile(to, result);
  }
  return () => {
    for (const place of result.splice(0).reverse()) removeIfEmpty(place);
  };
}

function makeMissing(folder: string, result: string[]): void {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at); at = dirname(at)) missing.unshift(at);
  try {
    for (const each of missing) {
      mkdirSync(each);
      result.push(each);
    }
  } catch {
    // The mounts make it themselves.
  }
}

function makeFile(file: string, result: string[]): void {
  try {
    writeFileSync(file, '', { flag: 'wx' });
    result.push(file);
  } catch {
    // It is there, or the mounts make it themselves.
  }
}

function removeIfEmpty(place: string): void {
  try {
    if (statSync(place).isDirectory()) rmdirSync(place);
    else if (statSync(place).size === 0) rmSync(place);
  } catch {
    // Another program uses it by now.
  }
}
