/** Where a link of a Markdown file leads on the site. */
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { hrefTo, type Page } from './pages.ts';

export class Links {
  readonly #root: string;
  readonly #paths: ReadonlyMap<string, string>;
  /** Files that pages link to: they are part of the site as they are. */
  readonly files = new Set<string>();
  /** Links that lead nowhere, in words. */
  readonly broken: string[] = [];

  constructor(root: string, pages: readonly Page[]) {
    this.#root = root;
    this.#paths = new Map(pages.map(({ source, path }) => [source, path]));
  }

  /** The address, seen from the page. */
  resolve(target: string, { source, path }: Page): string {
    if (/^[a-z]+:/.test(target) || target.startsWith('#')) return target;
    const [file = '', fragment] = target.split('#');
    const found = this.#onSite(posix.join(posix.dirname(source), file));
    if (found === undefined) {
      this.broken.push(`${source}: ${target}`);
      return target;
    }
    // What is played at a moment already has a fragment.
    const more = fragment === undefined ? '' : `${found.includes('#') ? '&' : '#'}${fragment}`;
    return hrefTo(`${found}${more}`, path);
  }

  #onSite(file: string): string | undefined {
    const page = this.#paths.get(file);
    if (page !== undefined) return page;
    const [, scenario] = /^scenarios\/(.*)\.yaml$/.exec(file) ?? [];
    if (!existsSync(join(this.#root, file))) return undefined;
    // A scenario is played where one can look at it.
    if (scenario !== undefined) return `playground/index.html#run=${scenario}`;
    if (!/\.\w+$|^LICENSE$/.test(file)) return undefined;
    this.files.add(file);
    return file;
  }
}
