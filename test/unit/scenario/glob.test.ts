/** Which paths a pattern of file names stands for. */
import { describe, expect, it } from 'vitest';
import { folderOf, globMatcher, isGlob } from '../../../src/scenario/source/glob.ts';

describe('the pattern', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    [
      '*.yaml',
      ['a.yaml', 'a.b.yaml', 'a..yaml'],
      ['.yaml', '.a.yaml', 'a.yml', 'a.yaml.', 'b/a.yaml'],
    ],
    ['?.yaml', ['a.yaml'], ['.yaml', 'ab.yaml', '..yaml']],
    ['a*', ['a', 'ab', 'a.', 'a.b'], ['ba', '.a', 'a/b']],
    ['*.', ['a.'], ['a', '.', '..']],
    ['.*', ['.a', '.'], ['a', 'a.']],
    ['.a', ['.a'], ['a', '.b']],
    ['x/*/y', ['x/a/y'], ['x/y', 'x/.a/y', 'x/a/b/y']],
    ['x/**/y', ['x/y', 'x/a/y', 'x/a/b/y'], ['x', 'x/.a/y', 'y', 'x/a/z']],
    ['**/*.yaml', ['a.yaml', 'x/a.yaml', 'x/y/a.yaml'], ['.x/a.yaml', 'x/.a.yaml']],
    ['**', ['a', 'a/b'], ['.a', 'a/.b']],
  ])('%s', (pattern, matching, others) => {
    const matches = globMatcher(pattern);
    expect([...matching, ...others].filter(matches)).toEqual(matching);
    expect(isGlob(pattern)).toBe(pattern !== '.a');
  });

  it.each([
    ['a/b/*.yaml', 'a/b'],
    ['a/*/b/*.yaml', 'a'],
    ['*.yaml', '.'],
    ['/*.yaml', '/'],
    ['/a/b?/c', '/a'],
  ])('%s has its files in %s', (pattern, folder) => {
    expect(folderOf(pattern)).toBe(folder);
  });
});
