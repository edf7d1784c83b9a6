/** Tokens, and the interfaces that issue them and answer for them. */
import type { Authorizer, User } from '../authorization/index.ts';

/** The user of a token, and those of the requested audiences that it is for. */
export interface Known {
  readonly user: User;
  readonly audiences: readonly string[];
}

/** Finds the users of tokens. */
export interface Authenticator {
  /** Those that a token is for when the request names none: the API's own. */
  readonly ownAudiences: readonly string[];
  /** @param audiences the audiences of the request: the token must be for one of them */
  find(token: string, audiences: readonly string[]): Known | undefined;
}

/** An object among all that have had its name. */
export interface NamedObject {
  readonly name: string;
  readonly uid: string;
}

/** A token of a service account: for whom and how long it is valid. Times are virtual, in ms. */
export interface AccountToken {
  readonly namespace: string;
  readonly account: NamedObject;
  /** The object that the token is bound to: a pod, a secret, or a node. */
  readonly pod?: NamedObject;
  readonly secret?: NamedObject;
  /** Also the node of the pod, which may have no uid where it is not known. */
  readonly node?: NamedObject;
  /** Tells it from other tokens. */
  readonly id?: string | undefined;
  readonly audiences: readonly string[];
  readonly issued: number;
  readonly expires: number;
  /** From then on its use gives a warning. */
  readonly warnAfter?: number;
}

/** Issues tokens that an {@link Authenticator} accepts. */
export interface TokenIssuer {
  /** Those of a token whose request names none: the API's own. */
  readonly ownAudiences: readonly string[];
  issue(token: AccountToken): string;
}

/** The client, and the interfaces that answer for it. */
export interface ReviewContext {
  readonly user: User;
  readonly authorizer: Authorizer;
  readonly authenticator: Authenticator;
}
