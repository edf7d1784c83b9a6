/** Explains why the namespace controller deleted an object: its namespace goes. */
import { deletionBecause, type Deletion } from '#runtime';

export const deletion: Deletion = (pass) => {
  const subject = `Namespace ${pass.object.metadata.namespace ?? ''}`;
  return deletionBecause(pass, 'all that is in its namespace goes', [
    { subject, counts: true, because: 'it is being deleted, and has to be empty first' },
  ]);
};
