/** A report card as text, as JUnit XML, as annotations and as a list. */
import { describe, expect, it } from 'vitest';
import type { CaseResult, Evidence, Failure, GradeCase, Subject } from '#grade';
import { plainStyle } from '#record';
import { annotations } from '../../../src/cli/grade/annotations.ts';
import { worseThan } from '../../../src/cli/grade/baseline.ts';
import { junitOf } from '../../../src/cli/grade/junit.ts';
import { listed, listText } from '../../../src/cli/grade/list.ts';
import { reportLines } from '../../../src/cli/grade/text.ts';

const evidence: Evidence = {
  ...{ atMs: 1500, at: 0, verb: 'watch', what: 'pods', code: 200, tookMs: 20, events: 3 },
  ...{ query: { watch: '1', limit: '5', continue: 'x' }, endedBy: 'server' },
};
const failure: Failure = {
  ...{ rule: 'a new list', found: 'none', because: 'it was asked & gone' },
  ...{ requests: [evidence], more: 0 },
};
const result = (more: Partial<CaseResult> = {}): CaseResult => ({
  ...{ id: 'watch/x', number: '1.2', family: 'watch', title: 'reads "on"', source: 'doc.md' },
  ...{ says: 'It must.', verdict: 'pass', failures: [], requests: 1, wallMs: 1250, ...more },
});
const failed = (more: Partial<CaseResult> = {}): CaseResult =>
  result({ number: '2.1', verdict: 'fail', failures: [failure], ...more });
const skipped = result({ number: '3.1', verdict: 'not exercised', reason: 'it <never> asked' });

const families = [
  { name: 'list', title: 'Lists' },
  { name: 'watch', title: 'Watches' },
];
const subject = { reads: ['pods', 'nodes'], writes: ['leases'] } as unknown as Subject;

function report(results: readonly CaseResult[], worse?: readonly CaseResult[], about = subject) {
  const card = { client: ['my', 'client'], subject: about, wallMs: 2000, results };
  return reportLines(card, families, plainStyle, worse);
}

describe('a report', () => {
  it('has a heading, families that have cases, and a sum', () => {
    expect(report([result(), skipped])).toEqual([
      'my client  reads pods, nodes; writes leases',
      '',
      'Watches',
      '  ✓ 1.2   reads "on"  1.3 s',
      '  - 3.1   reads "on"  not exercised: it <never> asked',
      '',
      '1 passed, 0 failed, 1 not exercised of 2 cases in 2.0 s',
    ]);
    const silent = { reads: ['pods'], writes: [] } as unknown as Subject;
    expect(report([], undefined, silent)).toEqual([
      'my client  reads pods; writes nothing',
      '',
      '0 passed, 0 failed, 0 not exercised of 0 cases in 2.0 s',
    ]);
  });

  it('lists about a failure what was broken, by what, and who says so', () => {
    const output = ' a\nb\nc\nd\ne\nf\n';
    const failures = [
      { ...failure, more: 2 },
      { ...failure, requests: [] },
    ];
    expect(report([failed({ failures, output })]).slice(3, -2)).toEqual([
      '  ✗ 2.1   reads "on"  1.3 s',
      '      rule     a new list',
      '      found    none',
      '      because  it was asked & gone',
      '         1.500 s  watch pods?limit=5&continue=x  200, 20 ms, 3 events',
      '      ... and 2 more',
      '      rule     a new list',
      '      found    none',
      '      because  it was asked & gone',
      '      source   It must.',
      '               doc.md',
      '      its output ends with',
      ...['b', 'c', 'd', 'e', 'f'].map((line) => `      | ${line}`),
      '',
    ]);
    for (const nothing of [undefined, '', ' \n']) {
      const lines = report([failed(nothing === undefined ? {} : { output: nothing })]);
      expect(lines).not.toContain('      its output ends with');
    }
    expect(report([failed()]).at(-1)).toBe(
      '0 passed, 1 failed, 0 not exercised of 1 cases in 2.0 s',
    );
  });

  it.each<[Partial<Evidence>, string]>([
    [{ verb: 'get', what: 'pods/a', query: {} }, 'get pods/a  200, 20 ms'],
    [
      { verb: 'list', query: { limit: '1' }, code: undefined },
      'list pods?limit=1  no answer, 20 ms',
    ],
    [{ query: {}, tookMs: undefined }, 'watch pods  200, open, 3 events'],
    [{ query: {}, endedBy: 'client' }, 'watch pods  200, 20 ms, left by the client, 3 events'],
  ])('shows a request: %j', (more, text) => {
    const failures = [{ ...failure, requests: [{ ...evidence, ...more }] }];
    const line = report([failed({ failures })]).find((each) => each.includes('1.500 s'));
    expect(line).toBe(`         1.500 s  ${text}`);
  });

  it('says what got worse', () => {
    expect(report([result()], []).at(-1)).toBe('nothing got worse');
    expect(report([result()], [failed(), skipped]).at(-1)).toBe('got worse: 2.1, 3.1');
  });
});

it('what got worse fails now, and did not before', () => {
  const before = new Map([
    ['a', 'fail'],
    ['b', 'pass'],
    ['c', 'not exercised'],
  ] as const);
  const now = [...['a', 'b', 'c', 'new'].map((id) => failed({ id })), result({ id: 'b' }), skipped];
  expect(worseThan(before, now).map(({ id }) => id)).toEqual(['b', 'c', 'new']);
});

it('JUnit XML has a suite for each family and a case for each case', () => {
  const xml = junitOf([
    result({ family: 'a' }),
    failed({ family: 'b' }),
    { ...skipped, family: 'a' },
  ]);
  const name = (number: string): string =>
    `name="${number} reads &quot;on&quot;" classname="watch/x" time="1.250"`;
  expect(xml.split('\n')).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    '  <testsuite name="a" tests="2" failures="0" skipped="1" time="2.500">',
    `    <testcase ${name('1.2')}/>`,
    `    <testcase ${name('3.1')}><skipped message="it &lt;never&gt; asked"/></testcase>`,
    '  </testsuite>',
    '  <testsuite name="b" tests="1" failures="1" skipped="0" time="1.250">',
    `    <testcase ${name('2.1')}><failure message="expected a new list, found none">it was asked &amp; gone&#10;doc.md&#10;1500 ms: watch pods 200</failure></testcase>`,
    '  </testsuite>',
    '</testsuites>',
    '',
  ]);
});

it('annotations are one line for each case that failed', () => {
  const failures = [failure, { ...failure, rule: '100 %\r' }];
  expect(annotations([result(), failed({ title: 'a: b, 5 %', failures }), skipped])).toBe(
    '::error title=2.1 a%3A b%2C 5 %25::expected a new list, found none%0Aexpected 100 %25%0D, found none%0Adoc.md\n',
  );
});

describe('a list of cases', () => {
  const one = {
    ...{ id: 'watch/x', number: '1.2', family: 'watch', title: 'reads', source: 's' },
    ...{ says: 'It must.', audience: 'all', isQuick: true },
  } as unknown as GradeCase;

  it('has families that have cases', () => {
    expect(listText(families, [one], plainStyle)).toBe('Watches (watch)\n  1.2   reads\n1 cases');
  });

  it('has what a program needs to know of them', () => {
    const about = {
      ...{ number: '1.2', id: 'watch/x', family: 'watch', title: 'reads' },
      ...{ source: 's', says: 'It must.', for: 'all' },
    };
    expect(listed([one, { ...one, isQuick: false }])).toEqual([
      { ...about, suite: 'quick' },
      { ...about, suite: 'full' },
    ]);
  });
});
