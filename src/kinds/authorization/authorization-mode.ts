/** How an API server decides who may do what. */
export const authorizationModes = ['masters', 'rbac', 'none'] as const;

/**
 * `masters`: administrators may do everything, others read discovery; `rbac`: by roles and
 * bindings; `none`: everyone may do everything.
 */
export type AuthorizationMode = (typeof authorizationModes)[number];
