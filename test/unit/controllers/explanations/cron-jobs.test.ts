/** What is said about cron jobs: job by job, and time by time of the schedule. */
import { describe, expect, it } from 'vitest';
import { profileOf } from '#kinds';
import { formatTime, type KubeObject } from '#values';
import { notSaid, saidOf, type Moment, type Said } from './account.ts';
import { now, ownedBy } from './explained.ts';

/** The time some minutes after 21:00. */
const iso = (minutes: number): string => formatTime(now + minutes * 60_000);

const object = (kind: string, name: string, parts: object, metadata: object): KubeObject =>
  ({
    ...{ apiVersion: 'batch/v1', kind },
    metadata: { name, namespace: 'default', uid: `uid-${name}`, ...metadata },
    ...parts,
  }) as unknown as KubeObject;

function cronJob(
  spec: object = {},
  status: object = {},
  since = -30,
  more: object = {},
): KubeObject {
  const usual = { schedule: '*/10 * * * *', jobTemplate: {}, concurrencyPolicy: 'Allow' };
  const metadata = { creationTimestamp: iso(since), ...more };
  return object('CronJob', 'c', { spec: { ...usual, ...spec }, status }, metadata);
}

function job(name: string, ended?: 'Complete' | 'Failed', minutes?: number): KubeObject {
  const conditions = ended === undefined ? [] : [{ type: ended, status: 'True' }];
  const completed = minutes !== undefined && { completionTime: iso(minutes) };
  return object('Job', name, { status: { conditions, ...completed } }, ownedBy(cronJob()));
}

const active = (...names: readonly string[]): object => ({
  active: names.map((name) => ({ name, namespace: 'default', uid: `uid-${name}` })),
});

const last = (minutes: number): object => ({ lastScheduleTime: iso(minutes) });

/** A tenth of a second after 21:00, when a controller looks at what is due. */
const at = (cron: KubeObject, jobs: readonly KubeObject[] = [], more: object = {}): Moment => ({
  ...{ object: cron, objects: [cron, ...jobs], now: now + 100 },
  ...more,
});

const about = (field: string, moment: Moment): Said => saidOf('cronjob', `status.${field}`, moment);

describe('the jobs of a cron job', () => {
  const jobs = [
    ...[job('runs'), job('done', 'Complete', -5), job('late', 'Complete', -2)],
    ...[job('bad', 'Failed'), job('stray'), job('listed', 'Complete', -1)],
  ];
  const before = { lastSuccessfulTime: iso(-15) };
  const cron = cronJob({}, { ...active('runs', 'gone', 'listed'), ...before });

  it('are active if it started them, and they have not finished', () => {
    const { rule, terms } = about('active', at(cron, jobs));
    expect(rule).toBe(
      'lists the jobs that the controller started and that have not finished, as the pass left them',
    );
    expect(terms).toEqual([
      '+ Job default/runs: it was started and has not finished',
      '- Job default/done: it has finished: Complete',
      '- Job default/late: it has finished: Complete',
      '- Job default/bad: it has finished: Failed',
      '- Job default/stray: the controller has no record of starting it',
      '- Job default/listed: it has finished: Complete',
      '- Job default/gone: it is gone',
    ]);
  });

  it('say which one succeeded last', () => {
    const { value, rule, terms } = about('lastSuccessfulTime', at(cron, jobs));
    expect(value).toBe(iso(-2));
    expect(rule).toBe(
      'is the latest completion of the existing jobs that are no longer listed as active',
    );
    expect(terms).toEqual([
      `- before ${iso(-15)}: the status before`,
      '- Job default/runs: it has not finished',
      `- Job default/done ${iso(-5)}: another was completed later`,
      `+ Job default/late ${iso(-2)}: no other was completed later`,
      '- Job default/bad: it has failed',
      '- Job default/stray: it has not finished',
      `- Job default/listed ${iso(-1)}: it was still listed as active: a later pass uses its time`,
    ]);
    expect(about('lastSuccessfulTime', at(cron, [])).terms).toEqual([
      `+ before ${iso(-15)}: the status before`,
    ]);
    expect(about('lastSuccessfulTime', at(cronJob())).terms).toEqual([]);
  });

  it('are replaced by the one that a pass starts', () => {
    const cron = cronJob({ concurrencyPolicy: 'Replace' }, { ...active('runs'), ...last(-20) });
    const created = { metadata: { name: 'c-1', namespace: 'default', uid: 'uid-c-1' } };
    const started = (...replaced: readonly object[]): Moment =>
      at(cron, [job('runs')], { evidence: { created, replaced } });
    const runs = { name: 'runs', uid: 'uid-runs' };
    const running = 'it was still running when the next one was due: concurrencyPolicy is Replace';
    expect(about('active', started(runs)).terms).toEqual([
      `- Job default/runs: ${running}`,
      `+ Job default/c-1: this pass started it for ${iso(0)}`,
    ]);
    expect(about('lastScheduleTime', started(runs)).terms.at(-1)).toBe(
      `+ ${iso(0)}: started Job c-1 instead of runs`,
    );
    expect(about('lastScheduleTime', started()).terms.at(-1)).toBe(`+ ${iso(0)}: started Job c-1`);
  });
});

describe('a time of the schedule at which no job was started', () => {
  const twice = (because: string): readonly string[] => [
    `- ${iso(-10)}: ${because}`,
    `- ${iso(0)}: ${because}`,
  ];
  const missed = 'missed: it was due, but no job was created then';
  it.each<[string, KubeObject, readonly string[]]>([
    ['missed', cronJob({}, last(-20)), twice(missed)],
    ['all since its creation', cronJob({}, {}, -15), twice(missed)],
    [
      'suspended',
      cronJob({ suspend: true }, last(-20)),
      twice('skipped: the schedule was suspended'),
    ],
    [
      'being deleted',
      cronJob({}, last(-20), -30, { deletionTimestamp: iso(-20) }),
      twice('skipped: the CronJob was being deleted'),
    ],
    [
      'a deadline',
      cronJob({ startingDeadlineSeconds: 60 }, last(-20)),
      twice('missed: no job was created within startingDeadlineSeconds (60)'),
    ],
    [
      'a deadline that is over before the controller looks',
      cronJob({ startingDeadlineSeconds: 0 }, last(-20)),
      twice('missed: nothing was due by the schedule at that time'),
    ],
    [
      'forbidden',
      cronJob({ concurrencyPolicy: 'Forbid' }, { ...active('runs'), ...last(-10) }),
      [`- ${iso(0)}: skipped: concurrencyPolicy is Forbid, and runs was running`],
    ],
    [
      'in the future',
      cronJob({ schedule: '5 * * * *' }, {}, -1),
      [`- ${iso(5)}: the first time of the schedule 5 * * * *, which is in the future`],
    ],
    [
      'suspended before the first',
      cronJob({ schedule: '5 * * * *', suspend: true }, {}, -1),
      ['- schedule: it is suspended'],
    ],
    ['started before, and none since', cronJob({ schedule: '5 * * * *' }, last(-55)), []],
    ['a schedule without times', cronJob({ schedule: '0 0 30 2 *' }, {}, -1), []],
    [
      'unreadable',
      cronJob({ schedule: 'x' }, {}, -1),
      ['- schedule: expected exactly 5 fields, found 1: [x]'],
    ],
  ])('is explained: %s', (_, cron, terms) => {
    const said = about('lastScheduleTime', at(cron, [job('runs')]));
    expect(said.rule).toBe('is the time of the schedule for which the last job was started');
    expect(said.terms).toEqual(terms);
  });

  it('is explained by what the controller found when it was due', () => {
    const cron = cronJob({}, last(-20));
    const earlier = (objects: readonly KubeObject[]): readonly string[] =>
      about('lastScheduleTime', at(cron, [], { earlier: () => objects })).terms;
    const isDue = `- ${iso(0)}: missed: it was due, but no job was created then`;
    expect(earlier([])).toEqual([`- ${iso(-10)}: the controller did not check it then`, isDue]);
    expect(earlier([cronJob({}, last(0))])).toEqual([
      `- ${iso(-10)}: missed: nothing was due by the schedule at that time`,
      isDue,
    ]);
  });

  it('in a time zone that is unknown is skipped', () => {
    const cron = cronJob({ timeZone: 'Mars/Olympus' }, {}, -1);
    const { terms } = about('lastScheduleTime', at(cron, [], { profile: profileOf(30) }));
    expect(terms).toEqual([`- ${iso(0)}: skipped: the time zone was unknown`]);
  });

  it('is one of a hundred that are listed, where there are more', () => {
    const times = (minutes: number): readonly string[] => {
      const cron = cronJob({ schedule: '* * * * *' }, last(-minutes));
      return about('lastScheduleTime', at(cron)).terms;
    };
    expect(times(101)).toHaveLength(101);
    expect(times(101).some((text) => text.includes('further'))).toBe(false);
    expect(times(102).slice(-2)).toEqual([
      '- further times: more than 100',
      `- ${iso(0)}: missed: it was due, but no job was created then`,
    ]);
  });
});

describe('a cron job that started no job', () => {
  const noRun = (cron: KubeObject, jobs: readonly KubeObject[] = [], more: object = {}): Said =>
    notSaid('cronjob', { what: 'run' }, at(cron, jobs, more)) as Said;
  const none = 'has started no Job';

  it.each<[string, KubeObject, string]>([
    [
      none,
      cronJob({ schedule: '5 * * * *' }, {}, -1),
      `- schedule: the schedule 5 * * * * was not due until then; it is next at ${iso(5)}`,
    ],
    [
      none,
      cronJob({ schedule: '0 0 30 2 *' }, {}, -1),
      '- schedule: the schedule 0 0 30 2 * has no time',
    ],
    [
      `has no Job for ${iso(0)}`,
      cronJob({ suspend: true }),
      `- ${iso(0)}: skipped: the schedule was suspended`,
    ],
    // As far back as there was a time, however long ago.
    ...[59, 23 * 60, 31 * 24 * 60, 300 * 24 * 60].map((ago): [string, KubeObject, string] => {
      const [, month, day, hour, minute] = /-(\d+)-(\d+)T(\d+):(\d+)/.exec(iso(-ago))!;
      const schedule = [minute, hour, day, month, '*'].map((text) => text!.replace(/^0(?=\d)/, ''));
      return [
        `has no Job for ${iso(-ago)}`,
        cronJob({ schedule: schedule.join(' ') }, {}, -400 * 24 * 60),
        `- ${iso(-ago)}: missed: it was due, but no job was created then`,
      ];
    }),
  ])('%s, and says why', (value, cron, term) => {
    const rule =
      'starts a Job at each time of its schedule, unless it is suspended, too late, or forbidden by a Job that still runs';
    expect(noRun(cron)).toEqual({ value, rule, terms: [term] });
  });

  it('names the job that it did start, by the name that it would have', () => {
    const name = `c-${now / 60_000}`;
    const made = object('Job', name, {}, { ...ownedBy(cronJob()), creationTimestamp: iso(0) });
    const { value, terms } = noRun(cronJob(), [made]);
    expect(value).toBe(`has started a Job for ${iso(0)}`);
    expect(terms).toEqual([`+ ${iso(0)}: it started Job ${name} at ${iso(0)}`]);
    const others = object('Job', name, {}, { creationTimestamp: iso(0) });
    expect(noRun(cronJob(), [others]).value).toBe(`has no Job for ${iso(0)}`);
    // It takes a moment to be started.
    const later = { now, objects: [cronJob()], earlier: () => [cronJob(), made] };
    expect(noRun(cronJob(), [], later).value).toBe(`has started a Job for ${iso(0)}`);
  });
});
