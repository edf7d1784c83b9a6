/** Findings of an upgrade as text, as JUnit XML, and put together. */
import { expect, it } from 'vitest';
import { makeStyle } from '../../../../src/cli/style.ts';
import { grouped, type Finding } from '../../../../src/cli/upgrade/finding.ts';
import { junitOf } from '../../../../src/cli/upgrade/junit.ts';
import { reportLines } from '../../../../src/cli/upgrade/text.ts';

const refused: Finding = {
  ...{ what: 'refused', breaks: true, since: '1.25', after: '1.24', objects: ['CronJob report'] },
  ...{ file: 'cron.yaml', line: 3, message: 'use <batch/v1>' },
};
const status: Finding = {
  ...{ what: 'status', breaks: false, since: '1.27', after: '1.24', objects: ['Job a'] },
  ...{ field: 'status.ready', message: 'at 1.24 0, at 1.27 1', why: ['because'] },
};
const report = { from: '1.24', to: '1.27', findings: [status, refused], leftOut: [] };

it('prints what breaks first, and how sure it is of the release', () => {
  const leftOut = [{ name: 'Cron b', why: 'no definition declares its kind' }];
  expect(reportLines({ ...report, leftOut }, makeStyle(false))).toEqual([
    '✗ refused  CronJob report  since 1.25  cron.yaml:3',
    '    use <batch/v1>',
    '',
    '~ status  Job a  status.ready  between 1.24 and 1.27',
    '    at 1.24 0, at 1.27 1',
    '    | because',
    '',
    '- Cron b  left out, no definition declares its kind',
    '1 broken, 1 change from 1.24 to 1.27',
  ]);
  expect(reportLines({ ...report, findings: [] }, makeStyle(false))).toEqual([
    'Nothing changes from 1.24 to 1.27.',
  ]);
});

it('writes a test case for each, which fails where something breaks', () => {
  const xml = junitOf(report);
  expect(xml).toContain('<testsuite name="upgrade from 1.24 to 1.27" tests="2" failures="1">');
  expect(xml).toContain(
    'name="refused CronJob report since 1.25" classname="refused" file="cron.yaml" line="3"><failure message="use &lt;batch/v1&gt;">',
  );
  expect(junitOf({ ...report, findings: [] })).toContain('tests="1" failures="0"');
});

it('names several objects of a kind for what is the same of them', () => {
  const other = { ...status, objects: ['Job b'] };
  const pods = { ...status, objects: ['Pod b'] };
  expect(grouped([status, pods, other])).toEqual([
    { ...status, objects: ['Job a', 'Job b'] },
    pods,
  ]);
});
