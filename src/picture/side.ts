/** The numbers of the object in focus, at the side of a picture. */
import { valueAt, type StageNumber } from '#view';
import type { Screenplay } from './screenplay.ts';
import { fitting, text } from './svg.ts';

/** From number to number. */
export const NUMBER_PX = 32;
export const NUMBERS_TOP = 78;

const DIGIT_PX = 14;

/** @param width of the side */
export function numberParts(
  play: Screenplay,
  numbers: readonly StageNumber[],
  width: number,
): readonly string[] {
  const longest = Math.max(1, ...numbers.flatMap(lengthsOf));
  const isLong = longest > 3;
  const label = 18 + Math.max(40, longest * (isLong ? 9 : DIGIT_PX) + 8);
  return numbers.map((number, at) => {
    const y = NUMBERS_TOP + at * NUMBER_PX;
    const values = play.stretchesOf((_, atMs) => valueAt(number.points, atMs));
    const shown = [...values].map(([value, stretches]) => {
      const look = `${isLong ? 'long' : 'big'}${number.isBad && value > 0 ? ' bad' : ''}`;
      return play.film.during(stretches, text(18, y + 10, valueText(value, number), look));
    });
    return shown.join('') + text(label, y + 8, fitting(number.label, width - label - 4, 7), 'soft');
  });
}

function lengthsOf(number: StageNumber): readonly number[] {
  return number.points.map(({ value = 0 }) => valueText(value, number).length);
}

/** `1.5Gi`, `12k`: short, for what has many digits. */
export function valueText(value: number, { unit }: Pick<StageNumber, 'unit'>): string {
  const [, size, letter] = sizes.find(([least]) => Math.abs(value) >= least) ?? [0, 1, ''];
  return `${Number((value / size).toPrecision(4))}${letter}${unit}`;
}

/** From which value on, by what it is divided, and what it is called then. */
const sizes: readonly (readonly [least: number, size: number, letter: string])[] = [
  [1024 ** 3, 1024 ** 3, 'Gi'],
  [1024 ** 2, 1024 ** 2, 'Mi'],
  [10_000, 1000, 'k'],
];
