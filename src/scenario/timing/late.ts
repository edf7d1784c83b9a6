/** Steps that come too late to be played, and checks too late to be decided. */
import type { Millis } from '#clock';
import { formatGoDuration } from '#values';
import type { StepDraft } from '../step-shape.ts';

/** Notes warnings; `untilMs` is undefined when the end follows the last step. */
export function warnOfLateSteps(drafts: readonly StepDraft[], untilMs: Millis | undefined): void {
  if (untilMs === undefined) return;
  const end = `the scenario ends at ${formatGoDuration(untilMs)}`;
  for (const { node, checker, atMs, withinMs = 0, forMs = 0 } of drafts) {
    if (atMs > untilMs) {
      checker.warning(
        node,
        `the step is never played: its time is ${formatGoDuration(atMs)}, and ${end}`,
      );
      continue;
    }
    const decidedMs = atMs + Math.max(withinMs, forMs);
    if (decidedMs <= untilMs) continue;
    checker.warning(node, `the check may still wait at ${formatGoDuration(decidedMs)}, but ${end}`);
  }
}
