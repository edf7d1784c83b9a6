/** Controllers that act as accounts of their own. */
import { expect, it } from 'vitest';
import type { Client } from '#request';
import { AccountedClients, type ControllerDefinition } from '#runtime';
import type { Origin } from '#values';

const definition = (name: string, actor: string, account?: string | false): ControllerDefinition =>
  ({ name, actor, ...(account !== undefined && { account }) }) as ControllerDefinition;

it('are named by their accounts in what they do, but for programs of their own', () => {
  const asked: Origin[] = [];
  const inner = {
    as(origin: Origin) {
      asked.push(origin);
      return {} as Client;
    },
  };
  const clients = new AccountedClients(inner, [
    definition('job', 'job-controller'),
    definition('daemonset', 'daemonset-controller', 'daemon-set-controller'),
    definition('scheduler', 'default-scheduler', false),
  ]);
  const reconciling = (controller: string): Origin => ({
    actor: 'x',
    reconcile: { controller, key: 'a/b', number: 1 },
  });
  for (const controller of ['job', 'daemonset', 'scheduler']) clients.as(reconciling(controller));
  clients.as({ actor: 'kube-controller-manager' });
  expect(asked.map(({ account }) => account)).toEqual([
    ...['job-controller', 'daemon-set-controller', undefined, undefined],
  ]);
});
