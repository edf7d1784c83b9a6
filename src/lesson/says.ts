/** Whether a text says what a run does. */

const words = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'],
  ...['ten', 'eleven', 'twelve'],
];
const unitMs: Readonly<Record<string, number>> = { s: 1000, min: 60_000, h: 3_600_000 };

/**
 * Returns whether a text says a value: `six` and `6` say 6, `66 %` says 66, `10:20` the time of day
 * of a time stamp; every text says itself.
 * @param value undefined for a field that is absent, as zeros are
 */
export function says(text: string, value: string | undefined): boolean {
  const plain = text.replaceAll('`', '');
  const number = numberIn(plain);
  if (value === undefined) return number === 0 || plain === 'none';
  if (number !== undefined && value !== '' && Number(value) === number) return true;
  const [, clock] = /T(\d\d:\d\d):\d\dZ$/.exec(value) ?? [];
  return plain === value || (clock !== undefined && plain.padStart(5, '0') === clock);
}

/**
 * Returns whether a text says a time since the start, to the second: `2:30`, `1:20:00`, `150 s`, `10
 * min`.
 */
export function saysWhen(text: string, ms: number): boolean {
  const span = spanIn(text.replaceAll('`', ''));
  return span !== undefined && Math.floor(ms / 1000) * 1000 === span;
}

function numberIn(text: string): number | undefined {
  const word = words.indexOf(text.toLowerCase());
  if (word >= 0) return word;
  if (/^no(?:ne)?$/i.test(text)) return 0;
  const [, digits] = /^(\d+(?:\.\d+)?)(?: ?%)?$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

function spanIn(text: string): number | undefined {
  const [, amount, unit] = /^(\d+) (s|min|h)$/.exec(text) ?? [];
  if (unit !== undefined) return Number(amount) * unitMs[unit]!;
  if (!/^(?:\d+:)?\d{1,2}:\d\d$/.test(text)) return undefined;
  return 1000 * text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
