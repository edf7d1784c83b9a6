/** The cell that `kubectl get jobs` shows of the status of a job. */
import { column } from '../object/columns.ts';
import { getCondition } from '../object/conditions.ts';
import type { Column } from '../object/kind-table.ts';
import type { Job } from '#types';

export const jobStatusColumns: readonly Column<Job>[] = [
  { ...statusColumn(['Suspended', 'FailureTarget']), since: 30, until: 33 },
  { ...statusColumn(['Suspended', 'FailureTarget', 'SuccessCriteriaMet']), since: 34 },
];

/** @param states the conditions that are shown of a job that has not ended, the most important first */
function statusColumn(states: readonly string[]): Column<Job> {
  return column('Status', 'string', 'How far the job is.', (object) => {
    const is = (type: string): boolean =>
      getCondition(object.status?.conditions, type)?.status === 'True';
    const end = ['Complete', 'Failed'].find(is);
    if (end !== undefined) return end;
    if (object.metadata.deletionTimestamp != null) return 'Terminating';
    return states.find(is) ?? 'Running';
  });
}
