import type { ServerResponse } from 'node:http';

/** The maximum length of all texts together; beyond it, each text is truncated. */
const longestAltogether = 4 * 1024;
/** The length of a truncated text, in characters. */
const longestCut = 256;
const controls = /[\x00-\x1f\x7f-\x9f]/g;
const halves = /[\ud800-\udbff][\udc00-\udfff]/g;

/**
 * The warnings of an answer, for people: clients print them. Each text is sent once, however often
 * it is added (a retried write adds the same ones again). As in v1.24, too much text truncates all
 * of them, and in the end no more are added: clients limit the size of headers.
 */
export class Warnings {
  readonly #res: Pick<ServerResponse, 'appendHeader' | 'removeHeader'>;
  /** In order; created with the first warning. */
  #texts: Set<string> | undefined;
  /** Characters in the headers. */
  #written = 0;
  #isCutting = false;

  constructor(res: Pick<ServerResponse, 'appendHeader' | 'removeHeader'>) {
    this.#res = res;
  }

  add(text: string): void {
    if (this.#isCutting && this.#written >= longestAltogether) return;
    this.#texts ??= new Set();
    if (text === '' || this.#texts.has(text)) return;
    this.#texts.add(text);
    if (this.#isCutting || this.#written + lengthOf(text) <= longestAltogether) this.#write(text);
    else this.#cutAll(this.#texts);
  }

  /** Starts from the beginning, with every text truncated. */
  #cutAll(texts: Iterable<string>): void {
    this.#isCutting = true;
    this.#written = 0;
    this.#res.removeHeader('Warning');
    for (const text of texts) this.#write(text);
  }

  #write(text: string): void {
    const shown = this.#isCutting ? cut(text) : text;
    this.#written += lengthOf(shown);
    const quoted = shown.replace(controls, ' ').replace(/[\\"]/g, '\\$&');
    // Headers are bytes: UTF-8, each byte as a character.
    const header = Buffer.from(`299 - "${quoted}"`).toString('latin1');
    this.#res.appendHeader('Warning', header);
  }
}

/** In characters, not in UTF-16 code units. */
function lengthOf(text: string): number {
  return text.replace(halves, '_').length;
}

function cut(text: string): string {
  if (text.length <= longestCut) return text;
  // A character has at most two code units.
  return [...text.slice(0, 2 * longestCut)].slice(0, longestCut).join('');
}
