import type { Client, ClientFactory } from '#request';
import type { Origin } from '#values';
import type { ControllerDefinition } from './controller.ts';

/** Returns the service account of a controller, in `kube-system`; undefined for programs with credentials of their own. */
export function accountOf({ account, actor }: ControllerDefinition): string | undefined {
  return account === false ? undefined : (account ?? actor);
}

/** Has each controller act as its service account, as those of most clusters do. */
export class AccountedClients implements ClientFactory {
  readonly #clients: ClientFactory;
  /** By the name of the controller. */
  readonly #accounts: ReadonlyMap<string, string | undefined>;

  constructor(clients: ClientFactory, definitions: readonly ControllerDefinition[]) {
    this.#clients = clients;
    this.#accounts = new Map(definitions.map((each) => [each.name, accountOf(each)]));
  }

  as(origin: Origin): Client {
    const account = origin.reconcile && this.#accounts.get(origin.reconcile.controller);
    return this.#clients.as(account === undefined ? origin : { ...origin, account });
  }
}
