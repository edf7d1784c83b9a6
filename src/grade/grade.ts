/** Grades a client in many cases, several side by side. */
import type { GradeCase } from './case/case.ts';
import { gradeCase, type Graded } from './grade-case.ts';
import type { CaseResult } from './result.ts';

/**
 * Resolves with the results in the order of the cases.
 * @param jobs how many cases run at once
 * @param report called for each result as it comes
 */
export async function gradeAll(
  cases: readonly GradeCase[],
  graded: Graded,
  jobs: number,
  report: (result: CaseResult) => void = () => undefined,
): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let i = next++; i < cases.length; i = next++) {
      results[i] = await gradeCase(cases[i]!, graded);
      report(results[i]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, cases.length) }, work));
  return results;
}
