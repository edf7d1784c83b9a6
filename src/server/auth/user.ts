import type { User } from '#api';

/** The user of a request. */
export type { User } from '#api';

/** All authenticated users. */
export const authenticated = 'system:authenticated';
export const unauthenticated = 'system:unauthenticated';
/** All service accounts. */
export const accounts = 'system:serviceaccounts';
/** May do everything. */
export const masters = 'system:masters';

export const anonymous: User = { name: 'system:anonymous', groups: [unauthenticated] };
