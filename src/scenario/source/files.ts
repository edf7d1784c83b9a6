/** Where the texts of a scenario come from: the disk, or what a run has kept of them. */
import { readdirSync, readFileSync, statSync, type Dirent } from 'node:fs';
import { posix } from 'node:path';
import { folderOf, globMatcher, isGlob } from './glob.ts';

/** A text that a scenario was read from. */
export interface SourceText {
  /** Its path, seen from the folder of the scenario: the same wherever that lies. */
  readonly file: string;
  readonly text: string;
}

/** Paths are seen from the folder of the scenario, with `/` between names. */
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

/** A file that is not to be had, and why. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

/** What `kubectl apply -f FOLDER` takes from a folder. */
const OBJECT_FILE = /\.(?:ya?ml|json)$/;

/** Files on the disk, below and beside the folder of the scenario. Read at once: loading waits for them anyway. */
export class DiskFiles implements Files {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  read(path: string, mostBytes: number): string {
    const place = this.#place(path);
    return orFileError(() => {
      const { size } = statSync(place);
      if (size > mostBytes) {
        throw new FileError(`the file has ${size} bytes; a scenario has at most ${mostBytes}`);
      }
      return readFileSync(place, 'utf8');
    });
  }

  find(path: string): readonly string[] {
    if (isGlob(path)) return this.#matching(path);
    const isFolder = orFileError(() => statSync(this.#place(path)).isDirectory());
    if (!isFolder) return [path];
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
    const place = this.#place(folder);
    const entries: Dirent[] = orFileError(() =>
      readdirSync(place, { withFileTypes: true, recursive }),
    );
    return entries
      .filter((entry) => entry.isFile() || entry.isSymbolicLink())
      .map(({ parentPath, name }) =>
        posix.join(folder, parentPath.slice(place.length).replaceAll('\\', '/'), name),
      )
      .sort();
  }

  #place(path: string): string {
    return posix.isAbsolute(path) ? path : posix.join(this.#folder, path);
  }
}

/** Whether a pattern has stars in front of its last name. */
function deepStars(pattern: string): boolean {
  return isGlob(posix.dirname(pattern));
}

/** Texts that a run has kept: it can be played again without the files. */
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
      : (file: string) => posix.dirname(file) === posix.normalize(path).replace(/\/$/, '');
    const found = [...this.#texts.keys()].filter(matches).sort();
    if (found.length === 0) throw new FileError('there is no such file');
    return found;
  }
}

function orFileError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof FileError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new FileError('there is no such file', { cause: error });
    if (code === 'EISDIR') {
      throw new FileError('it is a directory; expected a scenario file', { cause: error });
    }
    throw new FileError(`cannot be read (${code ?? String(error)})`, { cause: error });
  }
}
