import { subresourceOf, type Kind, type ObjectPart } from '#kinds';
import type { KubeObject } from '#values';

/** What a kind says about a part of its objects. */
export function partOf<T extends KubeObject>(kind: Kind<T>, subresource: string): ObjectPart<T> {
  return subresourceOf(kind, subresource)!.part!;
}
