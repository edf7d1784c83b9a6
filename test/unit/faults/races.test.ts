import { describe, expect, it } from 'vitest';
import { readForm } from '#forms';
import { faultsOfRaces, faultText, racesForm, readRaces } from '#faults';
import { PastRevisions } from '../../../src/faults/past-revisions.ts';

describe('races', () => {
  const names = ['race-definitions', 'race-kinds', 'race-storage', 'race-discovery'];

  it('are faults by their names, and those that are absent do not take place', () => {
    const all = faultsOfRaces(readRaces('all')).map(({ name }) => name);
    expect(all).toEqual([...names, 'race-servers', 'race-informers']);
    expect(faultsOfRaces({})).toEqual([]);
    expect(faultsOfRaces({ servers: 1500 }).map(faultText)).toEqual([
      'race-servers: stale: caches of 3 servers, behind by up to 1s500ms',
    ]);
  });

  it.each([
    ['all', Object.keys(readRaces('all')).length],
    [['discovery'], 1],
    ['servers', 1],
    [{ discovery: '10s', informers: 1 }, 2],
  ])('are read from %j', (written, count) => {
    const { value, problems } = readForm(racesForm, written);
    expect(problems).toEqual([]);
    expect(Object.keys(value!)).toHaveLength(count);
  });

  it.each([
    ['some', 'expected all, or some of definitions, kinds'],
    [['servers', 'serves'], 'expected all, or some of'],
    [{ servers: 0 }, 'expected a duration such as 30s'],
    [{ serves: '1s' }, 'unknown field "serves"'],
  ])('are refused as %j', (written, message) => {
    const { value, problems } = readForm(racesForm, written);
    expect(value).toBeUndefined();
    expect(problems[0]!.message).toContain(message);
  });

  it('are read from a command line', () => {
    expect(readRaces('servers')).toEqual({ servers: 1000 });
    expect(readRaces('discovery=10s, servers')).toEqual({ discovery: 10_000, servers: 1000 });
    expect(() => readRaces('serves')).toThrow('expected all, or some of');
    expect(() => readRaces('servers=soon')).toThrow('expected a duration');
  });
});

describe('revisions of the past', () => {
  it('are those of the last write until then; what was there at first counts as old', () => {
    const past = new PastRevisions(41);
    past.note(100, 42);
    past.note(100, 43);
    past.note(200, 44);
    expect([0, 99, 100, 199, 200, 900].map((time) => past.at(time))).toEqual([
      41, 41, 43, 43, 44, 44,
    ]);
    expect([40, 41, 42, 43, 44, 45].map((revision) => past.timeOf(revision))).toEqual([
      ...[-Infinity, -Infinity, 100, 100, 200, -Infinity],
    ]);
  });

  it('are forgotten when nothing can lag so far', () => {
    const past = new PastRevisions(1);
    for (let i = 1; i <= 2000; i++) past.note(i * 1000, i + 1);
    expect(past.at(0)).toBeGreaterThan(700);
    expect(past.at(1_900_000)).toBe(1901);
  });
});
