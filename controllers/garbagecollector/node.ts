import { apiVersionOf, resourceOf } from '#kinds';
import type { OwnerReference } from '#types';
import type { ResourceType } from '#catalog';

const none: readonly OwnerReference[] = [];

/** Where an object is to be found. */
export interface Coordinates {
  readonly kind: ResourceType;
  readonly namespace: string | undefined;
  readonly name: string;
}

/**
 * An object in the dependency graph. There is one for every object of the cluster: keep it small.
 */
export class GraphNode implements Coordinates {
  readonly uid: string;
  kind: ResourceType;
  namespace: string | undefined;
  name: string;
  /** At most one per uid. */
  owners: readonly OwnerReference[] = none;
  /** In the order in which they came. Undefined for most. */
  dependents: Set<GraphNode> | undefined;
  /** How many dependents hold up its deletion in the foreground. */
  blocking = 0;
  /** Known from references alone: the object has not been seen yet. */
  isVirtual: boolean;
  isDeleting = false;
  /** Being deleted in the foreground: goes when no dependent blocks it any more. */
  isWaiting = false;
  /** A dependent that blocks has come while it waits, and has not been looked at yet. */
  hasLateDependents = false;
  /** Being deleted once its dependents have been let go. */
  isOrphaning = false;
  /** Uids of owners in other namespaces that have not been reported. */
  misplacedOwners: string[] | undefined;

  constructor(uid: string, { kind, namespace, name }: Coordinates, isVirtual: boolean) {
    this.uid = uid;
    this.kind = kind;
    this.namespace = namespace;
    this.name = name;
    this.isVirtual = isVirtual;
  }

  referenceTo(owner: string): OwnerReference | undefined {
    return this.owners.find(({ uid }) => uid === owner);
  }
}

/** The queue key of an object: `RESOURCE NAMESPACE/NAME UID`. */
export function keyFor({ kind, namespace, name, uid }: GraphNode): string {
  const path = namespace === undefined ? name : `${namespace}/${name}`;
  return `${resourceOf(kind)} ${path} ${uid}`;
}

/** The uid in a key made by {@link keyFor}. */
export function uidIn(key: string): string {
  return key.slice(key.lastIndexOf(' ') + 1);
}

/** Whether a reference names its owner's kind and name as they are. */
export function namesRightly(reference: OwnerReference, owner: GraphNode): boolean {
  const { kind, name } = owner;
  return (
    reference.name === name &&
    reference.kind === kind.kind &&
    reference.apiVersion === apiVersionOf(kind)
  );
}

/** Whether an object could be owned by one in the place where that is. */
export function isInReach(dependent: GraphNode, owner: GraphNode): boolean {
  return !owner.kind.namespaced || owner.namespace === dependent.namespace;
}
