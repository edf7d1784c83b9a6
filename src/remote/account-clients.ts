import type { Profile } from '#kinds';
import type { Origin } from '#values';
import type { Client, ClientFactory } from '#request';
import { AccountToken, type AccountRef } from './account-token.ts';
import { Http, type Connection } from './http.ts';
import { RemoteClients } from './remote.ts';

/**
 * Clients of a remote server that act as service accounts, each with the rights of its own: the
 * account that an origin belongs to. Those of other origins have the credentials of the connection,
 * which request the tokens of the accounts.
 */
export class AccountClients implements ClientFactory {
  readonly #connection: Connection;
  readonly #accountOf: (origin: Origin) => AccountRef | undefined;
  readonly #own: RemoteClients;
  readonly #profile: Profile;
  readonly #issuer: Http;
  readonly #userAgent: string;
  /** By account. */
  readonly #clients = new Map<string, RemoteClients>();

  constructor(
    connection: Connection,
    profile: Profile,
    accountOf: (origin: Origin) => AccountRef | undefined,
    userAgent: string,
  ) {
    this.#connection = connection;
    this.#profile = profile;
    this.#accountOf = accountOf;
    this.#own = new RemoteClients(connection, profile);
    this.#issuer = new Http(connection);
    this.#userAgent = userAgent;
  }

  as(origin: Origin): Client {
    const account = this.#accountOf(origin);
    return (account === undefined ? this.#own : this.#clientsOf(account)).as(origin);
  }

  /** Closes idle connections. */
  close(): void {
    this.#own.close();
    this.#issuer.close();
    for (const clients of this.#clients.values()) clients.close();
  }

  #clientsOf(account: AccountRef): RemoteClients {
    const key = `${account.namespace}/${account.name}`;
    let clients = this.#clients.get(key);
    if (clients === undefined) {
      const source = new AccountToken(this.#issuer, account, this.#userAgent);
      const token = (refused?: string): Promise<string> => source.get(refused);
      clients = new RemoteClients({ ...this.#connection, client: undefined, token }, this.#profile);
      this.#clients.set(key, clients);
    }
    return clients;
  }
}
