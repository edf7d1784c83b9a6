/** Which pods of older revisions go in one step. */
import { expect, it } from 'vitest';
import type { Pod } from '#types';
import { rolledTogether } from '../../../../controllers/statefulset/rolling.ts';
import { makePod } from '../objects.ts';

const settled = makePod('a');
const other = makePod('b');
const rolled = (isOld: (pod: Pod) => boolean) =>
  rolledTogether({
    pods: [settled, other],
    lowest: 0,
    most: 1,
    sparesReady: false,
    isSettled: (pod) => pod === settled,
    isOld,
  });

it('waits for a pod that is not settled while others are left to replace', () => {
  expect(rolled((pod) => pod === settled)).toEqual({ pods: [], waitsFor: other });
});

it('waits for nothing when all pods have the new revision', () => {
  expect(rolled(() => false)).toEqual({ pods: [] });
});
