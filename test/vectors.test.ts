import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { replayDirectory } from '../tools/vectors/directory.ts';
import { readCases, replayCase, replayFile } from '../tools/vectors/replay.ts';
import type { VectorFile } from '../tools/vectors/runner.ts';
import { runners } from '../tools/vectors/runners.ts';

const pathOf = (name: string) => fileURLToPath(new URL(`vectors/${name}`, import.meta.url));

describe.each(Object.entries(runners))('%s', (name, file) => {
  it('is answered as recorded', () => {
    const { passed, failures } = replayFile(pathOf(name), file);
    expect(failures).toEqual([]);
    expect(passed).toBeGreaterThan(0);
  });
});

describe('a runner', () => {
  it.each([
    ['controller-revision.json', ['hash', 'fnv32a', 'revisionData', 'out']],
    ['cron.json', ['ok', 'next', 'error']],
    ['daemonset-eligibility.json', ['shouldRun', 'shouldContinueRunning']],
    ['endpoints-subsets.json', ['out', 'action', 'endpoints', 'spew', 'md5']],
    ['field-selector.json', ['ok', 'canonical', 'terms', 'empty', 'matches', 'error', 'escaped']],
    ['hpa-limits.json', ['expect', 'behavior']],
    ['hpa-replicas.json', ['expect']],
    ['intorstring.json', ['result', 'error']],
    ['json-merge-patch.json', ['result', 'error']],
    ['json-patch.json', ['result', 'errorStage', 'error']],
    ['label-selector.json', ['ok', 'canonical', 'empty', 'matches', 'error']],
    ['quantity.json', ['ok', 'canonical', 'format', 'decimal', 'value', 'sign', 'add', 'cmp']],
    ['quota-usage.json', ['usage', 'match', 'used', 'usedAfter', 'error']],
    ['strategic-merge.json', ['merged', 'error']],
    ['table-columns.json', ['columnDefinitions']],
    ['table-columns-2.json', ['columnDefinitions']],
    ['table.json', ['columns', 'cells', 'rowConditions']],
  ])('for %s notices every change of an outcome', (name, outcomes) => {
    const cases = readCases(pathOf(name));
    for (const outcome of outcomes) {
      const holding = cases.filter((testCase) => testCase[outcome] !== undefined);
      expect(holding.length, `cases with ${outcome}`).toBeGreaterThan(0);
      for (const testCase of holding) {
        const changed = { ...testCase, [outcome]: 'something else' };
        expect(replayCase(runners[name]!, changed), JSON.stringify(testCase)).toBeDefined();
      }
    }
  });
});

describe('a report', () => {
  let directory: string;
  let lines: string[];
  let complaints: string[];
  const output = {
    print: (line: string) => void lines.push(line),
    complain: (message: string) => void complaints.push(message),
  };
  const positive: VectorFile = {
    run: ({ number }) => {
      if (typeof number !== 'number') throw new Error('no number');
      return number > 0 ? undefined : `got ${number}`;
    },
  };
  const write = (name: string, text: string) => writeFileSync(join(directory, name), text);
  const replay = (path = directory) => replayDirectory(path, { 'a.json': positive }, output);

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'vectors-'));
    [lines, complaints] = [[], []];
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('names files that nothing covers, and passes', () => {
    write('a.json', '[{"number":1},{"number":2}]');
    write('b.json', 'not even JSON');
    write('README.md', '');
    expect(replay()).toBe(0);
    expect(lines).toEqual([
      'a.json 2 passed, 0 failed',
      'b.json not covered',
      '2 passed, 0 failed',
    ]);
  });

  it('counts mismatches and throws as failures', () => {
    write('a.json', '[{"number":1},{"number":-1},{}]');
    expect(replay()).toBe(1);
    expect(lines).toEqual([
      'a.json 1 passed, 2 failed',
      '  a.json[1] got -1',
      '  a.json[2] threw no number',
      '1 passed, 2 failed',
    ]);
  });

  it('tells the first few failures and how many there are more', () => {
    write('a.json', `[${Array.from({ length: 7 }, () => '{"number":0}').join(',')}]`);
    expect(replay()).toBe(1);
    expect(lines).toHaveLength(8);
    expect(lines[6]).toBe('  and 2 more');
  });

  it.each([
    ['broken JSON', '[{'],
    ['no list', '{}'],
  ])('gives up on %s', (_what, text) => {
    write('a.json', text);
    expect(replay()).toBe(2);
    expect(complaints).toEqual([expect.stringMatching(/^cannot read .*a\.json: /)]);
  });

  it('gives up without a directory', () => {
    expect(replay(join(directory, 'missing'))).toBe(2);
    expect(complaints).toEqual([expect.stringMatching(/^cannot read .*missing: ENOENT/)]);
  });
});
