/** `--from-snapshot`: a scenario begins with the state of another run. */
import { momentOf } from '#record';
import { continued } from '#run';
import type { Scenario } from '#scenario';
import type { Past } from '#store';
import { openPast, registry } from '../past/open.ts';

/** Kinds that describe the past, or are recreated immediately. */
const LEFT_OUT = new Set(['Event', 'Lease']);

/**
 * Returns the scenario, beginning with the cluster at a moment of a run: `my.run`, or `my.run@90s`.
 * Virtual time continues from there; the nodes are those of the run.
 * @throws {UsageError} for a file that is not a run, and for an invalid moment
 */
export async function fromSnapshot(
  scenario: Scenario,
  snapshot: string,
  allowOutside?: boolean,
): Promise<Scenario> {
  const [, file, at] = /^(.*?)(?:@([^@/\\]+))?$/s.exec(snapshot)!;
  const { head, past } = await openPast({ run: file!, allowOutside });
  const { revision, time } = momentOf(at, past, head);
  return continued(scenario, { startMs: time, objects: stateAt(revision, past) });
}

function stateAt(revision: number, past: Past): Scenario['objects'] {
  return [...past.buckets]
    .flatMap((bucket) => past.list(bucket, revision))
    .filter(({ kind, apiVersion }) => {
      return !LEFT_OUT.has(kind) && registry.byKind(apiVersion, kind)?.wire.readOnly !== true;
    });
}
