/** On which gates and behaviours a value hangs: those with which it would come out otherwise. */
import { describe, expect, it } from 'vitest';
import { job, profileOf, type Profile } from '#kinds';
import type { Account } from '#runtime';
import {
  declaredHinges,
  fieldHinges,
  hingeLines,
  hingesOfAccount,
  prefixesOf,
  type Hinge,
} from '../../../src/record/why/hinges.ts';

const account = (value: unknown, rule = 'is so'): Account =>
  ({ value, rule, terms: [] }) as Account;
const told = (hinges: readonly Hinge[]): readonly string[] =>
  hinges.map(({ name, decides, otherwise }) =>
    otherwise === undefined ? `${name} ${decides}` : `${name} ${decides} ${String(otherwise)}`,
  );

describe('the hinges of an account', () => {
  const gate = 'JobReadyPods';
  const of = (retell: (profile: Profile) => Account | undefined, minor = 24): readonly string[] =>
    told(hingesOfAccount(profileOf(minor), retell));

  it.each<[what: string, retell: (profile: Profile) => Account | undefined, ...hinges: string[]]>([
    ['none that it does not ask for', () => account(1)],
    ['none where there is no account', (it) => (it.enabled(gate) ? undefined : account(1))],
    ['a gate with another value', (it) => account(it.enabled(gate) ? 1 : 2), `${gate} value 2`],
    [
      'a gate without which there is none',
      (it) => (it.enabled(gate) ? account(1) : undefined),
      `${gate} value`,
    ],
    [
      'a gate that leads to the same in another way',
      (it) => account(1, it.enabled(gate) ? 'one way' : 'the other'),
      `${gate} sum`,
    ],
    ['none that changes nothing', (it) => (it.enabled(gate) ? account(1) : account(1))],
    [
      'a gate without which nothing can be computed',
      (it) => {
        if (it.enabled(gate)) return account(1);
        throw new Error('there is no such function');
      },
      `${gate} some`,
    ],
    [
      'none that is off and changes only the way',
      (it) => account(1, it.enabled('CronJobTimeZone') ? 'one way' : 'the other'),
    ],
    [
      'one that is off and changes the value',
      (it) => account(it.enabled('CronJobTimeZone') ? 'a' : 'b'),
      'CronJobTimeZone value a',
    ],
    [
      'each of several that it asks for',
      (it) => account(Number(it.enabled(gate)) + Number(it.enabled('CronJobTimeZone'))),
      `${gate} value 0`,
      'CronJobTimeZone value 2',
    ],
  ])('are %s', (_, retell, ...hinges) => {
    expect(of(retell)).toEqual(hinges);
  });

  it('leave out gates that a release has no longer', () => {
    expect(of((it) => account(it.enabled(gate) ? 1 : 2), 31)).toEqual([]);
  });

  it('are none where nothing retells it, or where it looks at more than sixty names', () => {
    expect(hingesOfAccount(profileOf(24))).toEqual([]);
    const names = [...profileOf(24).gates].filter(([, { stage }]) => stage !== undefined);
    const asking = (count: number) => (it: Profile) =>
      account(names.slice(0, count).filter(([name]) => it.enabled(name)).length);
    expect(of(asking(60)).length).toBeGreaterThan(0);
    expect(of(asking(61))).toEqual([]);
  });
});

describe('the hinges of a field', () => {
  it.each<[minor: number, path: readonly string[], ...hinges: string[]]>([
    [28, ['spec', 'podReplacementPolicy'], 'JobPodReplacementPolicy field'],
    [24, ['spec', 'podReplacementPolicy']],
    [28, ['spec', 'none', 'podReplacementPolicy']],
    [28, ['status', 'active']],
    [25, ['spec', 'podFailurePolicy', 'rules', '*', 'action'], 'JobPodFailurePolicy field'],
    [33, ['spec', 'podFailurePolicy', 'rules', '*', 'action']],
    [25, ['spec', 'template', 'spec', 'hostUsers'], 'UserNamespacesStatelessPodsSupport field'],
    [28, ['spec', 'template', 'spec', 'hostUsers'], 'UserNamespacesSupport field'],
  ])('at 1.%i of %j are the gates that it is behind', (minor, path, ...hinges) => {
    expect(told(fieldHinges(job, path, profileOf(minor)))).toEqual(hinges);
  });

  it('that are declared are those of the nearest field that has some', () => {
    const hinges = {
      Job: { 'status.a': ['JobReadyPods', 'CronJobTimeZone'], status: ['CronJobTimeZone'] },
    };
    const accountants = [
      { hinges, explainers: [] },
      { hinges: { Job: { 'status.a': ['JobReadyPods'] } }, explainers: [] },
      { explainers: [] },
    ] as never;
    const declared = (...path: readonly string[]): readonly string[] =>
      told(declaredHinges(job, prefixesOf(path), { profile: profileOf(24), accountants }));
    expect(declared('status', 'a', 'b')).toEqual(['JobReadyPods some', 'CronJobTimeZone some']);
    expect(declared('status', 'b')).toEqual(['CronJobTimeZone some']);
    expect(declared('spec')).toEqual([]);
  });

  it('are asked for by all that begins its path, the longest first', () => {
    expect(prefixesOf(['a', 'b', 'c'])).toEqual(['a.b.c', 'a.b', 'a']);
  });
});

describe('the lines for hinges', () => {
  const hinge = { name: 'It', state: 'is so since 1.31', isOn: true, decides: 'some' } as const;
  const so = 'Because It is so since 1.31';

  it.each<[hinge: Partial<Hinge>, line: string]>([
    [{}, `${so}.`],
    [{ decides: 'field' }, `${so}: otherwise writes would lose the field.`],
    [{ decides: 'field', isOn: false }, `${so}: writes lose the field.`],
    [{ decides: 'value' }, `${so}: otherwise the value would be none.`],
    [{ decides: 'value', otherwise: 0 }, `${so}: otherwise the value would be 0.`],
    [{ decides: 'value', otherwise: 'x' }, `${so}: otherwise the value would be x.`],
    [{ decides: 'value', otherwise: { a: 1 } }, `${so}: otherwise the value would be {"a":1}.`],
    [
      { decides: 'value', otherwise: 'x'.repeat(100) },
      `${so}: otherwise the value would be ${'x'.repeat(100)}.`,
    ],
    [
      { decides: 'value', otherwise: 'x'.repeat(101) },
      `${so}: otherwise the value would be ${'x'.repeat(97)}....`,
    ],
    [{ decides: 'sum' }, `${so}: otherwise it would come to the same value in another way.`],
  ])('say of %j what it decides', (parts, line) => {
    expect(hingeLines([{ ...hinge, ...parts }])).toEqual([line, '']);
  });

  it('are none without hinges', () => {
    expect(hingeLines([])).toEqual([]);
    expect(hingeLines()).toEqual([]);
  });
});
