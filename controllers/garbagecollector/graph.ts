import { apiVersionOf } from '#kinds';
import type { Cause, KubeObject } from '#values';
import type { OwnerReference } from '#types';
import type { ResourceType } from '#catalog';
import { AbsentOwners } from './absent-owners.ts';
import { GraphNode, isInReach, namesRightly } from './node.ts';
import { FOREGROUND, ORPHAN } from './plan.ts';

/** Where the graph sends the objects that have to be checked. */
export interface Attempts {
  /** See whether it has to go, or may. */
  toDelete(node: GraphNode, cause: Cause): void;
  /** Let its dependents go. */
  toOrphan(node: GraphNode, cause: Cause): void;
}

/** Finds what references name; undefined for what is not served. */
export interface Resources {
  byKind(apiVersion: string, kind: string): ResourceType | undefined;
}

const none: readonly OwnerReference[] = [];

/**
 * Who owns whom, kept up to date by events in any order. An event costs as much as the object has
 * owners; only an owner that goes costs as much as it has dependents.
 *
 * An owner that is named before it is seen gets a virtual node, which has to be verified: it may
 * not exist.
 */
export class DependencyGraph {
  /** Owners that were there once, or turned out never to have been. */
  readonly absent = new AbsentOwners();
  readonly #resources: Resources;
  readonly #attempts: Attempts;
  readonly #nodes = new Map<string, GraphNode>();
  /** Those that name an owner of a kind that is not served. */
  readonly #unresolved = new Set<GraphNode>();

  constructor(resources: Resources, attempts: Attempts) {
    this.#resources = resources;
    this.#attempts = attempts;
  }

  get(uid: string): GraphNode | undefined {
    return this.#nodes.get(uid);
  }

  get size(): number {
    return this.#nodes.size;
  }

  /** An object is there, as it is now. */
  observe(kind: ResourceType, object: KubeObject, cause: Cause): void {
    const { metadata } = object;
    const { namespace, name, uid, ownerReferences } = metadata;
    let node = this.#nodes.get(uid);
    if (node === undefined) {
      node = new GraphNode(uid, { kind, namespace, name }, false);
      this.#nodes.set(uid, node);
    } else if (node.isVirtual) {
      node.kind = kind;
      node.namespace = namespace;
      node.name = name;
      this.#confirm(node, cause);
    }
    this.#setOwners(node, ownerReferences ?? none, cause);
    this.#setState(node, object, cause);
  }

  /** An object is gone: its dependents have lost an owner, its owners a dependent. */
  forget(uid: string, cause: Cause): void {
    const node = this.#nodes.get(uid);
    if (node === undefined) return;
    this.#nodes.delete(uid);
    this.#unresolved.delete(node);
    for (const reference of node.owners) this.#unlink(node, reference, cause);
    if (node.dependents === undefined || node.dependents.size === 0) return;
    this.#addAbsent(node);
    for (const dependent of node.dependents) this.#attempts.toDelete(dependent, cause);
  }

  /**
   * A virtual node's object does not exist. Dependents that named it like that have lost it; others
   * may know it under another name, which has to be verified in turn.
   */
  confirmMissing(node: GraphNode, cause: Cause): void {
    if (!node.isVirtual || this.#nodes.get(node.uid) !== node) return;
    this.#nodes.delete(node.uid);
    this.#addAbsent(node);
    for (const dependent of node.dependents ?? []) {
      const reference = dependent.referenceTo(node.uid)!;
      if (namesRightly(reference, node) && isInReach(dependent, node)) {
        this.#attempts.toDelete(dependent, cause);
      } else {
        this.#link(dependent, reference, cause);
      }
    }
  }

  /** Other kinds are served than before: references that nothing could be made of may name them. */
  resolveAgain(cause: Cause): void {
    const nodes = [...this.#unresolved];
    this.#unresolved.clear();
    for (const node of nodes) {
      for (const reference of node.owners) {
        if (this.#nodes.get(reference.uid)?.dependents?.has(node) === true) continue;
        this.#link(node, reference, cause);
      }
      this.#attempts.toDelete(node, cause);
    }
  }

  #addAbsent({ kind, namespace, name, uid }: GraphNode): void {
    this.absent.add({ apiVersion: apiVersionOf(kind), kind: kind.kind, name, uid }, namespace);
  }

  /** A virtual node's object has been seen. Not all of its dependents need have meant this one. */
  #confirm(node: GraphNode, cause: Cause): void {
    node.isVirtual = false;
    for (const dependent of node.dependents ?? []) {
      this.#checkReference(dependent, dependent.referenceTo(node.uid)!, node, cause);
    }
  }

  #setOwners(node: GraphNode, desired: readonly OwnerReference[], cause: Cause): void {
    const before = node.owners;
    if (desired === before) return;
    const after = onePerUid(desired);
    node.owners = after;
    for (const reference of after) {
      const old = before.find(({ uid }) => uid === reference.uid);
      if (old === undefined) this.#link(node, reference, cause);
      else this.#reblock(node, old, reference, cause);
    }
    for (const old of before) {
      if (node.referenceTo(old.uid) === undefined) this.#unlink(node, old, cause);
    }
  }

  #setState(node: GraphNode, { metadata }: KubeObject, cause: Cause): void {
    const { deletionTimestamp, finalizers = [] } = metadata;
    const { isWaiting, isOrphaning } = node;
    node.isDeleting = deletionTimestamp != null;
    node.isWaiting = node.isDeleting && finalizers.includes(FOREGROUND);
    node.isOrphaning = node.isDeleting && finalizers.includes(ORPHAN);
    if (node.isOrphaning && !isOrphaning) {
      this.#attempts.toOrphan(node, cause);
    } else if (node.isWaiting && !isWaiting) {
      for (const dependent of node.dependents ?? []) this.#attempts.toDelete(dependent, cause);
      this.#attempts.toDelete(node, cause);
    }
  }

  #link(node: GraphNode, reference: OwnerReference, cause: Cause): void {
    const known = this.#nodes.get(reference.uid);
    const owner = known ?? this.#addVirtual(node, reference);
    if (owner === undefined) {
      this.#unresolved.add(node);
      return;
    }
    (owner.dependents ??= new Set()).add(node);
    if (reference.blockOwnerDeletion === true) {
      owner.blocking++;
      if (owner.isWaiting) owner.hasLateDependents = true;
    }
    if (known === undefined) this.#attempts.toDelete(owner, cause);
    else this.#checkReference(node, reference, owner, cause);
  }

  /** Undefined for an owner of a kind that is not served: it has no events. */
  #addVirtual(node: GraphNode, { apiVersion, kind, name, uid }: OwnerReference) {
    const ownerKind = this.#resources.byKind(apiVersion, kind);
    if (ownerKind === undefined) return undefined;
    const namespace = ownerKind.namespaced ? node.namespace : undefined;
    const owner = new GraphNode(uid, { kind: ownerKind, namespace, name }, true);
    this.#nodes.set(uid, owner);
    return owner;
  }

  /** A reference that does not fit its owner has to be verified by itself. */
  #checkReference(
    node: GraphNode,
    reference: OwnerReference,
    owner: GraphNode,
    cause: Cause,
  ): void {
    if (!isInReach(node, owner)) {
      if (!owner.isVirtual) (node.misplacedOwners ??= []).push(owner.uid);
    } else if (namesRightly(reference, owner)) {
      return;
    }
    this.#attempts.toDelete(node, cause);
  }

  #unlink(node: GraphNode, reference: OwnerReference, cause: Cause): void {
    const owner = this.#nodes.get(reference.uid);
    if (owner?.dependents?.delete(node) !== true) return;
    if (reference.blockOwnerDeletion === true) owner.blocking--;
    if (owner.isVirtual && owner.dependents.size === 0) this.#nodes.delete(owner.uid);
    else this.#enqueueUnblocked(owner, cause);
  }

  #reblock(node: GraphNode, old: OwnerReference, reference: OwnerReference, cause: Cause): void {
    const before = old.blockOwnerDeletion === true;
    const after = reference.blockOwnerDeletion === true;
    const owner = this.#nodes.get(reference.uid);
    if (before === after || owner?.dependents?.has(node) !== true) return;
    owner.blocking += after ? 1 : -1;
    this.#enqueueUnblocked(owner, cause);
  }

  /**
   * Looks at an owner that waits when nothing blocks it any more. What a controller makes again of the
   * dependents, such as the revision of a StatefulSet, is looked at when one of the others goes.
   */
  #enqueueUnblocked(owner: GraphNode, cause: Cause): void {
    if (!owner.isWaiting) return;
    if (owner.blocking === 0 || owner.hasLateDependents) this.#attempts.toDelete(owner, cause);
  }
}

/** Of references to the same owner the last one counts. */
function onePerUid(references: readonly OwnerReference[]): readonly OwnerReference[] {
  if (references.length < 2) return references;
  const byUid = new Map(references.map((reference) => [reference.uid, reference]));
  return byUid.size === references.length ? references : [...byUid.values()];
}
