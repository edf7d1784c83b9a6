/** Explains why a Deployment deleted a ReplicaSet: it keeps a limited number of old ones. */
import { deployment, replicaSet } from '#kinds';
import { keyOf, splitKey } from '#values';
import { deletionBecause, pastChildren, type Deletion } from '#runtime';
import { historyLimit } from './conditions.ts';

export const deletion: Deletion = (pass) => {
  const { past, key = '' } = pass;
  const found = past.get(deployment, splitKey(key));
  const limit = found && historyLimit(found);
  const sets = found === undefined ? [] : pastChildren(past, replicaSet, found);
  const empty = sets.filter(({ spec, status }) => spec.replicas === 0 && status.replicas === 0);
  return deletionBecause(pass, 'its Deployment keeps a limited number of old ReplicaSets', [
    {
      subject: 'revisionHistoryLimit',
      amount: limit,
      counts: true,
      because: `old ReplicaSets that ${key} keeps for a rollback; the oldest go first`,
    },
    ...empty.map((set) => {
      const counts = set.metadata.uid === pass.object.metadata.uid;
      const because = counts ? 'it is the oldest of those without pods' : 'it has no pods either';
      return { subject: `ReplicaSet ${keyOf(set)}`, counts, because };
    }),
  ]);
};
