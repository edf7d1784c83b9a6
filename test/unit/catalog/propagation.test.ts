/** What happens to dependents when a delete does not specify it: v1.24 keeps those of three older kinds. */
import { expect, it } from 'vitest';
import { apiVersionOf, defaultProfile } from '#kinds';
import { kindsOf } from '#catalog';

const kinds = kindsOf(defaultProfile);

it('orphans by default what v1.24 orphans, for old clients', () => {
  const orphaning = kinds.filter(
    ({ wire: { defaultPropagation } }) => defaultPropagation === 'Orphan',
  );
  expect(orphaning.map((kind) => `${apiVersionOf(kind)} ${kind.kind}`).sort()).toEqual([
    'batch/v1 Job',
    'batch/v1beta1 CronJob',
    'v1 ReplicationController',
  ]);
});
