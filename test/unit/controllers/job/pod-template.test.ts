import { expect, it } from 'vitest';
import { podsOf } from '../../../../controllers/job/pod-template.ts';
import { makeJob, viewOf } from './jobs.ts';

it.each([
  ['work', undefined, 'work-'],
  ['work', 7, 'work-7-'],
  // What the server would cut off is the index.
  ['w'.repeat(60), 12, `${'w'.repeat(54)}-12-`],
])('pods of "%s" with the index %s are named "%s..."', (name, index, prefix) => {
  const job = makeJob({ completionMode: index === undefined ? 'NonIndexed' : 'Indexed' });
  const named = { ...job, metadata: { ...job.metadata, name } };
  expect(podsOf(viewOf(named, []), false)(index).metadata.generateName).toBe(prefix);
});
