/** `"%s is %d".format([...])` and quoting. */
import { quote } from '#values';
import { conversions } from '../conversions.ts';
import type { Perform } from '../perform.ts';
import { Unsigned } from '../syntax.ts';
import { CelError, CelList, CelMap, noOverload, type Value } from '../values.ts';

export const formattingFunctions: readonly (readonly [string, Perform])[] = [
  ['format', ([text, values]) => format(text, values)],
  ['strings.quote', ([text]) => (typeof text === 'string' ? quote(text) : noOverload)],
];

const clause = /%(?:%|(?:\.(\d+))?([A-Za-z]?))/g;

function format(text: Value | undefined, values: Value | undefined): Value {
  if (typeof text !== 'string' || !(values instanceof CelList)) return noOverload;
  let next = 0;
  let fault: CelError | undefined;
  const result = text.replace(clause, (whole, digits: string | undefined, letter: string) => {
    if (whole === '%%') return '%';
    if (next >= values.size) {
      fault ??= new CelError(`index ${next} out of range`);
      return '';
    }
    const shown = show(values.get(next++), letter, digits);
    if (shown === undefined) {
      fault ??= new CelError(`error during formatting: unrecognized formatting clause "${letter}"`);
    }
    return shown ?? '';
  });
  return fault ?? result;
}

function show(value: Value, letter: string, digits: string | undefined): string | undefined {
  const precision = digits === undefined ? 6 : Number(digits);
  const whole = wholeOf(value);
  switch (letter) {
    case 's':
      return textOf(value);
    case 'd':
      return whole === undefined ? textOf(value) : String(whole);
    case 'f':
      return Number(numberOf(value)).toFixed(precision);
    case 'e':
      return Number(numberOf(value))
        .toExponential(precision)
        .replace(/e([+-])(\d)$/, 'e$10$2');
    case 'b':
      return typeof value === 'boolean' ? String(Number(value)) : whole?.toString(2);
    case 'o':
      return whole?.toString(8);
    case 'x':
      return hexOf(value, whole);
    case 'X':
      return hexOf(value, whole)?.toUpperCase();
    default:
      return undefined;
  }
}

function wholeOf(value: Value): bigint | undefined {
  if (typeof value === 'bigint') return value;
  return value instanceof Unsigned ? value.value : undefined;
}

function numberOf(value: Value): number | bigint | undefined {
  return typeof value === 'number' ? value : wholeOf(value);
}

function hexOf(value: Value, whole: bigint | undefined): string | undefined {
  if (whole !== undefined) return whole.toString(16);
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value;
  if (!(bytes instanceof Uint8Array)) return undefined;
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function textOf(value: Value): string {
  if (value === null) return 'null';
  if (value instanceof CelList) return `[${[...value].map(textOf).join(', ')}]`;
  if (value instanceof CelMap) {
    const entries = value.keys.map((key) => `${textOf(key)}: ${textOf(value.get(key)!)}`);
    return `{${entries.sort().join(', ')}}`;
  }
  const shown = conversions.get('string')!(value);
  return typeof shown === 'string' ? shown : '';
}
