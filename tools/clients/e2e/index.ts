/**
 * What Kubernetes' own end-to-end suites do with custom kinds, webhooks, chunked lists and volumes, as requests: the steps
 * of their public descriptions, not their code.
 */
import { webhookServer } from '../../../test/support/webhook-server.ts';
import type { Client } from '../suite.ts';
import { Steps } from '../steps.ts';
import { Admin } from './admin.ts';
import { converting } from './converting.ts';
import { webhooks } from './hooks.ts';
import { customKinds } from './kinds.ts';
import { lists } from './lists.ts';
import { publishing } from './publishing.ts';

/** Those of v1.24. */
export const e2e: Client = {
  name: 'e2e',
  version: '1.24',
  does: "the steps of Kubernetes' own end-to-end suites: published OpenAPI, defaulting, pruning, conversion, admission webhooks, chunked lists and tables, volumes",
  kubernetes: ['1.24', '1.37'],
  prepare: () =>
    Promise.resolve({
      version: 'v1.24',
      async run({ kubeconfig }) {
        const steps = new Steps();
        const admin = new Admin(kubeconfig);
        const server = await webhookServer();
        await publishing(admin, steps);
        await customKinds(admin, steps);
        await webhooks(admin, server, steps);
        await converting(admin, server, steps);
        await lists(admin, steps);
        await server.close();
        admin.close();
        return steps.results;
      },
    }),
};
