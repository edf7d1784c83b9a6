/** The run record as JSON: the same bytes for the same scenario and seed, whatever the speed. */
import { formatTime } from '#kinds';
import type { RecordEntry } from '#record';
import type { CheckResult, Scenario } from '#scenario';

export interface RecordDocument {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly entries: readonly RecordEntry[];
  readonly checks: readonly CheckResult[];
}

/** One JSON document, an entry a line, so that two runs can be compared by line. */
export function recordText({ scenario, seed, entries, checks }: RecordDocument): string {
  const head = {
    format: 'orrery-run/1',
    scenario: scenario.name,
    seed,
    start: formatTime(scenario.startMs),
    seconds: scenario.untilMs / 1000,
    passed: checks.every(({ passed }) => passed),
  };
  const fields = JSON.stringify(head).slice(1, -1);
  return `{${fields},\n"checks":${lines(checks)},\n"entries":${lines(entries)}}\n`;
}

function lines(values: readonly unknown[]): string {
  if (values.length === 0) return '[]';
  return `[\n${values.map((value) => JSON.stringify(value)).join(',\n')}\n]`;
}
