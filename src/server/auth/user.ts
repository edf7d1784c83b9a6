/** Who makes a request. */
export interface User {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** Everybody who showed credentials. */
export const authenticated = 'system:authenticated';
export const unauthenticated = 'system:unauthenticated';
/** May do everything. */
export const masters = 'system:masters';

export const anonymous: User = { name: 'system:anonymous', groups: [unauthenticated] };
