import { withCode } from '#kinds';
import { mutatingAdmissionPolicyBinding } from '#policies';
import type { AdmissionPlugin } from '../plugin.ts';
import { isReviewed } from '../webhooks/handled.ts';
import { unbound } from './bound.ts';
import { decisions } from './late.ts';

/** MutatingAdmissionPolicy: expressions that change what is written. */
export const mutatingAdmissionPolicies: AdmissionPlugin = {
  name: 'MutatingAdmissionPolicy',
  handles: (kind, operation) =>
    isReviewed(kind) && (operation === 'CREATE' || operation === 'UPDATE'),
  isIdle: (_kind, _operation, _subresource, access) => isOff(access),

  mutate(object, old, request, access) {
    // Another plugin may have something to do: without policies the request gets no turn more.
    if (isOff(access)) return object;
    return withCode(decisions, (code) => code.mutateByPolicies({ object, old, request }, access));
  },
};

const isOff = unbound(mutatingAdmissionPolicyBinding, 'MutatingAdmissionPolicy');
