/** The steps of a scenario as captions. Pure. */
import type { Summary } from '../summary.ts';

export interface Chapter {
  /** From 1. */
  readonly number: number;
  /** Virtual ms since the start. */
  readonly atMs: number;
  /** The notes of its steps, or what they do. */
  readonly text: string;
}

/** Steps of one instant are one chapter. */
export function chaptersOf(steps: Summary['steps']): readonly Chapter[] {
  const chapters: { number: number; atMs: number; notes: string[]; acts: string[] }[] = [];
  for (const { atMs, note, summary, isCheck } of steps) {
    if (isCheck && note === undefined) continue;
    let last = chapters.at(-1);
    if (last?.atMs !== atMs) {
      last = { number: chapters.length + 1, atMs, notes: [], acts: [] };
      chapters.push(last);
    }
    if (note !== undefined && !last.notes.includes(note)) last.notes.push(note);
    if (!isCheck && summary !== '') last.acts.push(summary);
  }
  return chapters.map(({ number, atMs, notes, acts }) => ({
    ...{ number, atMs },
    text: notes.length > 0 ? notes.join(' ') : sentence(acts),
  }));
}

/** Returns the chapter of a moment; undefined before the first. */
export function chapterAt(chapters: readonly Chapter[], atMs: number): Chapter | undefined {
  return chapters.findLast((each) => each.atMs <= atMs);
}

function sentence(acts: readonly string[]): string {
  const text =
    acts.slice(0, 2).join(', ') + (acts.length > 2 ? ` and ${acts.length - 2} more` : '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
