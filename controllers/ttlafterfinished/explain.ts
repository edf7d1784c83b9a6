/** Explains why a finished Job was deleted: its time to live. */
import type { Job } from '#types';
import { formatTime } from '#values';
import { deletionBecause, type Deletion } from '#runtime';
import { keptFor } from './ttl.ts';

export const deletion: Deletion = (pass) => {
  const job = pass.object as Job;
  const { ttlSecondsAfterFinished = 0 } = job.spec;
  const left = keptFor(job, pass.past.now) ?? 0;
  const due = pass.past.now + left;
  const end = formatTime(due - (ttlSecondsAfterFinished ?? 0) * 1000);
  return deletionBecause(pass, 'it has finished, and its time to live is over', [
    {
      subject: 'finished',
      amount: end,
      counts: true,
      because: 'when it was complete or had failed',
    },
    {
      subject: 'ttlSecondsAfterFinished',
      amount: ttlSecondsAfterFinished,
      counts: true,
      because: `it is kept until ${formatTime(due)}`,
    },
  ]);
};
