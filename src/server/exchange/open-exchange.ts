/** From the head of a request to an exchange: authentication and authorization. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Random, type RandomStream } from '#clock';
import { nameHeader } from '../answer/answer-head.ts';
import type { ServerAppOptions } from '../app-options.ts';
import { authenticate } from '../auth/authenticate.ts';
import { CertificateUsers } from '../auth/certificate-users.ts';
import { accessOf, authorize } from '../auth/authorize.ts';
import { ShownTokens } from '../auth/shown-tokens.ts';
import { admin } from '../auth/tokens.ts';
import { anonymous, type User } from '../auth/user.ts';
import { Exchange, type Server } from './exchange.ts';
import { isProbe } from '../routes/health.ts';
import { checkOrigin, isLocal } from '../connection/guard.ts';
import { checkTimeout } from '../request/request-timeout.ts';
import { nameFlow } from '../answer/flow-headers.ts';
import { readAbsolute, readTarget } from '../request/target.ts';
import { Warnings } from '../answer/warnings.ts';

type OpenerOptions = Pick<ServerAppOptions, 'anonymous' | 'hostNames' | 'localAdmin'>;

export class ExchangeOpener {
  readonly #server: Server;
  readonly #options: OpenerOptions;
  readonly #auditIds: RandomStream;
  readonly #certificates = new CertificateUsers();
  readonly #shown = new ShownTokens();

  constructor(server: Server, options: OpenerOptions) {
    this.#server = server;
    this.#options = options;
    this.#auditIds = new Random(server.wall.now()).stream('server/audit ids');
  }

  /** @throws {ApiError} */
  open(req: IncomingMessage, res: ServerResponse): Exchange {
    // However the request ends, its answer can be found by this.
    nameHeader(res, 'Audit-Id', req.headers['audit-id']?.toString() || this.#auditIds.uuid());
    const named = readAbsolute(req.url!);
    if (named !== undefined) req.url = named.url;
    const { headers } = req;
    checkOrigin(
      named === undefined ? headers : { ...headers, ...named },
      this.#options.hostNames ?? [],
    );
    const { path, query } = readTarget(req.method!, req.url!);
    checkTimeout(path, query);
    const isOpen = isProbe(path.path) && headers.authorization === undefined;
    const user = isOpen ? anonymous : this.#user(req);
    const access = accessOf(path, query);
    nameFlow(res, path, this.#server.api.flowOf(user, access));
    if (!isOpen) authorize(this.#server.api.authorizer, user, access);
    const warnings = new Warnings(res);
    return new Exchange({ server: this.#server, req, res, path, query, user, warnings });
  }

  /** @throws {ApiError} 401; 403 for a user that may not be impersonated */
  #user(req: IncomingMessage): User {
    const { tokens, accountTokens, api, profile } = this.#server;
    const { authorizer } = api;
    const unnamed = this.#anonymousOf(req);
    return authenticate(req, {
      certificates: this.#certificates,
      shown: this.#shown,
      ...{ tokens, accountTokens, authorizer, profile },
      anonymous: unnamed,
    });
  }

  /** The user of a request without credentials. */
  #anonymousOf(req: IncomingMessage): User | undefined {
    if (this.#options.localAdmin === true && isLocal(req)) return admin;
    return this.#options.anonymous === true ? anonymous : undefined;
  }
}
