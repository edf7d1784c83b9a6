/** `orrery forecast cronjob` as its users see it: where CronJobs are found, and what is printed. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { machineTime } from '#clock';
import { profileOf, type Profile } from '#kinds';
import { parseTime } from '#values';
import { timedIn } from '../../../src/cli/forecast/cron-jobs.ts';
import { forecast, type ForecastOptions } from '../../../src/cli/forecast/forecast.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';
import { captured } from '../../support/captured.ts';

const out = captured('forecast');

const file = (text: string): string => out.file('jobs.yaml', text);

const bare = { suspend: false, concurrencyPolicy: 'Allow' };

describe('CronJobs are found', () => {
  it.each<[schedule: string]>([['*/5 * * * *'], ['@daily'], ['@every 5m'], [' 1  2 3 4 5 6 ']])(
    'as a schedule: %j',
    (schedule) => {
      expect(timedIn([schedule], undefined)).toEqual([{ name: schedule, schedule, ...bare }]);
    },
  );

  it.each<[what: string, text: string, found: readonly object[]]>([
    [
      'alone',
      'kind: CronJob\nmetadata: { name: a, namespace: team }\nspec: { schedule: "@daily" }',
      [{ name: 'team/a', schedule: '@daily', ...bare }],
    ],
    [
      'with all that matters',
      `
kind: CronJob
metadata: { name: a }
spec:
  schedule: '0 1 * * *'
  timeZone: Europe/Zurich
  suspend: true
  concurrencyPolicy: Forbid
  jobTemplate: { spec: { template: { metadata: { annotations: { sim/run-seconds: '90' } } } } }
`,
      [
        {
          ...{
            name: 'default/a',
            schedule: '0 1 * * *',
            droppedZone: { zone: 'Europe/Zurich', minor: 24 },
          },
          ...{ suspend: true, concurrencyPolicy: 'Forbid', runSeconds: 90 },
        },
      ],
    ],
    [
      'whose Jobs run for no number of seconds',
      `
kind: CronJob
spec:
  schedule: '@daily'
  jobTemplate: { spec: { template: { metadata: { annotations: { sim/run-seconds: long } } } } }
`,
      [{ name: 'default/(no name)', schedule: '@daily', ...bare }],
    ],
    [
      'in a list, in steps, and in further documents',
      `
kind: List
items:
  - { kind: CronJob, metadata: { name: a }, spec: { schedule: '@daily' } }
  - { kind: Job, metadata: { name: b }, spec: { schedule: '@daily' } }
  - null
---
steps: [{ apply: { kind: CronJob, metadata: { name: c }, spec: { schedule: '@hourly' } } }]
---
{ kind: CronJob, metadata: { name: d }, spec: { schedule: 5 } }
---
{ kind: CronJob }
`,
      [
        { name: 'default/a', schedule: '@daily', ...bare },
        { name: 'default/c', schedule: '@hourly', ...bare },
      ],
    ],
  ])('%s', (_, text, found) => {
    expect(timedIn([file(text)], undefined)).toEqual(found);
  });

  const jobs = `[{ kind: CronJob, spec: { schedule: "@daily", timeZone: Asia/Tokyo } }, { kind: CronJob, spec: { schedule: "@daily" } }]`;
  const zonesIn = (text: string) =>
    timedIn([file(text), '@daily'], 'Europe/Zurich').map(({ timeZone }) => timeZone);

  it('with the zone that is asked for, unless they have one that v1.24 keeps', () => {
    const steps = `steps: [{ at: 1s, apply: ${jobs} }]`;
    const on = 'featureGates: { CronJobTimeZone: true }';
    const asked = 'Europe/Zurich';
    expect(zonesIn(`${on}\n${steps}`)).toEqual(['Asia/Tokyo', asked, asked]);
    expect(zonesIn(steps)).toEqual([asked, asked, asked]);
    expect(zonesIn(`${on.replace('true', 'false')}\n${steps}`)).toEqual([asked, asked, asked]);
    expect(zonesIn(jobs)).toEqual([asked, asked, asked]);
  });

  it('with their own zones in releases that keep them, which a scenario or the caller names', () => {
    const steps = `steps: [{ at: 1s, apply: ${jobs} }]`;
    const zonesOf = (text: string, release?: Profile) =>
      timedIn([file(text)], 'UTC', release).map(({ timeZone }) => timeZone);
    expect(zonesOf(`kubernetes: '1.34'\n${steps}`)).toEqual(['Asia/Tokyo', 'UTC']);
    expect(zonesOf(jobs, profileOf(34))).toEqual(['Asia/Tokyo', 'UTC']);
    expect(zonesOf(`kubernetes: '1.34'\n${steps}`, profileOf(24))).toEqual(['UTC', 'UTC']);
    expect(() => zonesOf(`kubernetes: '1.3'\n${steps}`)).toThrow('unknown release "1.3"');
  });

  it.each<[what: string, text: string | undefined, message: string]>([
    ['in what is not there', undefined, 'jobs.yaml: '],
    ['in what cannot be read', 'a: [', 'jobs.yaml:1:'],
    ['where there is none', 'kind: Job', 'there is no CronJob in '],
  ])('not %s', (_, text, message) => {
    const path = text === undefined ? join(out.folder, 'jobs.yaml') : file(text);
    expect(() => timedIn([path], undefined)).toThrow(UsageError);
    expect(() => timedIn([path], undefined)).toThrow(message);
  });

  it('with advice where there is no such file', () => {
    expect(() => timedIn(['0 1 * *'], undefined)).toThrow(
      'expected a schedule in quotes, or a file',
    );
  });
});

const nightly = `
name: nightly
steps:
  - at: 1s
    apply:
      kind: CronJob
      metadata: { name: nightly }
      spec: { schedule: '0 2 * * *', timeZone: Europe/Berlin }
`;

describe('the forecast', () => {
  const usual: ForecastOptions = {
    ...{ from: '2026-01-01T00:00:00Z', for: '1d', count: 2, output: 'text' },
  };

  it('has the first runs of each, in local time and UTC', async () => {
    const options = { ...usual, timeZone: 'America/New_York' };
    expect(await forecast(['0 */12 * * *', '0 5 1 1 *'], options)).toBe(0);
    expect(out.printed.split('\n').map((line) => line.trimEnd())).toEqual([
      '0 */12 * * *  America/New_York, 2 runs in 1d',
      '  2026-01-01 00:00:00 -05:00  2026-01-01T05:00:00Z',
      '  2026-01-01 12:00:00 -05:00  2026-01-01T17:00:00Z',
      '',
      '0 5 1 1 *  America/New_York, 1 runs in 1d',
      '  2026-01-01 05:00:00 -05:00  2026-01-01T10:00:00Z',
      '',
      '',
    ]);
  });

  it.each<[string, string, readonly string[]]>([
    [
      'by UTC, and says why',
      nightly,
      [
        'default/nightly  0 2 * * *  UTC, 1 runs in 1d',
        '  2026-01-01 02:00:00 +00:00  2026-01-01T02:00:00Z',
        '  ! its timeZone Europe/Berlin has no effect: v1.24 drops it unless the feature gate CronJobTimeZone is on (in a scenario featureGates: { CronJobTimeZone: true }, here --time-zone Europe/Berlin)',
      ],
    ],
    [
      'by their zone where the gate is on',
      `featureGates: { CronJobTimeZone: true }${nightly}`,
      [
        'default/nightly  0 2 * * *  Europe/Berlin, 1 runs in 1d',
        '  2026-01-01 02:00:00 +01:00  2026-01-01T01:00:00Z',
      ],
    ],
  ])('goes %s', async (_, text, lines) => {
    expect(await forecast([file(text)], usual)).toBe(0);
    const found = out.printed.split('\n').map((line) => line.trimEnd());
    expect(found.filter((line) => line !== '')).toEqual(lines);
  });

  it('has the names of CronJobs, how many runs are left out, and notes', async () => {
    const jobs = file(`
kind: CronJob
metadata: { name: a }
spec:
  schedule: '*/30 * * * *'
  concurrencyPolicy: Replace
  jobTemplate: { spec: { template: { metadata: { annotations: { sim/run-seconds: '1801' } } } } }
`);
    await forecast([jobs], { ...usual, for: '2h' });
    expect(out.printed.split('\n').map((line) => line.trimEnd())).toEqual([
      'default/a  */30 * * * *  UTC, 4 runs in 2h',
      '  2026-01-01 00:30:00 +00:00  2026-01-01T00:30:00Z',
      '  2026-01-01 01:00:00 +00:00  2026-01-01T01:00:00Z',
      '  and 2 more',
      '  ! 3 runs come before the one before has ended (1801 s): these replace the run before (Replace)',
      '',
      '',
    ]);
  });

  it.each([
    ['10m', 10, undefined],
    ['11m', 10, '  and 1 more instants'],
    ['15m', 10, '  and 5 more instants'],
  ])('shows for %s the first %i instants at which several start', async (span, shown, more) => {
    await forecast(['* * * * *', '*/1 * * * *'], { ...usual, for: span, count: 1 });
    const [, ...lines] = out.printed
      .slice(out.printed.indexOf('Starting at once:'))
      .trimEnd()
      .split('\n');
    expect(lines[0]).toBe('  2026-01-01T00:01:00Z  * * * * *, */1 * * * *');
    expect(lines.filter((line) => line.includes('* * *'))).toHaveLength(shown);
    expect(lines[shown]).toBe(more);
  });

  it('is JSON for programs', async () => {
    await forecast(['0 0 2 1 *'], { ...usual, output: 'json' });
    expect(JSON.parse(out.printed)).toEqual({
      forecasts: [
        {
          ...{ name: '0 0 2 1 *', schedule: '0 0 2 1 *', timeZone: 'UTC', total: 1, notes: [] },
          runs: [{ at: '2026-01-02T00:00:00Z', local: '2026-01-02 00:00:00 +00:00' }],
        },
      ],
      collisions: [],
    });
  });

  it('begins now where no time is given', async () => {
    await forecast(['* * * * *'], {
      ...usual,
      from: undefined,
      output: 'json',
      for: '2m',
    } as never);
    const { forecasts } = JSON.parse(out.printed) as {
      readonly forecasts: readonly { readonly runs: readonly { readonly at: string }[] }[];
    };
    const first = parseTime(forecasts[0]!.runs[0]!.at);
    expect(first).toBeGreaterThan(machineTime());
  });

  it.each<
    [what: string, schedules: readonly string[], options: Partial<ForecastOptions>, message: string]
  >([
    [
      'a span that is none',
      ['@daily'],
      { for: 'x' },
      '--for: expected a duration such as 24h or 7d, found "x"',
    ],
    [
      'an empty span',
      ['@daily'],
      { for: '0s' },
      '--for: expected a duration such as 24h or 7d, found "0s"',
    ],
    [
      'a time that is none',
      ['@daily'],
      { from: 'x' },
      '--from: expected a time such as 2026-01-01T00:00:00Z, found "x"',
    ],
    [
      'dates that there are not',
      ['0 0 30 2 *', '@daily', '0 0 31 4 *'],
      {},
      '"0 0 30 2 *", "0 0 31 4 *": the schedule never fires: there is no such date',
    ],
  ])('refuses %s', async (_, schedules, options, message) => {
    await expect(forecast(schedules, { ...usual, ...options })).rejects.toThrow(
      new UsageError(message),
    );
    expect(out.printed).toBe('');
  });

  it('names the CronJob whose dates there are not', async () => {
    const jobs = file('{ kind: CronJob, metadata: { name: a }, spec: { schedule: "0 0 30 2 *" } }');
    await expect(forecast([jobs], usual)).rejects.toThrow('default/a "0 0 30 2 *": the schedule');
  });
});
