/** Which commands are declared. */
import { describe, expect, it } from 'vitest';
import { makeProgram } from '../../../src/cli/program.ts';

const namesOf = (called?: string): readonly string[] =>
  makeProgram(called).commands.map((command) => command.name());

const all = namesOf();

describe('makeProgram', () => {
  it.each(all.filter((name) => name !== 'completion'))('declares %s alone', (name) => {
    expect(namesOf(name)).toEqual([name]);
  });

  it.each(['completion', 'help', 'explain', '--help', 'sevre', ''])(
    'declares all for %j',
    (word) => {
      expect(namesOf(word)).toEqual(all);
    },
  );
});
