import { withCode } from '#kinds';
import type { AdmissionPlugin } from '../plugin.ts';
import { isReviewed } from './handled.ts';
import { calls } from './late.ts';

/** MutatingAdmissionWebhook: asks webhooks, which may change what is written. */
export const mutatingAdmissionWebhook: AdmissionPlugin = {
  name: 'MutatingAdmissionWebhook',
  handles: isReviewed,

  isIdle(kind, operation, subresource, { webhooks }) {
    return webhooks.mutating.candidates(kind, operation, subresource).length === 0;
  },

  mutate: (...args) => withCode(calls, (code) => code.mutateByWebhooks(...args)),
  examine: (...args) => withCode(calls, (code) => code.examineByWebhooks(...args)),
};
