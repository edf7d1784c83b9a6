/** Steps and checks behind the end of a scenario: those at the last instant are still in time. */
import { expect, it } from 'vitest';
import type { StepDraft } from '../../../src/scenario/step-shape.ts';
import { warnOfLateSteps } from '../../../src/scenario/timing/late.ts';

const end = 'the scenario ends at 10s';

it.each<[times: Pick<StepDraft, 'atMs' | 'withinMs' | 'forMs'>, warnings: readonly string[]]>([
  [{ atMs: 10_000 }, []],
  [{ atMs: 10_001 }, [`the step is never played: its time is 10.001s, and ${end}`]],
  [{ atMs: 10_001, withinMs: 1000 }, [`the step is never played: its time is 10.001s, and ${end}`]],
  [{ atMs: 9000, withinMs: 1000 }, []],
  [{ atMs: 9000, withinMs: 1001 }, [`the check may still wait at 10.001s, but ${end}`]],
  [{ atMs: 9000, forMs: 1000 }, []],
  [{ atMs: 9000, forMs: 1001 }, [`the check may still wait at 10.001s, but ${end}`]],
  [{ atMs: 8000, withinMs: 2000, forMs: 1500 }, []],
  [{ atMs: 8000, withinMs: 3000, forMs: 1500 }, [`the check may still wait at 11s, but ${end}`]],
])('%j: %j', (times, warnings) => {
  const found: string[] = [];
  const checker = { warning: (_: unknown, message: string) => void found.push(message) };
  const draft = { node: undefined, checker, ...times } as unknown as StepDraft;
  warnOfLateSteps([draft, draft], 10_000);
  expect(found).toEqual([...warnings, ...warnings]);
  found.length = 0;
  warnOfLateSteps([draft], undefined);
  expect(found).toEqual([]);
});
