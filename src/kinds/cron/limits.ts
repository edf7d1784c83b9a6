export const secondMs = 1000;

/** How far ahead to look: schedules such as the 31st of February have no next time. */
const yearsAhead = 5;

/** The first whole second after an instant, ms: where the search for a time begins. */
export function nextSecond(ms: number): number {
  return Math.floor(ms / secondMs) * secondMs + secondMs;
}

/** The last year in which a time is looked for, by the year in which the search begins. */
export function lastYear(firstYear: number): number {
  return firstYear + yearsAhead;
}
