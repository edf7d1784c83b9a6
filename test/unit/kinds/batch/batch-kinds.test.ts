import { describe, expect, it } from 'vitest';
import { cronJob, job, type StrategyContext, defaultProfile, withGates } from '#kinds';
import type { CronJob, Job } from '#types';
import {
  container,
  context,
  created,
  decoded,
  errorsOf,
  messages,
  texts,
  updated,
  updateErrorsOf,
} from '../samples.ts';
import { partOf } from '../../../support/part.ts';

const podSpec = { restartPolicy: 'Never', containers: [container] };
const meta = { name: 'j', namespace: 'default', uid: 'u1' };

const jobOf = (spec: object = {}, metadata: object = {}, template: object = {}): Job =>
  ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { ...meta, ...metadata },
    spec: { template: { spec: podSpec, ...template }, ...spec },
  }) as unknown as Job;

const cronJobOf = (spec: object = {}, jobSpec: object = {}, metadata: object = {}): CronJob =>
  ({
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { ...meta, ...metadata },
    spec: {
      schedule: '* * * * *',
      jobTemplate: { spec: { template: { spec: podSpec }, ...jobSpec } },
      ...spec,
    },
  }) as unknown as CronJob;

const contextWith = (gates: Record<string, boolean>): StrategyContext => ({
  now: 0,
  profile: withGates(defaultProfile, gates),
});

describe('jobs', () => {
  it.each<[object, object]>([
    [{}, { parallelism: 1, completions: 1 }],
    [{ completions: 3 }, { parallelism: 1, completions: 3 }],
    [{ parallelism: 0 }, { parallelism: 0 }],
  ])('run once by default: %j', (given, expected) => {
    const { spec } = created(job, jobOf(given));
    const rest = { backoffLimit: 6, completionMode: 'NonIndexed', suspend: false };
    const { template, selector } = spec;
    expect(spec).toEqual({ ...rest, ...expected, template, selector });
  });

  it('select their pods by uid, and are labelled as these', () => {
    const whole = job.rules.asStored!(created(job, jobOf()));
    const labels = { 'controller-uid': 'u1', 'job-name': 'j' };
    expect(whole.spec.selector).toEqual({ matchLabels: { 'controller-uid': 'u1' } });
    expect(whole.spec.template.metadata).toEqual({ creationTimestamp: null, labels });
    expect(whole.metadata.labels).toEqual(labels);
    expect(whole.status).toEqual({});
    expect(job.rules.defaults!(whole, defaultProfile)).toBe(whole);
  });

  it('share the labels of the template, the generated ones too, unless they have some', () => {
    const template = { metadata: { labels: { a: 'b' } } };
    const shared = created(job, jobOf({}, {}, template));
    expect(shared.metadata.labels).toEqual({ a: 'b', 'controller-uid': 'u1', 'job-name': 'j' });
    const own = created(job, jobOf({}, { labels: { c: 'd' } }, template));
    expect(own.metadata.labels).toEqual({ c: 'd' });
  });

  it('can have a selector of their own', () => {
    const selector = { matchLabels: { a: 'b' } };
    const template = { metadata: { labels: { a: 'b' } } };
    const manual = jobOf({ manualSelector: true, selector }, {}, template);
    expect(created(job, manual).spec.selector).toBe(selector);
    expect(errorsOf(job, manual)).toEqual([]);
    expect(errorsOf(job, jobOf({ selector }, {}, template))).toEqual([
      'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"a":"b", ' +
        '"controller-uid":"u1"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: ' +
        '`selector` not auto-generated',
    ]);
    const wrong = { metadata: { labels: { 'controller-uid': 'u2' } } };
    expect(errorsOf(job, jobOf({}, {}, wrong))).toEqual([
      'spec.template.metadata.labels[controller-uid]: Invalid value: ' +
        'map[string]string{"controller-uid":"u2", "job-name":"j"}: must be \'u1\'',
      expect.stringMatching(/`selector` does not match template `labels`$/),
    ]);
  });

  const notNegative = 'must be greater than or equal to 0';
  it.each<[object, readonly string[]]>([
    [
      {
        parallelism: -1,
        completions: -2,
        activeDeadlineSeconds: -3,
        backoffLimit: -4,
        ttlSecondsAfterFinished: -5,
      },
      [
        `spec.parallelism: Invalid value: -1: ${notNegative}`,
        `spec.completions: Invalid value: -2: ${notNegative}`,
        `spec.activeDeadlineSeconds: Invalid value: -3: ${notNegative}`,
        `spec.backoffLimit: Invalid value: -4: ${notNegative}`,
        `spec.ttlSecondsAfterFinished: Invalid value: -5: ${notNegative}`,
      ],
    ],
    [
      { completionMode: 'Foo' },
      ['spec.completionMode: Unsupported value: "Foo": supported values: "NonIndexed", "Indexed"'],
    ],
    [
      { completionMode: 'Indexed', parallelism: 100001 },
      [
        'spec.completions: Required value: when completion mode is Indexed',
        'spec.parallelism: Invalid value: 100001: must be less than or equal to 100000 when completion mode is Indexed',
      ],
    ],
    [{ completionMode: 'Indexed', completions: 3, parallelism: 100000 }, []],
  ])('%j', (spec, expected) => {
    expect(errorsOf(job, jobOf(spec))).toEqual(expected);
  });

  it.each([
    ['a.b', { completionMode: 'Indexed', completions: 3 }, 'a.b-2'],
    ['a.b', { completionMode: 'Indexed', completions: 0 }, undefined],
    ['a.b', { completions: 3 }, undefined],
    ['x'.repeat(61), { completionMode: 'Indexed', completions: 10 }, undefined],
    ['x'.repeat(61), { completionMode: 'Indexed', completions: 11 }, `${'x'.repeat(61)}-10`],
  ])('of the name %s with %j: a pod that cannot be is %s', (name, spec, last) => {
    const made = jobOf(spec);
    const why = `metadata.name: Invalid value: "${name}": will not able to create pod with invalid DNS label: ${last}`;
    const named = { ...made, metadata: { ...made.metadata, name } };
    expect(errorsOf(job, named)).toEqual(last === undefined ? [] : [why]);
  });

  it('do not restart pods that succeed', () => {
    const policy = (restartPolicy?: string): readonly string[] =>
      errorsOf(job, jobOf({}, {}, { spec: { ...podSpec, restartPolicy } }));
    const required =
      'spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"';
    expect(policy(undefined)).toEqual([required]);
    expect(policy('Always')).toEqual([required]);
    expect(policy('OnFailure')).toEqual([]);
    expect(policy('Sometimes')).toContain(
      'spec.template.spec.restartPolicy: Unsupported value: "Sometimes": supported values: "OnFailure", "Never"',
    );
  });

  describe('change', () => {
    const old = created(job, jobOf({ completions: 2 }));
    const changed = (spec: object, from = old): readonly string[] =>
      updateErrorsOf(job, { ...from, spec: { ...from.spec, ...spec } } as Job, from);
    const placed = {
      ...old.spec.template,
      spec: { ...old.spec.template.spec, nodeSelector: { a: 'b' } },
    };

    it('in how they run', () => {
      const spec = { parallelism: 3, suspend: true, backoffLimit: 1, activeDeadlineSeconds: 9 };
      expect(changed({ ...spec, ttlSecondsAfterFinished: 1 })).toEqual([]);
    });

    it.each<[object, string]>([
      [{ completions: 3 }, 'spec.completions: Invalid value: 3: field is immutable'],
      [{ completions: undefined }, 'spec.completions: Invalid value: "null": field is immutable'],
      [
        { completionMode: 'Indexed' },
        'spec.completionMode: Invalid value: "Indexed": field is immutable',
      ],
    ])('not in %j', (spec, expected) => {
      expect(changed(spec)).toEqual([expected]);
    });

    it('in where they run only while they have never run', () => {
      const immutable = expect.stringMatching(/^spec\.template: .*: field is immutable$/);
      expect(changed({ template: placed })).toEqual([immutable]);
      const suspended = { ...old, spec: { ...old.spec, suspend: true } };
      expect(changed({ template: placed }, suspended)).toEqual([]);
      const started = { ...suspended, status: { startTime: '2022-01-01T00:00:00Z' } };
      expect(changed({ template: placed }, started)).toEqual([immutable]);
    });

    it('in their node affinity, and in no other', () => {
      const suspended = { ...old, spec: { ...old.spec, suspend: true } };
      const affinity = (parts: object): object => ({
        template: { ...old.spec.template, spec: { ...old.spec.template.spec, affinity: parts } },
      });
      expect(changed(affinity({ nodeAffinity: {} }), suspended)).toEqual([]);
      expect(changed(affinity({ podAffinity: {} }), suspended)).toHaveLength(1);
      const with1 = {
        ...suspended,
        spec: { ...suspended.spec, ...affinity({ nodeAffinity: {} }) },
      } as Job;
      expect(changed({ template: old.spec.template }, with1)).toEqual([]);
    });

    it('says twice what is wrong with the spec', () => {
      const message = `spec.parallelism: Invalid value: -1: ${notNegative}`;
      expect(changed({ parallelism: -1 })).toEqual([message, message]);
    });

    it('keep the labels of their pods', () => {
      const unlabelled = { ...old, metadata: { ...old.metadata, labels: undefined } };
      expect(partOf(job, 'status').prepare!(unlabelled, old, context).metadata.labels).toBe(
        old.spec.template.metadata!.labels,
      );
    });
  });

  it('count in their status, and print times that they do not know', () => {
    const old = created(job, jobOf());
    const status = { active: 0, ready: 0, failed: 1, conditions: [{ type: 'A', status: 'True' }] };
    const wanted = decoded(job, { ...old, status });
    const next = partOf(job, 'status').prepare!(wanted, old, context);
    const times = { lastProbeTime: null, lastTransitionTime: null };
    expect(next.status).toEqual({
      ready: 0,
      failed: 1,
      conditions: [{ type: 'A', status: 'True', ...times }],
    });
    const uncountedTerminatedPods = { succeeded: ['a', ''], failed: ['a'] };
    const bad = { ...old, status: { failed: -1, uncountedTerminatedPods } };
    expect(texts((errors) => partOf(job, 'status').validate!(errors, bad, old, context))).toEqual([
      `status.failed: Invalid value: -1: ${notNegative}`,
      'status.uncountedTerminatedPods.succeeded[1]: Invalid value: "": must not be empty',
      'status.uncountedTerminatedPods.failed[0]: Duplicate value: "a"',
    ]);
  });

  it('say how their pods are tracked when the gate is on', () => {
    const key = 'batch.kubernetes.io/job-tracking';
    const tracked = contextWith({ JobTrackingWithFinalizers: true });
    const whole = job.rules.defaults!(
      jobOf({}, { annotations: { [key]: 'x', a: 'b' } }),
      defaultProfile,
    );
    expect(job.rules.prepareCreate!(whole, tracked).metadata.annotations).toEqual({
      [key]: '',
      a: 'b',
    });
    const old = job.rules.prepareCreate!(whole, context);
    expect(old.metadata.annotations).toEqual({ a: 'b' });
    expect(updated(job, whole, old).metadata.annotations).toEqual({ a: 'b' });
    expect(
      texts((errors) =>
        job.rules.validateUpdate!(errors, { ...old, metadata: whole.metadata }, old, context),
      ),
    ).toContain(`metadata.annotations[${key}]: Forbidden: cannot add this annotation`);
  });
});

describe('cron jobs', () => {
  it('are filled in, but not the jobs that they will make', () => {
    const whole = created(cronJob, cronJobOf());
    expect(whole.spec).toMatchObject({
      concurrencyPolicy: 'Allow',
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
    });
    expect(whole.spec.jobTemplate.metadata).toEqual({ creationTimestamp: null });
    expect(Object.keys(whole.spec.jobTemplate.spec)).toEqual(['template']);
    expect(whole.spec.jobTemplate.spec.template.spec.dnsPolicy).toBe('ClusterFirst');
    expect(whole.status).toEqual({});
    expect(cronJob.rules.defaults!(whole, defaultProfile)).toBe(whole);
  });

  const zone = (timeZone: string): object => ({ timeZone });
  it.each<[object, readonly string[]]>([
    [{ schedule: '' }, ['spec.schedule: Required value']],
    [
      { schedule: '* * * *' },
      ['spec.schedule: Invalid value: "* * * *": expected exactly 5 fields, found 4: [* * * *]'],
    ],
    [
      { concurrencyPolicy: 'Bad', startingDeadlineSeconds: -1 },
      [
        'spec.startingDeadlineSeconds: Invalid value: -1: must be greater than or equal to 0',
        'spec.concurrencyPolicy: Unsupported value: "Bad": supported values: "Allow", "Forbid", "Replace"',
      ],
    ],
    [
      { successfulJobsHistoryLimit: -1, failedJobsHistoryLimit: -2 },
      [
        'spec.successfulJobsHistoryLimit: Invalid value: -1: must be greater than or equal to 0',
        'spec.failedJobsHistoryLimit: Invalid value: -2: must be greater than or equal to 0',
      ],
    ],
    [
      { jobTemplate: undefined },
      [
        'spec.jobTemplate.spec.template.spec.containers: Required value',
        'spec.jobTemplate.spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
      ],
    ],
  ])('%j', (spec, expected) => {
    expect(errorsOf(cronJob, cronJobOf(spec))).toEqual(expected);
  });

  it('generate the selectors of their jobs', () => {
    const given = cronJobOf({}, { selector: {}, manualSelector: true });
    expect(errorsOf(cronJob, given)).toEqual([
      expect.stringMatching(
        /^spec\.jobTemplate\.spec\.selector: .*: `selector` will be auto-generated$/,
      ),
      'spec.jobTemplate.spec.manualSelector: Unsupported value: true: supported values: "nil", "false"',
    ]);
  });

  it('have names that leave room for those of their jobs, on creation', () => {
    const long = cronJobOf({}, {}, { name: 'a'.repeat(53) });
    expect(errorsOf(cronJob, long)).toEqual([
      `metadata.name: Invalid value: "${'a'.repeat(53)}": must be no more than 52 characters`,
    ]);
    expect(updateErrorsOf(cronJob, long, long)).toEqual([]);
    expect(errorsOf(cronJob, cronJobOf({}, {}, { name: 'a'.repeat(52) }))).toEqual([]);
  });

  describe('with time zones', () => {
    const on = contextWith({ CronJobTimeZone: true });
    const errors = (spec: object): readonly string[] =>
      texts((errors) => cronJob.rules.validate!(errors, created(cronJob, cronJobOf(spec), on), on));

    it.each<[object, readonly string[]]>([
      [zone('Europe/Paris'), []],
      [zone('UTC'), []],
      [zone(''), ['spec.timeZone: Invalid value: "": timeZone must be nil or non-empty string']],
      [zone('Mars/X'), ['spec.timeZone: Invalid value: "Mars/X": unknown time zone Mars/X']],
      [
        zone('local'),
        [
          'spec.timeZone: Invalid value: "local": timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones',
          'spec.timeZone: Invalid value: "local": unknown time zone local',
        ],
      ],
      [
        { ...zone('UTC'), schedule: 'TZ=UTC 0 0 * * *' },
        [
          'spec.schedule: Invalid value: "TZ=UTC 0 0 * * *": cannot use both timeZone field and TZ or CRON_TZ in schedule',
        ],
      ],
    ])('%j', (spec, expected) => {
      expect(errors(spec)).toEqual(expected);
    });

    it('are not asked again about a zone that stays', () => {
      const old = cronJob.rules.defaults!(cronJobOf(zone('Gone/City')), defaultProfile);
      expect(texts((errors) => cronJob.rules.validateUpdate!(errors, old, old, on))).toEqual([]);
    });

    it('lose it where the gate is off, unless they have one', () => {
      const given = cronJobOf(zone('Europe/Paris'));
      const old = created(cronJob, given);
      expect(old.spec).not.toHaveProperty('timeZone');
      expect(updated(cronJob, given, old).spec).not.toHaveProperty('timeZone');
      const zoned = created(cronJob, given, on);
      expect(updated(cronJob, given, zoned).spec.timeZone).toBe('Europe/Paris');
    });
  });

  it('warn of zones in schedules', () => {
    const warnings = (schedule: string): readonly string[] =>
      cronJob.rules.warnings!(created(cronJob, cronJobOf({ schedule })), undefined, defaultProfile);
    expect(warnings('* * * * *')).toEqual([]);
    expect(warnings('TZ=UTC * * * * *')).toEqual([
      expect.stringMatching(
        /^CRON_TZ or TZ used in spec\.spec\.schedule is not officially supported, see/,
      ),
    ]);
  });

  it('are named as other things are', () => {
    expect(errorsOf(cronJob, cronJobOf({}, {}, { name: 'A' }))).toEqual([
      `metadata.name: Invalid value: "A": ${messages.subdomain}`,
    ]);
  });
});
