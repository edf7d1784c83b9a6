import { subresourceOf, type Kind, type KubeObject, type Part } from '#kinds';

/** What a kind says about a part of its objects. */
export function partOf<T extends KubeObject>(kind: Kind<T>, subresource: string): Part<T> {
  return subresourceOf(kind, subresource)!.part!;
}
