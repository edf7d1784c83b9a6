/** What people write about releases and gates, as it is read, and what is said about fields that are lost. */
import { describe, expect, it } from 'vitest';
import { cronJob, job, LostFieldsLog, minorOf, minorsNamed, profileOf, readGates } from '#kinds';
import { onSince, stableSince } from '../../../../src/kinds/profile/gates.ts';

const known = '1.24, 1.25, 1.26, 1.27, 1.28, 1.29, 1.30, 1.31, 1.32, 1.33, 1.34, 1.35, 1.36, 1.37';

describe('a release', () => {
  it.each([
    ['1.34', 34],
    ['v1.34', 34],
    ['1.34.4', 34],
    ['1.34.99', 34],
    ['v1.24.17', 24],
    ['latest', 37],
  ])('is read of %s', (text, minor) => {
    expect(minorOf(text)).toBe(minor);
  });

  it.each(['1.23', '1.38', '2.34', '34', '', '1.34.', 'x1.34', '1.34-rc1', 'Latest'])(
    'is not read of "%s"',
    (text) => {
      const problem = `unknown release "${text}"; known releases: ${known}`;
      expect(() => minorOf(text)).toThrow(new RangeError(problem));
    },
  );

  it.each<[text: string, minors: readonly number[]]>([
    ['1.30', [30]],
    ['1.34,1.30', [34, 30]],
    ['1.24..1.27', [24, 25, 26, 27]],
    ['1.36..latest,1.24..1.24', [36, 37, 24]],
    ['1.30,1.29..1.31', [30, 29, 31]],
  ])('or several are read of %s', (text, minors) => {
    expect(minorsNamed(text)).toEqual(minors);
  });

  it.each([
    ['1.31..1.30', '1.31..1.30 ends before it begins; expected 1.30..1.31'],
    ['1.30..', `unknown release ""; known releases: ${known}`],
    ['1.30,', `unknown release ""; known releases: ${known}`],
  ])('or several are not read of %s', (text, problem) => {
    expect(() => minorsNamed(text)).toThrow(new RangeError(problem));
  });
});

describe('gates', () => {
  it.each<[text: string, gates: object]>([
    ['', {}],
    ['A=true', { A: true }],
    [' A = true , B=false,', { A: true, B: false }],
    ['A=1,B=0,C=t,D=f,E=T,F=F', { A: true, B: false, C: true, D: false, E: true, F: false }],
    ['A=TRUE,B=FALSE,C=True,D=False', { A: true, B: false, C: true, D: false }],
    ['A=true,A=false', { A: false }],
  ])('are read of "%s" as Go does', (text, gates) => {
    expect(readGates(text)).toEqual(gates);
  });

  it.each([
    ['A', 'missing bool value for A'],
    ['A=true,B', 'missing bool value for B'],
    ['A=', 'invalid value of A=, err: strconv.ParseBool: parsing "": invalid syntax'],
    ['A=yes', 'invalid value of A=yes, err: strconv.ParseBool: parsing "yes": invalid syntax'],
    ['A=b=c', 'invalid value of A=b=c, err: strconv.ParseBool: parsing "b=c": invalid syntax'],
    ['A=tRUE', 'invalid value of A=tRUE, err: strconv.ParseBool: parsing "tRUE": invalid syntax'],
  ])('are not read of %s', (text, problem) => {
    expect(() => readGates(text)).toThrow(new RangeError(problem));
  });

  // As Kubernetes' page about its gates dates them.
  it.each<[gate: string, minor: number, since: number | undefined]>([
    ['CronJobTimeZone', 24, 25],
    ['CronJobTimeZone', 25, 25],
    ['CronJobTimeZone', 28, 25],
    ['PodCertificateRequest', 33, 37],
    ['PodCertificateRequest', 36, 37],
    ['PodCertificateRequest', 37, 37],
    ['DRADeviceTaints', 30, 36],
    ['DynamicResourceAllocation', 26, 34],
    ['DynamicResourceAllocation', 37, 34],
    ['NodeSwap', 29, 30],
    ['NodeSwap', 37, 30],
    ['CoordinatedLeaderElection', 37, undefined],
    ['ServerSideApply', 37, 24],
    ['WatchList', 31, 32],
    ['WatchList', 32, 32],
    ['WatchList', 33, 34],
    ['WatchList', 37, 34],
    ['KMSv1', 28, 28],
    ['KMSv1', 29, undefined],
    ['NoSuchGate', 30, undefined],
  ])('have a release since which they are on: %s, seen from 1.%i', (gate, minor, since) => {
    expect(onSince(gate, minor)).toBe(since);
  });

  it.each<[gate: string, since: number | undefined]>([
    ['NodeSwap', 34],
    ['PodCertificateRequest', 37],
    ['CoordinatedLeaderElection', undefined],
    ['NoSuchGate', undefined],
  ])('have a release since which they are stable: %s', (gate, since) => {
    expect(stableSince(gate)).toBe(since);
  });
});

describe('fields that are lost', () => {
  function logged(): { readonly log: LostFieldsLog; readonly lines: readonly string[] } {
    const lines: string[] = [];
    const log = new LostFieldsLog(
      (text) => lines.push(text),
      (gate) => `--feature-gates=${gate}=true`,
    );
    return { log, lines };
  }
  const timeZone = { path: 'spec.timeZone', field: 'spec.timeZone', gate: 'CronJobTimeZone' };
  const off = 'CronJob.spec.timeZone has no effect: v1.24 drops it';

  it('are said once for a kind and a field, with how their gate is turned on', () => {
    const { log, lines } = logged();
    log.dropped(cronJob, [timeZone, timeZone], profileOf(24));
    log.dropped(cronJob, [timeZone], profileOf(24));
    const way = '(--feature-gates=CronJobTimeZone=true)';
    const first = `${off} unless the feature gate CronJobTimeZone is on ${way}`;
    expect(lines).toEqual([first]);
    log.dropped(job, [timeZone], profileOf(24));
    expect(lines).toEqual([first, first.replace('CronJob.', 'Job.')]);
  });

  it('are said without one where the gate cannot be turned on', () => {
    const { log, lines } = logged();
    log.dropped(cronJob, [{ ...timeZone, gate: 'NoSuchGate' }], profileOf(24));
    expect(lines).toEqual([`${off}, as its feature gate NoSuchGate is off`]);
  });

  it('are said with the releases that have them, and the type that lacks them', () => {
    const { log, lines } = logged();
    const type = profileOf(24).schemas.of('batch/v1', 'JobSpec');
    const pods = profileOf(24).schemas.of('core/v1', 'PodSpec');
    const later = 'is of Kubernetes 1.25 and later (stable in 1.31); v1.24 drops it';
    log.foreign('Job', type, 'podFailurePolicy');
    log.foreign('Job', type, 'podFailurePolicy');
    log.foreign('JobSpec', type, 'podFailurePolicy');
    log.foreign('Job', pods, 'noSuchField');
    log.foreign('Job', type, 'noSuchField');
    expect(lines).toEqual([
      `Job: JobSpec.podFailurePolicy ${later}`,
      `JobSpec.podFailurePolicy ${later}`,
    ]);
  });
});
