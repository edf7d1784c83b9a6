import { expect, it } from 'vitest';
import { stepsIn } from '../../../tools/clients/junit.ts';

it('reads the tests of a report, with what failed and why, as sentences', () => {
  const report = `<?xml version="1.0"?>
<testsuite tests="4">
  <testcase name="lampsShine()" classname="suite.LampsTest" time="0.1"/>
  <testcase classname="test_lamps" name="test_lamps_are_dimmed"><system-out><![CDATA[x]]></system-out></testcase>
  <testcase name="lamps::they_break"><failure message="1 &lt; 2" type="T"><![CDATA[at line 3]]></failure></testcase>
  <testcase name="a lamp is off"><skipped message="no &#39;power&#39;"/></testcase>
</testsuite>`;
  expect(stepsIn(report)).toEqual([
    { step: 'lamps shine', outcome: 'passed' },
    { step: 'lamps are dimmed', outcome: 'passed' },
    { step: 'they break', outcome: 'failed', why: '1 < 2\nat line 3' },
    { step: 'a lamp is off', outcome: 'skipped', why: "no 'power'" },
  ]);
});
