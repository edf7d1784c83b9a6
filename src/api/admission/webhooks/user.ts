import { programOf, type Origin } from '#values';
import { accountGroups, accountUserName } from '../../authorization/index.ts';
import type { RequestContext } from '../../context.ts';

/** A user as reviews show it. */
export interface ReviewedUser {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

const authenticated = 'system:authenticated';

/** The users that the programs of a real cluster are, by program. */
const programs: Readonly<Record<string, ReviewedUser>> = {
  'kube-apiserver': {
    username: 'system:apiserver',
    groups: ['system:masters', authenticated],
  },
  kubelet: { username: 'system:node', groups: ['system:nodes', authenticated] },
  'kube-scheduler': { username: 'system:kube-scheduler', groups: [authenticated] },
  'kube-controller-manager': {
    username: 'system:kube-controller-manager',
    groups: [authenticated],
  },
};

/** What acts for a person: the scenario, or the simulator itself. */
const administrator: ReviewedUser = {
  username: 'kubernetes-admin',
  groups: ['system:masters', authenticated],
};

/** Who makes a request: its user, or in process the one that such a program is. */
export function reviewedUser({ user, origin }: RequestContext): ReviewedUser {
  if (user === undefined) return userOfProgram(origin);
  const { name, uid, groups, extra } = user;
  return {
    username: name,
    ...(uid && { uid }),
    groups,
    ...(extra && Object.keys(extra).length > 0 && { extra }),
  };
}

function userOfProgram(origin: Origin): ReviewedUser {
  const { account } = origin;
  if (account === undefined) return programs[programOf(origin)] ?? administrator;
  const namespace = 'kube-system';
  const username = accountUserName({ namespace, name: account });
  return { username, groups: [...accountGroups(namespace), authenticated] };
}
