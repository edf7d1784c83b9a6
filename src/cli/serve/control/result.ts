/** The result of a step or a check, as the control API answers it. */
import { formatMicroTime, badRequest } from '#values';
import type { CheckResult } from '#scenario';
import { fields, optional, type ValuesOf } from '#forms';
import { flag, text } from './forms.ts';

export const resultFields = {
  passed: flag({ doc: 'Whether the step was carried out, or what it checks held.' }),
  expected: optional(text({ doc: 'What had to happen.', example: 'Node "a" exists' })),
  found: optional(text({ doc: 'What happened instead, or what was found.', example: 'no Node' })),
  object: optional(
    fields(
      {
        kind: text({ doc: 'Its kind.', example: 'Pod' }),
        namespace: optional(text({ doc: 'Its namespace.', example: 'default' })),
        name: text({ doc: 'Its name.', example: 'web-0' }),
      },
      { doc: 'What the result is about.' },
    ),
  ),
};

/** @param result absent for a step that was carried out and checks nothing */
export function resultOf(result: CheckResult | undefined): ValuesOf<typeof resultFields> {
  if (result === undefined) return { passed: true };
  const { passed, expected, actual, object: about } = result;
  return {
    passed,
    expected,
    ...(actual !== '' && { found: actual }),
    ...(about !== undefined && { object: about }),
  };
}

/** Virtual time as answers have it. */
export const nowField = text({ doc: 'Virtual time.', example: '2026-01-01T00:00:00.000000Z' });

export function timeText(ms: number): string {
  return formatMicroTime(ms);
}

/** Reading a step: what is wrong with it is an error of the request. @throws {ApiError} 400 */
export async function reading<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && error.name === 'ScenarioError') throw badRequest(error.message);
    throw error;
  }
}
