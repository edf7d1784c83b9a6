import { describe, expect, it } from 'vitest';
import { defaultProfile } from '#kinds';
import type { Pod } from '#types';
import { isFinished, isTerminatingUnbound, tooMany } from '../../../../controllers/podgc/plan.ts';
import { makePod } from '../objects.ts';

function finished(...pods: readonly (readonly [name: string, second: number])[]): Map<string, Pod> {
  return new Map(
    pods.map(([name, second]) => {
      const creationTimestamp = `2026-11-20T20:00:0${second}Z`;
      return [name, makePod(name, {}, { creationTimestamp })];
    }),
  );
}

describe('tooMany', () => {
  const three = finished(['b', 5], ['c', 1], ['a', 5]);
  for (const [kept, names] of [
    [4, []],
    [3, []],
    [2, ['c']],
    [1, ['c', 'a']],
    [0, ['c', 'a', 'b']],
  ] as const) {
    it(`of three beyond ${kept}: ${names.join() || 'none'}`, () => {
      expect(tooMany(three, defaultProfile, kept).map(({ metadata }) => metadata.name)).toEqual(
        names,
      );
    });
  }

  it('keeps 12500 by default', () => {
    const many = new Map<string, Pod>();
    for (let i = 0; i < 12_502; i++) many.set(String(i), makePod(String(i).padStart(5, '0')));
    expect(tooMany(many, defaultProfile).map(({ metadata }) => metadata.name)).toEqual([
      '00000',
      '00001',
    ]);
  });
});

it('knows which pods have finished', () => {
  const phases = ['Pending', 'Running', 'Unknown', 'Succeeded', 'Failed', undefined] as const;
  const found = phases.filter((phase) => isFinished({ ...makePod('web'), status: { phase } }));
  expect(found).toEqual(['Succeeded', 'Failed']);
});

it('knows which pods terminate on no node', () => {
  const deleting = { deletionTimestamp: '2026-11-20T20:00:00Z' };
  expect(isTerminatingUnbound(makePod('web', {}, deleting))).toBe(true);
  expect(isTerminatingUnbound(makePod('web'))).toBe(false);
  expect(isTerminatingUnbound(makePod('web', { nodeName: 'n1' }, deleting))).toBe(false);
});
