/** Tokens of service accounts, requested from the server that they are for. */
import { isAlreadyExists, isNotFound } from '#values';
import { serviceAccount } from '#kinds';
import type { authenticationV1 } from '#types';
import type { Http } from './http.ts';
import { errorOf } from './remote-error.ts';
import { collectionPath, objectPath } from './urls.ts';

export interface AccountRef {
  readonly namespace: string;
  readonly name: string;
}

/** How long they are requested for, as v1.24's controllers do; seconds. */
const expirationSeconds = 3600;

/** The token of an account, which is created if it does not exist. */
export class AccountToken {
  readonly #http: Http;
  readonly #account: AccountRef;
  readonly #userAgent: string;
  #current: Promise<string> | undefined;

  /** @param http with the right to create accounts and their tokens */
  constructor(http: Http, account: AccountRef, userAgent: string) {
    this.#http = http;
    this.#account = account;
    this.#userAgent = userAgent;
  }

  /**
   * Resolves with a token; with another one after the server has refused it. It rejects, and a later
   * call tries again, when the server gives none.
   */
  async get(refused?: string): Promise<string> {
    const known = await this.#current;
    if (known !== undefined && known !== refused) return known;
    const requested = this.#request();
    this.#current = requested;
    try {
      return await requested;
    } catch (error) {
      if (this.#current === requested) this.#current = undefined;
      throw error;
    }
  }

  async #request(): Promise<string> {
    const path = objectPath(serviceAccount, this.#account, 'token');
    const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' };
    const request = { ...body, spec: { expirationSeconds } };
    const text = await this.#post(path, request).catch(async (error: unknown) => {
      if (!isNotFound(error)) throw error;
      await this.#createAccount();
      return this.#post(path, request);
    });
    return (JSON.parse(text) as authenticationV1.TokenRequest).status.token;
  }

  async #createAccount(): Promise<void> {
    const { namespace, name } = this.#account;
    const body = { apiVersion: 'v1', kind: serviceAccount.kind, metadata: { name } };
    try {
      await this.#post(collectionPath(serviceAccount, namespace), body);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
  }

  async #post(path: string, body: object): Promise<string> {
    const answer = await this.#http.call({
      method: 'POST',
      path,
      body,
      userAgent: this.#userAgent,
    });
    if (answer.status >= 400) throw errorOf(answer);
    return answer.text;
  }
}
