/** Explains why a CronJob deleted a Job: to start another one, or because it keeps a limited number. */
import { cronJob, getCondition } from '#kinds';
import { splitKey } from '#values';
import type { Job } from '#types';
import { deletionBecause, type Deletion } from '#runtime';

export const deletion: Deletion = (pass) => {
  const { past, key = '' } = pass;
  const spec = past.get(cronJob, splitKey(key))?.spec;
  const { conditions } = (pass.object as Job).status ?? {};
  const is = (type: string): boolean => getCondition(conditions, type)?.status === 'True';
  const subject = `CronJob ${key}`;
  if (!is('Complete') && !is('Failed')) {
    const because = `its concurrencyPolicy is ${spec?.concurrencyPolicy ?? 'Allow'}: the Job still ran when the next one was due`;
    return deletionBecause(pass, 'another Job takes its place', [
      { subject, counts: true, because },
    ]);
  }
  const field = is('Complete') ? 'successfulJobsHistoryLimit' : 'failedJobsHistoryLimit';
  const because = `${subject} keeps no more Jobs that are ${is('Complete') ? 'complete' : 'failed'}, and the oldest go first`;
  return deletionBecause(pass, 'its CronJob keeps a limited number of finished Jobs', [
    { subject: field, amount: spec?.[field], counts: true, because },
  ]);
};
