import { expect, it } from 'vitest';
import { junitXml } from '../../../src/cli/test/junit.ts';
import type { ScenarioResult } from '../../../src/cli/test/result.ts';

const check = {
  file: 'a.yaml',
  line: 7,
  verb: 'expect',
  summary: 'expect Pod <a> & "b"',
  startedAtMs: 0,
  expected: 'x < 1',
  actual: 'x is 2\u0000',
};

const result: ScenarioResult = {
  file: 'dir/a.yaml',
  title: 'a [n=1]',
  seed: 1,
  passed: false,
  checks: [
    { ...check, passed: true },
    { ...check, passed: false, around: ['0:01 <line>'], replay: 'orrery run dir/a.yaml' },
  ],
  writes: 1,
  seconds: 10,
  wallMs: 1500,
};

it('writes results as XML that can be read', () => {
  expect(junitXml([result, { ...result, checks: [], error: 'no\nclue', invalid: true }])).toBe(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites>',
      '  <testsuite name="a [n=1]" tests="2" failures="1" errors="0" time="1.500">',
      '    <testcase name="expect Pod &lt;a&gt; &amp; &quot;b&quot; (line 7)" classname="a [n=1]" file="a.yaml" line="7" time="0.000"/>',
      '    <testcase name="expect Pod &lt;a&gt; &amp; &quot;b&quot; (line 7)" classname="a [n=1]" file="a.yaml" line="7" time="0.000"><failure message="expected x &lt; 1, found x is 2?">0:01 &lt;line&gt;&#10;&#10;orrery run dir/a.yaml</failure></testcase>',
      '  </testsuite>',
      '  <testsuite name="a [n=1]" tests="1" failures="0" errors="1" time="1.500">',
      '    <testcase name="is played" classname="a [n=1]" file="dir/a.yaml"><error message="no&#10;clue"/></testcase>',
      '  </testsuite>',
      '</testsuites>',
      '',
    ].join('\n'),
  );
});

it('counts what was skipped, with the reason', () => {
  const skipped = 'it holds from 1.29 on: <why>';
  const xml = junitXml([
    { ...result, passed: true, checks: [], kubernetes: '1.28', skipped, wallMs: 0 },
  ]);
  expect(xml).toContain(
    '<testsuite name="a [n=1] at 1.28" tests="1" failures="0" errors="0" skipped="1" time="0.000">',
  );
  expect(xml).toContain('<skipped message="it holds from 1.29 on: &lt;why&gt;"/></testcase>');
});
