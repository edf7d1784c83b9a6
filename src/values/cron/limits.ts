export const secondMs = 1000;

/** How far ahead to search: schedules such as the 31st of February have no next time. */
const yearsAhead = 5;

/** The first whole second after an instant, ms: where the search starts. */
export function nextSecond(ms: number): number {
  return Math.floor(ms / secondMs) * secondMs + secondMs;
}

/** The last year to search, from the year in which the search starts. */
export function lastYear(firstYear: number): number {
  return firstYear + yearsAhead;
}
