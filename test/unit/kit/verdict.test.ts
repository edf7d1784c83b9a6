/** What a test that fails says. */
import { expect, it } from 'vitest';
import {
  literally,
  quoted,
  verdictText,
  type TestRun,
  type Verdict,
} from '../../../src/kit/matchers/verdict.ts';

const verdict: Verdict = {
  ...{ pass: false, about: 'DaemonSet default/agent to reach status {"numberReady":3}' },
  ...{
    expected: '{"numberReady":3}',
    found: '{"numberReady":2}',
    chain: [],
    seed: 7,
    atMs: 61_500,
  },
};

it.each<[string, Partial<Verdict>, TestRun | undefined, readonly string[]]>([
  [
    'what was expected and found, and when',
    {},
    undefined,
    [
      'expected DaemonSet default/agent to reach status {"numberReady":3}',
      '',
      '  expected: {"numberReady":3}',
      '  found:    {"numberReady":2}',
      '',
      'replay: run this test again  (seed 7, 1:01.500 of virtual time)',
    ],
  ],
  [
    'why, in one line',
    { chain: ['the node is off '] },
    undefined,
    [
      'expected DaemonSet default/agent to reach status {"numberReady":3}',
      '',
      '  expected: {"numberReady":3}',
      '  found:    {"numberReady":2}',
      '',
      'why:',
      '  the node is off',
      '',
      'replay: run this test again  (seed 7, 1:01.500 of virtual time)',
    ],
  ],
  [
    'that it should not be, a hint, why, and the command that plays it again',
    { hint: 'advance the clock', chain: ['a', '  b'] },
    { isNot: true, replay: 'npx vitest run a' },
    [
      'expected not DaemonSet default/agent to reach status {"numberReady":3}',
      '',
      '  expected: not {"numberReady":3}',
      '  found:    {"numberReady":2}',
      '  hint:     advance the clock',
      '',
      'why:',
      '  a',
      '    b',
      '',
      'replay: npx vitest run a  (seed 7, 1:01.500 of virtual time)',
    ],
  ],
])('%s', (_, parts, run, expected) => {
  expect(verdictText({ ...verdict, ...parts }, run).split('\n')).toEqual(expected);
});

it.each([
  ['a/b-c_d.ts', 'a/b-c_d.ts'],
  ['', "''"],
  ['a b', "'a b'"],
  ["it's", String.raw`'it'\''s'`],
  ['$HOME', "'$HOME'"],
])('%s is %s for a shell', (text, expected) => {
  expect(quoted(text)).toBe(expected);
});

it.each(['a.b', 'a*b(c)[d]{e}^f$g|h+i?j', String.raw`a\b`, 'a-b/c'])(
  '%s matches itself only',
  (text) => {
    const pattern = new RegExp(`^${literally(text)}$`);
    expect([pattern.test(text), pattern.test(`${text}x`), pattern.test('axb')]).toEqual([
      true,
      false,
      false,
    ]);
  },
);
