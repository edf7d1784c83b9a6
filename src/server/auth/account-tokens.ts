/** Tokens of service accounts: valid as long as the account and the bound objects exist. */
import {
  accountUserName,
  apiAudience,
  authenticated,
  type AccountToken,
  type Known,
  type TokenIssuer,
  type User,
} from '#api';
import type { Millis } from '#clock';
import type { Claims, TokenSigner } from './token-signer.ts';

const usualIssuers: readonly string[] = [apiAudience];

/** Clocks of machines differ: v1.24 accepts a token this long before and after its validity, s. */
const leeway = 60;
/** How many verified tokens are cached. */
const mostKept = 1_000;

export interface AccountTokensOptions {
  /**
   * The first is named in tokens; tokens of all of them are accepted. They are also the audiences of the API's own tokens.
   * Default: as kubeadm sets it up.
   */
  readonly issuers?: readonly string[] | undefined;
  readonly signer: TokenSigner;
  /** The account as it is now; undefined when it, or what the token is bound to, is gone. */
  readonly userOf: (token: AccountToken) => User | undefined;
  /** Virtual time, ms. */
  readonly now: () => Millis;
}

export class AccountTokens implements TokenIssuer {
  readonly #options: AccountTokensOptions;
  readonly ownAudiences: readonly string[];
  /** By token, the oldest first. Signatures do not change, and checking them costs most here. */
  readonly #signed = new Map<string, Claims>();

  constructor(options: AccountTokensOptions) {
    this.#options = options;
    this.ownAudiences = options.issuers ?? usualIssuers;
  }

  get issuer(): string {
    return this.ownAudiences[0]!;
  }

  issue(token: AccountToken): string {
    const { namespace, account, pod, secret, node, id } = token;
    const { audiences, issued, expires, warnAfter } = token;
    const iat = seconds(issued);
    return this.#options.signer.sign({
      aud: audiences,
      exp: seconds(expires),
      iat,
      iss: this.issuer,
      ...(id !== undefined && { jti: id }),
      'kubernetes.io': {
        namespace,
        ...(node && { node }),
        ...(pod && { pod }),
        ...(secret && { secret }),
        serviceaccount: account,
        ...(warnAfter !== undefined && { warnafter: seconds(warnAfter) }),
      },
      nbf: iat,
      sub: accountUserName({ namespace, name: account.name }),
    });
  }

  /** The user of a token that is valid for one of the audiences. */
  find(token: string, audiences: readonly string[]): Known | undefined {
    const claims = this.#claimsOf(token);
    if (claims === undefined || !this.ownAudiences.includes(claims.iss)) return undefined;
    const now = seconds(this.#options.now());
    if (now > claims.exp + leeway || now < claims.nbf - leeway) return undefined;
    const shared = claims.aud.filter((audience) => audiences.includes(audience));
    if (shared.length === 0) return undefined;
    const user = this.#options.userOf(accountTokenOf(claims));
    if (user === undefined) return undefined;
    return { user: { ...user, groups: [...user.groups, authenticated] }, audiences: shared };
  }

  #claimsOf(token: string): Claims | undefined {
    const known = this.#signed.get(token);
    if (known !== undefined) return known;
    const claims = this.#options.signer.read(token);
    if (claims === undefined) return undefined;
    if (this.#signed.size >= mostKept) this.#signed.delete(this.#signed.keys().next().value!);
    this.#signed.set(token, claims);
    return claims;
  }
}

function accountTokenOf({ aud, exp, iat, jti: id, 'kubernetes.io': of }: Claims): AccountToken {
  const { namespace, pod, secret, node, serviceaccount: account } = of;
  return {
    namespace,
    account,
    pod,
    secret,
    node,
    id,
    audiences: aud,
    issued: iat * 1000,
    expires: exp * 1000,
  };
}

function seconds(ms: Millis): number {
  return Math.floor(ms / 1000);
}
