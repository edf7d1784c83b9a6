/** What the options of `orrery serve` mean, and which of them exclude each other. */
import { defaultProfile, profileOf, withGates } from '#kinds';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { machineTime } from '#clock';
import { parseTime } from '#values';
import {
  admissionWithout,
  authorizationMode,
  checkCombination,
  checkNodes,
  chosenControllers,
  historyWindow,
  idleGatesText,
  missingText,
  storageBytes,
  parseGates,
  servingAs,
  SettingsError,
  startTime,
  tokensOf,
  webhookAddresses,
} from '../../../src/cli/serve/settings.ts';

const all = ['a', 'b', 'c'].map((name) => ({ name, actor: `${name}-controller` })) as never[];
it('gates without an effect are named', () => {
  const gates = parseGates('WinDSR=true,HPAScaleToZero=true,MemoryQoS=false', defaultProfile);
  const text = '--feature-gates: accepted, and without effect here: WinDSR, MemoryQoS';
  expect(idleGatesText(gates)).toBe(text);
  expect(idleGatesText({ HPAScaleToZero: true })).toBeUndefined();
});

it('what is to be served otherwise is checked, and what is not there is named', () => {
  const profile = servingAs(withGates(profileOf(35), { GenericWorkload: true }), {
    runtimeConfig: 'scheduling.k8s.io/v1alpha1=true',
  });
  expect(missingText(profile)).toBe(
    '--runtime-config: accepted, and not served here: scheduling.k8s.io/v1alpha1 Workload',
  );
  expect(() => servingAs(defaultProfile, { runtimeConfig: 'x=true' })).toThrow(
    new SettingsError('--runtime-config: runtime-config invalid key x'),
  );
});

const namesOf = (list: string, ofScenario?: readonly string[]): readonly string[] =>
  chosenControllers(list, all, defaultProfile, ofScenario).map(
    (each) => (each as { name: string }).name,
  );

describe('controllers', () => {
  it.each<[list: string, ofScenario: readonly string[] | undefined, found: readonly string[]]>([
    ['none', ['a'], []],
    ['all', undefined, ['a', 'b', 'c']],
    ['all', ['b'], ['b']],
    ['c, a', undefined, ['a', 'c']],
    ['b,,', ['a'], ['b']],
  ])('%j with %j', (list, ofScenario, found) => {
    expect(namesOf(list, ofScenario)).toEqual(found);
  });

  it('must be there', () => {
    expect(() => namesOf('d')).toThrow(SettingsError);
    expect(() => namesOf('d')).toThrow(/^controllers: .*"d"/);
  });
});

describe('options', () => {
  const etcd = { etcd: ['http://127.0.0.1:2379'], clock: 1 };
  it.each<[options: object, message?: string]>([
    [{}],
    [{ http: true, httpAdmin: true }],
    [{ httpAdmin: true }, '--http-admin: only with --http; over TLS clients send their tokens'],
    [{ data: 'folder', clock: 5, clockStart: 'x', scenario: 'y', compaction: 'z' }],
    [etcd],
    [{ ...etcd, etcdCafile: 'a', etcdUser: 'b', eventTtl: '1h' }],
    [{ ...etcd, data: 'd' }, '--data: leave it out with --etcd, which keeps everything'],
    [
      { ...etcd, clock: 2 },
      "--clock: leave it out with --etcd: the clock of its servers is the machine's",
    ],
    [
      { ...etcd, clockStart: '2026-01-01T00:00:00Z' },
      "--clock-start: leave it out with --etcd: the clock of its servers is the machine's",
    ],
    [
      { ...etcd, scenario: 's' },
      '--scenario: leave it out with --etcd: its times would be those of one server',
    ],
    [{ ...etcd, storageLimit: 5 }, '--storage-limit: leave it out with --etcd, which has a quota'],
    [{ ...etcd, compaction: '* * * * *' }, '--compaction: with --etcd it is --etcd-compaction'],
    ...(
      [
        ['--etcd-cafile', 'etcdCafile'],
        ['--etcd-certfile', 'etcdCertfile'],
        ['--etcd-keyfile', 'etcdKeyfile'],
        ['--etcd-user', 'etcdUser'],
        ['--etcd-password-file', 'etcdPasswordFile'],
        ['--event-ttl', 'eventTtl'],
      ] as const
    ).map(([option, name]): [object, string] => [{ [name]: 'x' }, `${option}: only with --etcd`]),
  ])('%j together', (options, message) => {
    const check = (): void =>
      checkCombination({ http: false, httpAdmin: false, ...options } as never);
    if (message === undefined) expect(check).not.toThrow();
    else expect(check).toThrow(new SettingsError(message));
  });

  it.each<
    [asked: number | undefined, ofScenario: readonly unknown[] | undefined, isRefused: boolean]
  >([
    [undefined, [{}], false],
    [3, undefined, false],
    [3, [], false],
    [3, [{}], true],
    [0, [{}], true],
  ])('nodes: %j beside %j of a scenario', (asked, ofScenario, isRefused) => {
    const check = (): void => checkNodes(asked, ofScenario);
    if (isRefused)
      expect(check).toThrow('--nodes: leave it out, the scenario has nodes of its own');
    else expect(check).not.toThrow();
  });

  it.each<[text: string | undefined, mode: string | undefined]>([
    [undefined, undefined],
    ['rbac', 'rbac'],
    ['none', 'none'],
  ])('authorization %j', (text, mode) => {
    expect(authorizationMode(text)).toBe(mode);
  });

  it.each<[what: string, read: () => unknown, message: RegExp]>([
    [
      'a mode',
      () => authorizationMode('x'),
      /^--authorization: unknown mode "x"; there are masters, rbac, none$/,
    ],
    ['a plugin', () => admissionWithout('x'), /^--disable-admission-plugins: .*x/],
    ['an address', () => webhookAddresses(['x']), /^--webhook-address: /],
    ['a time', () => startTime('x', 1, undefined), /^--clock-start: /],
    ['a gate', () => parseGates('Odd=true', defaultProfile), /^--feature-gates: .*Odd/],
    [
      'a file of tokens',
      () => tokensOf('/none/tokens.csv'),
      /^--token-auth-file \/none\/tokens.csv: /,
    ],
  ])('name %s that there is', (_, read, message) => {
    expect(read).toThrow(SettingsError);
    expect(read).toThrow(message);
  });

  it('leave admission plugins out', () => {
    const every = admissionWithout('').length;
    expect(admissionWithout('LimitRanger').length).toBe(every - 1);
    expect(admissionWithout(' LimitRanger , ServiceAccount,').length).toBe(every - 2);
  });

  it.each<[text: string, gates: object]>([
    ['', {}],
    ['HPAScaleToZero=true', { HPAScaleToZero: true }],
    [' HPAScaleToZero=false , ,', { HPAScaleToZero: false }],
  ])('feature gates %j', (text, gates) => {
    expect(parseGates(text, defaultProfile)).toEqual(gates);
  });

  it.each([
    ['HPAScaleToZero', 'missing bool value for HPAScaleToZero'],
    [
      'HPAScaleToZero=yes',
      'invalid value of HPAScaleToZero=yes, err: strconv.ParseBool: parsing "yes": invalid syntax',
    ],
    ['=true', 'unrecognized feature gate: ;'],
  ])('no feature gates %j', (text, why) => {
    expect(() => parseGates(text, defaultProfile)).toThrow(`--feature-gates: ${why}`);
  });

  const simulated = parseTime('2026-01-01T00:00:00Z');
  it.each<
    [
      text: string | undefined,
      pace: number,
      ofScenario: number | undefined,
      start: number | undefined,
    ]
  >([
    [undefined, 1, undefined, undefined],
    [undefined, 60, undefined, simulated],
    [undefined, 0, undefined, simulated],
    [undefined, 1, 5, 5],
    [undefined, 1, 0, 0],
    ['2027-01-01T00:00:00Z', 1, 5, parseTime('2027-01-01T00:00:00Z')],
  ])('the start %j at pace %j with %j of a scenario', (text, pace, ofScenario, start) => {
    expect(startTime(text, pace as never, ofScenario)).toBe(start);
  });

  it('begin at the machine’s time where they say now, at any pace', () => {
    for (const pace of [1, 60, 'manual'] as const) {
      const before = machineTime();
      const start = startTime('now', pace, 5)!;
      expect(start).toBeGreaterThanOrEqual(before);
      expect(start).toBeLessThanOrEqual(machineTime());
    }
  });

  it('bound the history', () => {
    const { revisions, bytes } = historyWindow(5);
    expect([revisions, bytes]).toEqual([100_000, 5 * 1_048_576]);
  });

  it('bound what is stored: half of the heap limit, where they do not say', () => {
    expect(storageBytes(5)).toBe(5 * 1_048_576);
    expect(storageBytes(undefined)).toBe(getHeapStatistics().heap_size_limit / 2);
  });

  it('have tokens in a file', () => {
    expect(tokensOf(undefined)).toEqual([]);
    const folder = mkdtempSync(join(tmpdir(), 'orrery-tokens-'));
    const file = join(folder, 'tokens.csv');
    writeFileSync(file, 'secret,jane,7,"dev,ops"\n');
    expect(tokensOf(file)).toHaveLength(1);
    writeFileSync(file, 'secret');
    expect(() => tokensOf(file)).toThrow(SettingsError);
    rmSync(folder, { recursive: true });
  });
});
