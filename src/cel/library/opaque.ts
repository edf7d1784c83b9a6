/** Values of types that libraries have: quantities, addresses, versions and the like. */

/** The names of these types, as messages show them. */
export const opaqueTypes = {
  quantity: 'kubernetes.Quantity',
  ip: 'net.IP',
  cidr: 'net.CIDR',
  format: 'kubernetes.NamedFormat',
  semver: 'kubernetes.Semver',
  authorizer: 'kubernetes.authorization.Authorizer',
  pathCheck: 'kubernetes.authorization.PathCheck',
  groupCheck: 'kubernetes.authorization.GroupCheck',
  resourceCheck: 'kubernetes.authorization.ResourceCheck',
  decision: 'kubernetes.authorization.Decision',
} as const;

export type OpaqueKind = keyof typeof opaqueTypes;

/** A value of such a type: what it holds, and the text by which it is compared. */
export class Opaque<T = unknown> {
  readonly kind: OpaqueKind;
  readonly held: T;
  readonly text: string;

  constructor(kind: OpaqueKind, held: T, text: string) {
    this.kind = kind;
    this.held = held;
    this.text = text;
  }
}
