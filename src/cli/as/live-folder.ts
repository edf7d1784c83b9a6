/** Files that programs watch, changed all at once as kubelets change those of volumes. */
import {
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Contents of files by name, which may be a path below the folder. */
export type Files = ReadonlyMap<string, Uint8Array | string>;

/** A link to the folder of the present contents: who watches a volume watches it. */
const dataLink = '..data';

/**
 * A folder whose files are links into one that is replaced as a whole: a program never sees some files of
 * one state and some of another.
 */
export class LiveFolder {
  readonly path: string;
  #states = 0;

  constructor(path: string) {
    this.path = path;
    mkdirSync(path, { recursive: true });
  }

  /** Has it hold these files, and no others. */
  put(files: Files): void {
    const state = `..${++this.#states}`;
    mkdirSync(join(this.path, state));
    for (const [name, content] of files) {
      const file = join(this.path, state, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content, { mode: 0o644 });
    }
    const last = this.#last();
    const draft = join(this.path, `${dataLink}_tmp`);
    symlinkSync(state, draft);
    renameSync(draft, join(this.path, dataLink));
    const names = new Set([...files.keys()].map((name) => name.split('/')[0]!));
    for (const name of readdirSync(this.path)) {
      if (!name.startsWith('..') && !names.has(name)) rmSync(join(this.path, name));
    }
    for (const name of names) this.#link(name);
    if (last !== undefined) rmSync(join(this.path, last), { recursive: true });
  }

  #last(): string | undefined {
    try {
      return readlinkSync(join(this.path, dataLink));
    } catch {
      return undefined;
    }
  }

  #link(name: string): void {
    try {
      symlinkSync(join(dataLink, name), join(this.path, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
