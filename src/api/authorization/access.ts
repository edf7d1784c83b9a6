/** Who may do what: users, the accesses in question, and the interface that decides about them. */
import type { Requester } from '#kinds';

/** Who makes a request. */
export type User = Requester;

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
  /** What allows it, or what was in the way of a decision; may be empty. */
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
  /** Why rules are missing. */
  readonly evaluationError?: string;
}

/** Decides who has access. */
export interface Authorizer {
  decide(user: User, access: Access): Decision;
  rulesFor(user: User, namespace: string): AccessRules;
}

/** All parts empty, to be filled in. */
const nothing: Access = {
  isResource: true,
  verb: '',
  path: '',
  group: '',
  namespace: '',
  resource: '',
  subresource: '',
  name: '',
};

/** Access to an object, or to a collection. */
export function resourceAccess(parts: Partial<Access>): Access {
  return { ...nothing, ...parts };
}
