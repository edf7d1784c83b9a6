/** The form of what a record holds: a file may come from anywhere, and what reads it relies on its types. */
import { RecordError } from './error.ts';

/** A type, with a question mark behind it for a field that may be absent. */
type Word = 'text' | 'number' | 'flag' | 'map' | 'list' | 'anything';
export type Form = Readonly<Record<string, Word | `${Word}?`>>;

const names: Readonly<Record<Word, string>> = {
  text: 'a text',
  number: 'a number',
  flag: 'true or false',
  map: 'a map',
  list: 'a list',
  anything: 'a value',
};

/**
 * Checks that a value is a map with such fields; others are left alone.
 * @param where it stands, for the message
 * @throws {RecordError}
 */
export function checkForm(value: unknown, form: Form, where: string): void {
  if (wordOf(value) !== 'map') throw wrong(where, 'map', value);
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name in form) {
    const [word, isOptional] = wanted(form[name]!);
    const found = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (found === undefined ? isOptional : word === 'anything' || wordOf(found) === word) continue;
    throw wrong(where === '' ? name : `${where}.${name}`, word, found);
  }
}

function wanted(word: Form[string]): readonly [Word, boolean] {
  return word.endsWith('?') ? [word.slice(0, -1) as Word, true] : [word as Word, false];
}

function wordOf(value: unknown): Word {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'flag';
  if (typeof value !== 'object' || value === null) return 'anything';
  return Array.isArray(value) ? 'list' : 'map';
}

function wrong(where: string, word: Word, found: unknown): RecordError {
  const text = found === undefined ? 'nothing' : JSON.stringify(found);
  const shown = text.length <= 60 ? text : `${text.slice(0, 57)}...`;
  const place = where === '' ? 'a run record' : where;
  return new RecordError(`${place}: expected ${names[word]}, found ${shown}`);
}
