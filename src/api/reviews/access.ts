/** The parties of reviews: users, tokens, and the interfaces that answer for them. */

export interface User {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** An access in question. Parts that do not apply are empty. */
export interface Access {
  /** Access to objects; otherwise to a path such as `/version`, and only `path` and `verb` count. */
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
  /** The rule that allows it; may be empty. */
  readonly reason: string;
}

/** Everything that a user may do in a namespace. */
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
  /** The list of rules is incomplete. */
  readonly incomplete: boolean;
}

/** Decides who has access. */
export interface Authorizer {
  decide(user: User, access: Access): Decision;
  rulesFor(user: User, namespace: string): AccessRules;
}

/** The user of a token, and those of the requested audiences that it is for. */
export interface Known {
  readonly user: User;
  readonly audiences: readonly string[];
}

/** Finds the users of tokens. */
export interface Authenticator {
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
  /** The object that the token is bound to: a pod, or a secret. */
  readonly pod?: NamedObject;
  readonly secret?: NamedObject;
  readonly audiences: readonly string[];
  readonly issued: number;
  readonly expires: number;
  /** From then on its use gives a warning. */
  readonly warnAfter?: number;
}

/** Issues tokens that an {@link Authenticator} accepts. */
export interface TokenIssuer {
  issue(token: AccountToken): string;
}
