/** Where the texts of a scenario come from: the disk, or the copies in a record. */
import { folderOfPath, isAbsolute, joinPaths, normalizePath, utf8Length } from '#values';
import { FileError, filesIn, isFolder, readTextFile, realPath } from '#machine';
import type { SourceText } from '#record';
import { folderOf, globMatcher, isGlob } from './glob.ts';

/** Paths are relative to the folder of the scenario, with `/` between names. */
export interface Files {
  /** @throws {FileError} */
  read(path: string, mostBytes: number): string;
  /**
   * The files that a path stands for, sorted: itself, those with objects in a folder, or those
   * that match a pattern (`manifests/*.yaml`).
   * @throws {FileError} when there are none
   */
  find(path: string): readonly string[];
}

/** What `kubectl apply -f FOLDER` takes from a folder. */
const OBJECT_FILE = /\.(?:ya?ml|json)$/;

/** Where the files of a scenario may be. */
export interface Bounds {
  /** The scenario itself, which the user has named: it may be anywhere. */
  readonly top: string;
  /** Its text, if it is not on the disk. */
  readonly text?: string | undefined;
  /** Files outside the folder of the scenario too. */
  readonly allowOutside?: boolean | undefined;
}

/** Files on the disk, in the folder of the scenario. Read synchronously: loading waits for them anyway. */
export class DiskFiles implements Files {
  readonly #folder: string;
  readonly #bounds: Bounds;

  constructor(folder: string, bounds: Bounds) {
    this.#folder = folder;
    this.#bounds = bounds;
  }

  read(path: string, mostBytes: number): string {
    const { top, text } = this.#bounds;
    if (path !== top || text === undefined) {
      return readTextFile(this.#place(path), mostBytes, 'scenario');
    }
    const bytes = utf8Length(text);
    if (bytes <= mostBytes) return text;
    throw new FileError(`the text has ${bytes} bytes; a scenario has at most ${mostBytes}`);
  }

  find(path: string): readonly string[] {
    if (isGlob(path)) return this.#matching(path);
    if (!isFolder(this.#place(path))) return [path];
    const found = this.#entries(path, false).filter((name) => OBJECT_FILE.test(name));
    if (found.length === 0) throw new FileError('there is no .yaml, .yml or .json file in it');
    return found;
  }

  #matching(pattern: string): readonly string[] {
    const matches = globMatcher(pattern);
    const found = this.#entries(folderOf(pattern), pattern.includes('**') || deepStars(pattern));
    const files = found.filter(matches);
    if (files.length === 0) throw new FileError('no file matches');
    return files;
  }

  /** The files in a folder, sorted, with the folder's path in front. */
  #entries(folder: string, recursive: boolean): readonly string[] {
    return filesIn(this.#place(folder), recursive)
      .map((file) => joinPaths(folder, file))
      .sort();
  }

  /** @throws {FileError} for a path that leads outside, also through a symbolic link */
  #place(path: string): string {
    const place = isAbsolute(path) ? path : joinPaths(this.#folder, path);
    const { top, allowOutside = false } = this.#bounds;
    if (allowOutside || path === top) return place;
    const isInside = !isAbsolute(path) && !leadsOut(normalizePath(path));
    if (isInside && !leadsOut(realPath(this.#folder, place))) return place;
    throw new FileError(
      'it lies outside the folder of the scenario; expected a file in it, or the option --allow-outside',
    );
  }
}

/** Returns whether a path, relative to a folder, leads out of it. */
function leadsOut(path: string): boolean {
  return path === '..' || path.startsWith('../') || isAbsolute(path);
}

/** Returns whether a pattern has stars in front of its last name. */
function deepStars(pattern: string): boolean {
  return isGlob(folderOfPath(pattern));
}

/** The texts in a record: a run can be played again without the files. */
export class KeptFiles implements Files {
  readonly #texts: ReadonlyMap<string, string>;

  constructor(sources: readonly SourceText[]) {
    this.#texts = new Map(sources.map(({ file, text }) => [file, text]));
  }

  read(path: string): string {
    const text = this.#texts.get(path);
    if (text === undefined) throw new FileError('there is no such file');
    return text;
  }

  find(path: string): readonly string[] {
    if (this.#texts.has(path)) return [path];
    const matches = isGlob(path)
      ? globMatcher(path)
      : (file: string) =>
          folderOfPath(file) === normalizePath(path).replace(/\/$/, '') && OBJECT_FILE.test(file);
    const found = [...this.#texts.keys()].filter(matches).sort();
    if (found.length === 0) throw new FileError('there is no such file');
    return found;
  }
}
