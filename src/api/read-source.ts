import type { ApiError, KubeObject } from '#values';
import type { Kind } from '#kinds';

/** Computes the objects of a read-only kind (`readOnly`) for each request. */
export interface ReadSource {
  readonly kind: Kind;
  /** The objects of a namespace, or all; in any order. */
  list(namespace: string | undefined): Promise<readonly KubeObject[]>;
  /** The answer for a name without an object. Default: 404. */
  missing?(name: string): ApiError;
}
