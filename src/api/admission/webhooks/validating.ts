import { withCode } from '#kinds';
import type { AdmissionPlugin } from '../plugin.ts';
import { isReviewed } from './handled.ts';
import { calls } from './late.ts';

/** ValidatingAdmissionWebhook: asks all webhooks at the same time, and waits for all of them. */
export const validatingAdmissionWebhook: AdmissionPlugin = {
  name: 'ValidatingAdmissionWebhook',
  handles: isReviewed,

  isIdle(kind, operation, subresource, { webhooks }) {
    return webhooks.validating.candidates(kind, operation, subresource).length === 0;
  },

  validate: (...args) => withCode(calls, (code) => code.askAll(...args)),
  examine: (old, request, access) =>
    withCode(calls, (code) => code.askAll(undefined, old, request, access)),
};
