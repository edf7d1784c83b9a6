/** What the rows of a table have of their objects. */
import { expect, it } from 'vitest';
import { readIncludeObject } from '../../../src/server/encode/partial.ts';

it.each<[text: string | undefined, read: string]>([
  [undefined, 'Metadata'],
  ['', 'Metadata'],
  ['None', 'None'],
  ['Metadata', 'Metadata'],
  ['Object', 'Object'],
])('includeObject=%s', (text, read) => {
  expect(readIncludeObject(text)).toBe(read);
});

it.each(['none', 'Objects', 'x"y'])('includeObject=%s is refused', (text) => {
  expect(() => readIncludeObject(text)).toThrow(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(text)}: must be 'Metadata', 'Object', 'None', or empty`,
  );
});
