import type { User } from '#api';

/** Who makes a request. */
export type { User } from '#api';

/** Everybody who showed credentials. */
export const authenticated = 'system:authenticated';
export const unauthenticated = 'system:unauthenticated';
/** All service accounts. */
export const accounts = 'system:serviceaccounts';
/** May do everything. */
export const masters = 'system:masters';

export const anonymous: User = { name: 'system:anonymous', groups: [unauthenticated] };
