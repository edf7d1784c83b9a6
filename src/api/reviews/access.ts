/** Who asks for what: the questions that reviews put to whoever knows the answers. */

export interface User {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** What is to be done. Parts that do not apply are empty. */
export interface Access {
  /** About objects; otherwise about a path such as `/version`, and only `path` and `verb` count. */
  readonly isResource: boolean;
  readonly verb: string;
  readonly path: string;
  readonly group: string;
  readonly namespace: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
}

export interface Decision {
  readonly allowed: boolean;
  /** Which rule allows it; may be empty. */
  readonly reason: string;
}

/** All that a user may do in a namespace. */
export interface AccessRules {
  readonly resourceRules: readonly {
    readonly verbs: readonly string[];
    readonly apiGroups?: readonly string[];
    readonly resources?: readonly string[];
    readonly resourceNames?: readonly string[];
  }[];
  readonly nonResourceRules: readonly {
    readonly verbs: readonly string[];
    readonly nonResourceURLs?: readonly string[];
  }[];
  /** There is more that could not be listed. */
  readonly incomplete: boolean;
}

/** Knows who may do what. */
export interface Authorizer {
  decide(user: User, access: Access): Decision;
  rulesFor(user: User, namespace: string): AccessRules;
}

/** Whom a token makes known, and to which of those who were asked about. */
export interface Known {
  readonly user: User;
  readonly audiences: readonly string[];
}

/** Knows whose token is whose. */
export interface Authenticator {
  /** @param audiences those to whom the token is shown: it must be meant for one of them */
  find(token: string, audiences: readonly string[]): Known | undefined;
}

/** One of several objects of a name, over time. */
export interface NamedObject {
  readonly name: string;
  readonly uid: string;
}

/** A token of a service account: for whom and when it is good. Times are virtual, in ms. */
export interface AccountToken {
  readonly namespace: string;
  readonly account: NamedObject;
  /** What it ends with: a pod, or a secret. */
  readonly pod?: NamedObject;
  readonly secret?: NamedObject;
  readonly audiences: readonly string[];
  readonly issued: number;
  readonly expires: number;
  /** From when on its use is frowned upon. */
  readonly warnAfter?: number;
}

/** Makes tokens that an {@link Authenticator} will know. */
export interface TokenIssuer {
  issue(token: AccountToken): string;
}
