import { apiVersionOf } from '#kinds';
import type { Cause, KubeObject } from '#values';
import type { OwnerReference } from '#types';
import type { Client, ReconcileResult, ReconcileTools } from '#runtime';
import { getLive, liftFinalizer, release, remove, unblock } from './api.ts';
import type { DependencyGraph, Resources } from './graph.ts';
import type { GraphNode } from './node.ts';
import { FOREGROUND, plan, stateOf, type JudgedReference, type Plan } from './plan.ts';

/** What looking at an object needs. */
export interface Collection {
  readonly resources: Resources;
  readonly graph: DependencyGraph;
  /** Enqueues another object too. */
  toDelete(node: GraphNode, cause: Cause): void;
}

/** Handles an object that may have lost an owner, or waits for the deletion of its dependents. */
export async function attemptToDelete(
  node: GraphNode,
  collection: Collection,
  tools: ReconcileTools,
): Promise<ReconcileResult | undefined> {
  const { client } = tools;
  if (isSettled(node)) return undefined;
  reportMisplacedOwners(node, tools);
  if (node.kind.namespaced && node.namespace === undefined) return undefined;
  const latest = await getLive(client, node, node.uid);
  if (latest === undefined) {
    giveUp(node, collection, tools);
    return undefined;
  }
  if (node.isWaiting) {
    await finishForeground(node, collection, tools);
    return undefined;
  }
  await collect(node, latest, collection, client);
  return node.isVirtual ? { retry: true, requeueReason: 'not seen by its informer' } : undefined;
}

/** Whether there is nothing to decide: it is already being deleted, or has no owner. */
function isSettled(node: GraphNode): boolean {
  if (node.isWaiting || node.isVirtual) return false;
  return node.isDeleting || node.owners.length === 0;
}

/** The object is not there any more. Its informer may not know, or will never. */
function giveUp(node: GraphNode, { graph }: Collection, tools: ReconcileTools): void {
  const cause = latestCause(tools);
  if (node.isVirtual) graph.confirmMissing(node, cause);
  else if (graph.get(node.uid) === node) graph.forget(node.uid, cause);
}

/** Lets an object go that waits for its dependents, or sees after those that still block it. */
async function finishForeground(
  node: GraphNode,
  { toDelete }: Collection,
  tools: ReconcileTools,
): Promise<void> {
  if (node.blocking === 0) {
    await liftFinalizer(tools.client, node, FOREGROUND);
    return;
  }
  node.hasLateDependents = false;
  for (const dependent of node.dependents ?? []) {
    if (dependent.isDeleting || !blocks(dependent, node)) continue;
    toDelete(dependent, latestCause(tools));
  }
}

function blocks(dependent: GraphNode, owner: GraphNode): boolean {
  return dependent.referenceTo(owner.uid)?.blockOwnerDeletion === true;
}

/** Deletes the object unless it has an owner. */
async function collect(
  node: GraphNode,
  { metadata }: KubeObject,
  collection: Collection,
  client: Client,
): Promise<void> {
  const references: JudgedReference[] = [];
  for (const reference of metadata.ownerReferences ?? []) {
    references.push(await judge(reference, node, collection, client));
  }
  const { finalizers = [] } = metadata;
  const hasDependents = node.dependents !== undefined && node.dependents.size > 0;
  await carryOut(plan({ references, finalizers, hasDependents }), node, client);
}

/** What a reference is worth, asked of the API. */
async function judge(
  reference: OwnerReference,
  node: GraphNode,
  { resources, graph }: Collection,
  client: Client,
): Promise<JudgedReference> {
  const { apiVersion, name, uid } = reference;
  const kind = resources.byKind(apiVersion, reference.kind);
  if (kind === undefined) return { uid, state: 'unknown' };
  const namespace = kind.namespaced ? node.namespace : undefined;
  if (kind.namespaced && namespace === undefined) return { uid, state: 'unknown' };
  if (graph.absent.has(reference, namespace)) return { uid, state: 'dangling' };
  const owner = await getLive(client, { kind, namespace, name }, uid);
  if (owner !== undefined) return { uid, state: stateOf(owner) };
  graph.absent.add(reference, namespace);
  return { uid, state: 'dangling' };
}

async function carryOut(decided: Plan, node: GraphNode, client: Client): Promise<void> {
  switch (decided.action) {
    case 'keep':
      return;
    case 'release':
      return release(client, node, decided.owners);
    case 'delete':
      if (decided.policy === 'Foreground' && isInCircle(node)) await unblock(client, node);
      return remove(client, node, decided.policy);
  }
}

/** Whether objects that it waits for might wait for it: like v1.24, rather once too often. */
function isInCircle({ dependents }: GraphNode): boolean {
  for (const { isWaiting } of dependents ?? []) if (isWaiting) return true;
  return false;
}

function reportMisplacedOwners(node: GraphNode, { events }: ReconcileTools): void {
  const owners = node.misplacedOwners ?? [];
  node.misplacedOwners = undefined;
  const { kind, namespace = '', name, uid } = node;
  for (const owner of owners) {
    const reference = node.referenceTo(owner);
    if (reference === undefined) continue;
    const shown = `[${reference.apiVersion}/${reference.kind}, namespace: ${namespace}, name: ${reference.name}, uid: ${owner}]`;
    events.event(
      {
        apiVersion: apiVersionOf(kind),
        kind: kind.kind,
        metadata: { namespace: node.namespace, name, uid },
      },
      'Warning',
      'OwnerRefInvalidNamespace',
      `ownerRef ${shown} does not exist in namespace ${JSON.stringify(namespace)}`,
    );
  }
}

function latestCause({ causes }: ReconcileTools): Cause {
  return causes.last.at(-1) ?? causes.first.at(-1)!;
}
