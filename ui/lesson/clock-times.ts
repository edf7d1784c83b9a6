/** Moments in the text of a lesson. Pure. */
import { timeText } from '../page/moment.ts';

const MOMENT = /\b(?:at|by|from|to|since|until|before) (\d+) s\b/gi;
/** Below it the clock of the page shows seconds as well, ms. */
const MINUTE_MS = 60_000;

/** As the clock of the page shows them too: `at 240 s` as `at 240 s (4:00)`. */
export function withClock(text: string): string {
  return text.replace(MOMENT, (found, seconds: string) => {
    const ms = Number(seconds) * 1000;
    return ms < MINUTE_MS ? found : `${found} (${timeText(ms)})`;
  });
}
