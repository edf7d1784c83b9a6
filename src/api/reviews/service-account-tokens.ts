import type { Millis, RandomStream } from '#clock';
import type { Authenticator, User } from './access.ts';

/** What a token says of itself; the names are those of JSON web tokens. */
export interface TokenClaims {
  readonly aud: readonly string[];
  /** Seconds, as all times here. */
  readonly exp: number;
  readonly iat: number;
  readonly iss: string;
  readonly nbf: number;
  /** The user's name. */
  readonly sub: string;
  readonly 'kubernetes.io': {
    readonly namespace: string;
    readonly serviceaccount: Bound;
    readonly pod?: Bound;
    readonly secret?: Bound;
  };
}

/** An object by which a token stands and falls. */
export interface Bound {
  readonly name: string;
  readonly uid: string;
}

const header = encode({ alg: 'none', typ: 'JWT' });

/**
 * The tokens that service accounts have asked for. They look like JSON web tokens; that they are
 * genuine is known from having been issued here, not from their signature.
 */
export class ServiceAccountTokens implements Authenticator {
  readonly #chance: RandomStream;
  readonly #now: () => Millis;
  readonly #issued = new Map<string, TokenClaims>();

  constructor(chance: RandomStream, now: () => Millis) {
    this.#chance = chance;
    this.#now = now;
  }

  issue(claims: TokenClaims): string {
    for (const [token, { exp }] of this.#issued) {
      if (this.#isPast(exp)) this.#issued.delete(token);
    }
    const signature = Buffer.from(this.#chance.uuid()).toString('base64url');
    const token = `${header}.${encode(claims)}.${signature}`;
    this.#issued.set(token, claims);
    return token;
  }

  /** The service account that asked for it, until it expires. */
  find(token: string): User | undefined {
    const claims = this.#issued.get(token);
    return claims === undefined || this.#isPast(claims.exp) ? undefined : userOf(claims);
  }

  #isPast(seconds: number): boolean {
    return this.#now() >= seconds * 1000;
  }
}

function userOf({ sub, 'kubernetes.io': { namespace, serviceaccount, pod } }: TokenClaims): User {
  return {
    name: sub,
    uid: serviceaccount.uid,
    groups: [
      'system:serviceaccounts',
      `system:serviceaccounts:${namespace}`,
      'system:authenticated',
    ],
    ...(pod && {
      extra: {
        'authentication.kubernetes.io/pod-name': [pod.name],
        'authentication.kubernetes.io/pod-uid': [pod.uid],
      },
    }),
  };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
