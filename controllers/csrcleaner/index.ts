/** Deletes old certificate signing requests: each hour those that are decided or forgotten. */
import { certificateSigningRequest as kind } from '#kinds';
import { isNotFound } from '#values';
import type { ControllerDefinition } from '#runtime';
import { isOld } from './age.ts';

const PERIOD_MS = 3_600_000;

export const csrCleaner: ControllerDefinition = {
  name: 'csrcleaner',
  actor: 'certificate-controller',
  start(context) {
    const { clock } = context;
    const requests = context.informer(kind);
    const options = { name: 'csr cleaning', periodMs: PERIOD_MS, initialDelayMs: 0 };
    context.every(options, async ({ client }) => {
      for (const request of requests.lister.list()) {
        if (!isOld(request, clock.now())) continue;
        try {
          await client.delete(kind, { name: request.metadata.name });
        } catch (error) {
          if (!isNotFound(error)) throw error;
        }
      }
    });
  },
};
