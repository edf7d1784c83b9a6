/** Who accounts for status fields: the controllers, and the kubelets of the pool. */
import { accountants as controllers } from '#controllers';
import { accountant as kubelets } from '#pool';
import { declaredHinges } from './declared-hinges.ts';

export const accountants = [...controllers, kubelets].map((each) => {
  const hinges = declaredHinges[each.controller];
  return { ...each, ...(hinges && { hinges }) };
});
