import { describe, expect, it } from 'vitest';
import { readPlan } from '#grade';
import { beginsLater } from '../../../../src/grade/explore/ahead.ts';

describe('a client that has started already', () => {
  it.each([
    ['{"stale":"pods","step":1,"through":2}', true],
    ['{"stale":"pods","step":0,"through":2}', false],
    ['{"kill":"create pods","step":0,"count":1}', false],
    ['{"away":"client","step":1,"through":1}', true],
    ['{"rewind":"pods","step":0,"through":1}', true],
    ['{"rewind":"pods","step":0,"through":0}', false],
    ['{"touch":"pods a/b","step":1},{"conflict":"update pods","step":0}', false],
  ])('%s: fits %s', (plan, fits) => {
    expect(beginsLater(readPlan(`[${plan}]`, ''))).toBe(fits);
  });
});
