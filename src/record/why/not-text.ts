/** Why something did not happen, as text. */
import type { Style } from '../timeline/style.ts';
import { hingeLines } from './hinges.ts';
import { chainLines, sumLines, type TimePrinter } from './text.ts';
import type { Absence } from './why-not.ts';

/** Returns the lines to print. */
export function whyNotText(absence: Absence, at: TimePrinter, style: Style): string[] {
  const { kind, key, answer } = absence;
  return [
    `${style.bold(`${kind} ${key}`)}  ${answer}`,
    '',
    ...sumLines(absence, style),
    ...hingeLines(absence.hinges),
    ...chainLines(absence, at, style),
  ];
}
