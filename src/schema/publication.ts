/** What the published types of all API groups alike began to say in a release. */

/** The first minor releases of Kubernetes 1. */
export const publishedSince = {
  /** How server-side apply merges a list, also where that follows from what patches do. */
  impliedListTypes: 30,
  /** The values of fields that are pointers. */
  enumsOfPointers: 27,
  /** The values of what lists hold. */
  enumsOfItems: 30,
} as const;
