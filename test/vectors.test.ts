import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readCases, replayFile } from '../tools/vectors/replay.ts';
import { runners } from '../tools/vectors/runners.ts';

const pathOf = (name: string) => fileURLToPath(new URL(`vectors/${name}`, import.meta.url));

describe.each(Object.entries(runners))('%s', (name, file) => {
  it('has cases', () => {
    expect(existsSync(pathOf(name))).toBe(true);
    expect(readCases(pathOf(name)).length).toBeGreaterThan(0);
  });

  it('answers every case as recorded', () => {
    expect(replayFile(pathOf(name), file).failures).toEqual([]);
  });
});
