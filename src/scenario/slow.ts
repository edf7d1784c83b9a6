import { parseDocument } from 'yaml';

/**
 * Whether the text of a scenario says `slow: true`, without reading all of it: a folder of tests is
 * looked through before anything in it is played.
 */
export function saysSlow(text: string): boolean {
  return text.includes('slow') && parseDocument(text, { logLevel: 'silent' }).get('slow') === true;
}
