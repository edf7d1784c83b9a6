/** All texts that a scenario is read from. Each file is read once, and parsed once. */
import { isAbsolute, joinPaths } from '#values';
import { EncodingError } from '#machine';
import type { SourceText } from '#record';
import type { Problems } from '../problem.ts';
import type { Files } from './files.ts';
import { parseText, type Dialect } from './parse.ts';
import type { Source } from './source.ts';

/** Larger scenarios are rejected: none is that long, but a file named by mistake may be. */
const MOST_BYTES = 1_048_576;
/** A whole cluster, written down, is larger. */
const MOST_MANIFEST_BYTES = 33_554_432;

export class Library {
  readonly problems: Problems;
  readonly #files: Files;
  /** Prefix of the paths in messages. */
  readonly #folder: string;
  readonly #parsed = new Map<string, Source | undefined>();
  readonly #texts = new Map<string, string>();

  constructor(files: Files, folder: string, problems: Problems) {
    this.#files = files;
    this.#folder = folder;
    this.problems = problems;
  }

  /** What has been read so far, in the order of reading. */
  get texts(): readonly SourceText[] {
    return [...this.#texts].map(([file, text]) => ({ file, text }));
  }

  /** The files that a path stands for. @throws {FileError} */
  find(path: string): readonly string[] {
    return this.#files.find(path);
  }

  /**
   * Reads a file; undefined after problems with its text have been noted.
   * @throws {FileError} when it cannot be read
   */
  open(file: string, dialect: Dialect): Source | undefined {
    const key = `${dialect} ${file}`;
    if (!this.#parsed.has(key)) this.#parsed.set(key, this.#parse(file, dialect));
    return this.#parsed.get(key);
  }

  #parse(file: string, dialect: Dialect): Source | undefined {
    const most = dialect === 'scenario' ? MOST_BYTES : MOST_MANIFEST_BYTES;
    const shown = this.shown(file);
    this.problems.see(shown);
    const text = this.#texts.get(file) ?? this.#read(file, most);
    if (text === undefined) return undefined;
    this.#texts.set(file, text);
    const { lines, roots, problems } = parseText(text, dialect);
    for (const { offset, message } of problems) {
      const { line, col } = lines.linePos(offset);
      this.problems.add({ file: shown, line, column: col, message });
    }
    return problems.length > 0 ? undefined : { file, shown, text, lines, roots };
  }

  /** Undefined after a problem with the bytes has been noted. */
  #read(file: string, most: number): string | undefined {
    try {
      return this.#files.read(file, most);
    } catch (error) {
      if (!(error instanceof EncodingError)) throw error;
      const { line, column, message } = error;
      this.problems.add({ file: this.shown(file), line, column, message });
      return undefined;
    }
  }

  /** The path of a file as messages show it. */
  shown(file: string): string {
    return isAbsolute(file) ? file : joinPaths(this.#folder, file);
  }
}
