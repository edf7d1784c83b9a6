/** The types of a record's fields: files come from anywhere, and their readers rely on the types. */
import { RecordError } from './error.ts';

/** A type; in {@link formOf}, a question mark after it marks an optional field. */
type Word = 'text' | 'number' | 'flag' | 'map' | 'list';

interface Field {
  readonly name: string;
  readonly word: Word;
  readonly isOptional: boolean;
}

/** The fields of a map. */
export type Form = readonly Field[];

/** The position of a value, for messages: computed only for an error. */
export type Place = () => string;

const names: Readonly<Record<Word, string>> = {
  text: 'a text',
  number: 'a number',
  flag: 'true or false',
  map: 'a map',
  list: 'a list',
};

export function formOf(fields: Readonly<Record<string, Word | `${Word}?`>>): Form {
  return Object.entries(fields).map(([name, word]) => ({
    name,
    word: word.replace('?', '') as Word,
    isOptional: word.endsWith('?'),
  }));
}

/** Checks that a value is a map with such fields; ignores other fields. @throws {RecordError} */
export function checkForm(value: unknown, form: Form, place: Place): void {
  if (!isOf('map', value)) throw unexpected(place(), 'map', value);
  const fields = value as Readonly<Record<string, unknown>>;
  for (const { name, word, isOptional } of form) {
    // None of these names is inherited by all objects.
    const found = fields[name];
    if (found === undefined ? isOptional : isOf(word, found)) continue;
    const where = place();
    throw unexpected(where === '' ? name : `${where}.${name}`, word, found);
  }
}

/** Checks each item of a list. @throws {RecordError} */
export function checkForms(values: readonly unknown[], form: Form, place: Place): void {
  for (let index = 0; index < values.length; index++) {
    checkForm(values[index], form, () => `${place()}[${index}]`);
  }
}

/** Checks that each item of a list is a text. @throws {RecordError} */
export function checkTexts(values: readonly unknown[], place: Place): void {
  for (const [index, value] of values.entries()) {
    if (typeof value !== 'string') throw unexpected(`${place()}[${index}]`, 'text', value);
  }
}

function isOf(word: Word, value: unknown): boolean {
  switch (word) {
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'flag':
      return typeof value === 'boolean';
    case 'list':
      return Array.isArray(value);
    case 'map':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
  }
}

function unexpected(where: string, word: Word, found: unknown): RecordError {
  const text = found === undefined ? 'nothing' : JSON.stringify(found);
  const shown = text.length <= 60 ? text : `${text.slice(0, 57)}...`;
  const place = where === '' ? 'a run record' : where;
  return new RecordError(`${place}: expected ${names[word]}, found ${shown}`);
}
