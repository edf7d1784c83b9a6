/** Explains why the garbage collector deleted an object: what has happened to its owners. */
import { kindsOf } from '#catalog';
import { apiVersionOf } from '#kinds';
import { deletionBecause, type Deletion, type PastView, type Term } from '#runtime';
import type { KubeObject } from '#values';
import type { OwnerReference } from '#types';
import { stateOf } from './plan.ts';

export const deletion: Deletion = (pass) => {
  const { ownerReferences = [] } = pass.object.metadata;
  const terms = ownerReferences.map((each) => ownerTerm(each, pass.object, pass.past));
  return deletionBecause(pass, 'none of its owners is there to stay', terms);
};

function ownerTerm(reference: OwnerReference, { metadata }: KubeObject, past: PastView): Term {
  const { apiVersion, kind, name, uid } = reference;
  const known = kindsOf(past.profile).find(
    (each) => each.kind === kind && apiVersionOf(each) === apiVersion,
  );
  const namespace = known?.namespaced === false ? undefined : metadata.namespace;
  const subject = `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`;
  const owner = known && past.get(known, { name, ...(namespace !== undefined && { namespace }) });
  if (owner?.metadata.uid !== uid) return { subject, counts: true, because: 'it is gone' };
  return stateOf(owner) === 'waiting'
    ? {
        subject,
        counts: true,
        because: 'it is being deleted, and waits for what it owns to go first',
      }
    : { subject, counts: false, because: 'it is there' };
}
