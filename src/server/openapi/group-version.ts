/** How the documents name groups, versions and kinds. */

/** A kind, in full. */
export interface GroupVersionKind {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
}

export type GroupAndVersion = Omit<GroupVersionKind, 'kind'>;
