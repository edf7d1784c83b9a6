/** Why something is as it is, as lines for a failed test. */
import { reconcilers } from '#controllers';
import type { Run } from '#run';
import { chainOf, linkLines, plainStyle, QuestionError, timeText } from '#record';
import type { Cluster } from '../cluster.ts';
import type { Where } from '../objects.ts';

type Change = Parameters<typeof chainOf>[0];

/** Returns why a field has its value; nothing where that cannot be asked. */
export async function whyField(
  cluster: Cluster,
  object: string,
  field: string,
  where: Where,
): Promise<readonly string[]> {
  try {
    return String(await cluster.why(object, field, where)).split('\n');
  } catch (error) {
    if (error instanceof QuestionError) return [error.message];
    throw error;
  }
}

/** Returns the latest write that is meant, and what led to it; nothing where there is none. */
export function whyLast(
  { log, scenario }: Run,
  isMeant: (change: Change) => boolean = () => true,
): readonly string[] {
  const { past } = log;
  for (const change of past.changesBefore(Infinity)) {
    if (!isMeant(change)) continue;
    const at = (time: number): string => timeText(time - scenario.startMs);
    return chainOf(change, past, reconcilers).flatMap((link) => linkLines(link, at, plainStyle));
  }
  return [];
}
