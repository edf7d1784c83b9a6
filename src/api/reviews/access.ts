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

/** Knows whose token is whose. */
export interface Authenticator {
  find(token: string): User | undefined;
}

/** Makes tokens that an {@link Authenticator} will know. */
export interface TokenIssuer {
  /** @param expires virtual time, ms */
  issue(user: User, expires: number): string;
}
