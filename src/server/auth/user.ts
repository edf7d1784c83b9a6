import { unauthenticated, type User } from '#api';

/** The user of a request. */
export type { User } from '#api';

export const anonymous: User = { name: 'system:anonymous', groups: [unauthenticated] };
