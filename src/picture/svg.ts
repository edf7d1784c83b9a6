/** Parts of an SVG as text. */

/** @param look classes @returns nothing for no words */
export function text(
  x: number,
  y: number,
  words: string,
  look: string,
  anchor: 'start' | 'middle' | 'end' = 'start',
): string {
  const place = `x="${round(x)}" y="${round(y)}" text-anchor="${anchor}"`;
  return words === '' ? '' : `<text ${place} class="${look}">${escaped(words)}</text>`;
}

export function escaped(words: string): string {
  return words
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}

/** Words that have room, by the usual width of a letter; the end of longer ones is left out. */
export function fitting(words: string, width: number, letterPx: number): string {
  const room = Math.max(1, Math.floor(width / letterPx));
  return words.length <= room ? words : `${words.slice(0, Math.max(0, room - 1))}…`;
}

export function round(value: number, digits = 1): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}
