/** Colours by meaning. Plain when piped, or when NO_COLOR is set. */
import pc from 'picocolors';
import type { Style } from '#record';

/** Returns the style for an output stream. FORCE_COLOR asks for colours in a pipe. */
export function styleFor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Style {
  const refused = env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '';
  const forced = env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0';
  return makeStyle(!refused && (forced || (stream.isTTY === true && env['TERM'] !== 'dumb')));
}

export function makeStyle(colours: boolean): Style {
  const c = pc.createColors(colours);
  return {
    bold: marked(c.bold),
    dim: marked(c.dim),
    good: marked(c.green),
    warn: marked(c.yellow),
    bad: marked(c.red),
    status: marked(c.cyan),
    act: marked(c.magenta),
  };
}

/**
 * Stands for the escape character in our colours until the text is printed: this distinguishes them
 * from escape characters in names. Unicode reserves it for such uses.
 */
const MARK = '\uFDD0';
const CODE = /\uFDD0(\[\d+m)/g;

function marked(paint: (text: string) => string): (text: string) => string {
  const [open = '', close = ''] = paint('\n').replaceAll('\u001b', MARK).split('\n');
  return (text) => (open === '' ? text : open + text.replaceAll(close, close + open) + close);
}

/** Text with its colours as escape sequences. */
export function drawn(text: string): string {
  return text.replace(CODE, '\u001b$1');
}

/** Returns the width of a text in columns, without its colours. */
export function widthOf(text: string): number {
  return text.replace(CODE, '').length;
}

/**
 * Returns the index in a text at which `columns` of it are shown, its colours left out of the count.
 */
export function unpaintedIndex(text: string, columns: number): number {
  let shown = 0;
  let index = 0;
  while (shown < columns && index < text.length) {
    const code = /^\uFDD0\[\d+m/.exec(text.slice(index, index + 8))?.[0];
    if (code === undefined) shown += 1;
    index += code?.length ?? 1;
  }
  return index;
}
