import { withCode } from '#kinds';
import { validatingAdmissionPolicyBinding } from '#policies';
import type { AdmissionPlugin } from '../plugin.ts';
import { isReviewed } from '../webhooks/handled.ts';
import { unbound } from './bound.ts';
import { decisions } from './late.ts';

/** ValidatingAdmissionPolicy: expressions that may refuse a request, or warn about it. */
export const validatingAdmissionPolicies: AdmissionPlugin = {
  name: 'ValidatingAdmissionPolicy',
  handles: isReviewed,
  isIdle: (_kind, _operation, _subresource, access) => isOff(access),
  validate(object, old, request, access) {
    // Another plugin may have something to do: without policies the request gets no turn more.
    if (isOff(access)) return undefined;
    return withCode(decisions, ({ judge }) => judge({ object, old, request }, access));
  },
  examine: (old, request, access) =>
    withCode(decisions, ({ judge }) => judge({ object: undefined, old, request }, access)),
};

const isOff = unbound(validatingAdmissionPolicyBinding, 'ValidatingAdmissionPolicy');
