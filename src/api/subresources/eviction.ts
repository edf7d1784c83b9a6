import {
  type ApiError,
  badRequest,
  conflict,
  goText,
  isConflict,
  notFound,
  serverError,
  staleWrite,
  type Origin,
} from '#values';
import {
  apiVersionOf,
  disrupt,
  evictionActor,
  podDisruptionBudget,
  problemOfDeleteOptions,
  resourceOf,
  stillProcessed,
  subresourceOf,
  withDisruption,
  type EvictionEvidence,
  type Kind,
} from '#kinds';
import type { Eviction, Pod, PodDisruptionBudget } from '#types';
import type { DeleteOptions } from '#request';
import { serverManager } from '../access-to.ts';
import { admitAction } from '../admission/action.ts';
import { listIn } from '../admission/list-in.ts';
import type { Backend } from '../backend.ts';
import { remove } from '../delete.ts';
import { checkNamespace } from '../metadata.ts';
import type { RequestContext } from '../context.ts';
import { endpointOf, targetOf, type Target } from '../resource.ts';
import { update } from '../update.ts';
import { swap } from '../write.ts';
import { ignoresBudgets, isLost, isSpare, protects } from './eviction-budget.ts';

/** How often an eviction is retried when other writes change the pod or the budget in between. */
const attempts = 20;

/** A pod to be deleted, with the context and the options. */
interface Request {
  readonly backend: Backend;
  readonly context: RequestContext;
  readonly target: Target;
  readonly options: DeleteOptions;
  /** What is wrong with the options as they were sent: found when the pod is to be deleted. */
  readonly problem: ApiError | undefined;
}

/**
 * Deletes a pod, unless that would disrupt more than its disruption budget allows.
 * @throws {ApiError} 429 when the budget forbids it
 */
export async function evictPod(
  backend: Backend,
  context: RequestContext,
  target: Target,
  body: unknown,
): Promise<undefined> {
  const { kind } = target.resource;
  const { namespace, name } = target;
  const sent = readEviction(kind, body);
  checkNamespace(namespace, sent.metadata?.namespace);
  const eviction: Partial<Eviction> = await admitAction(
    backend,
    context,
    target,
    'eviction',
    sent as Eviction,
  );
  if (eviction.metadata?.name !== name) {
    throw badRequest('name in URL does not match name in Eviction object');
  }
  const deleteOptions = eviction.deleteOptions ?? {};
  const { dryRun = [], ...options } = deleteOptions;
  checkDryRun(context, dryRun);
  const isDry = context.dryRun === true || dryRun.length > 0;
  await evict({
    backend,
    context: { ...context, dryRun: isDry },
    target,
    options: options as DeleteOptions,
    problem: problemOfDeleteOptions(deleteOptions),
  });
  return undefined;
}

/** @throws {ApiError} 400 */
function readEviction(kind: Kind, body: unknown): Partial<Eviction> {
  const eviction = (body ?? {}) as Partial<Eviction>;
  const { apiVersion } = eviction;
  const { form, olderVersions = [] } = subresourceOf(kind, 'eviction')!;
  const current = apiVersionOf(form!);
  if (!apiVersion || apiVersion === current || olderVersions.includes(apiVersion)) return eviction;
  const expected = `does not match the expected API version (${current})`;
  throw badRequest(`the API version in the data (${apiVersion}) ${expected}`);
}

/** Pods that no budget can protect are deleted at once, if they have not changed meanwhile. */
async function evict(request: Request): Promise<void> {
  const { backend, target, options } = request;
  for (let attempt = 1; ; attempt++) {
    const pod = (await backend.store.get(target.resource.bucket, target.key)) as Pod | undefined;
    if (pod === undefined) throw notFound(target.resource.kind, target.name);
    if (!ignoresBudgets(pod)) return evictWithinBudget(request, pod);
    const isPinned = isLost(pod) || isVersionGiven(options);
    try {
      return await removePod(request, isPinned ? options : pinnedTo(pod, options));
    } catch (error) {
      if (!isConflict(error) || isVersionGiven(options) || attempt === attempts) throw error;
    }
  }
}

async function evictWithinBudget(request: Request, pod: Pod): Promise<void> {
  const { backend, target, options } = request;
  const bucket = resourceOf(podDisruptionBudget);
  const all = await listIn<PodDisruptionBudget>(backend.store, bucket, target.namespace!);
  const [budget, ...others] = all.filter((each) => protects(each, pod));
  if (others.length > 0) {
    const why = 'which the eviction subresource does not support.';
    throw serverError(`This pod has more than one PodDisruptionBudget, ${why}`);
  }
  if (budget === undefined) return removePod(request, options);
  if (isSpare(pod, budget)) return evictSpare(request, pod, budget);
  await takeDisruption(request, budget);
  return removePod(request, options);
}

/** Deletes the pod, as long as it is the version that was not ready. */
async function evictSpare(
  request: Request,
  pod: Pod,
  { metadata }: PodDisruptionBudget,
): Promise<void> {
  try {
    await removePod(request, pinnedTo(pod, request.options));
  } catch (error) {
    if (!isConflict(error) || isVersionGiven(request.options)) throw error;
    throw stillProcessed(metadata.name);
  }
}

async function takeDisruption(
  { backend, context, target }: Request,
  initial: PodDisruptionBudget,
): Promise<void> {
  const resource = backend.resource(podDisruptionBudget);
  const status = endpointOf(resource, 'status');
  const budgetTarget = targetOf(resource, initial.metadata);
  const evidence: EvictionEvidence = { evicted: target.name };
  const requester = context.origin.actor;
  const origin: Origin = { ...context.origin, actor: evictionActor, requester, evidence };
  const writer = { origin, fieldManager: serverManager };
  let budget = initial;
  for (let attempt = 1; ; attempt++) {
    const { profile } = backend.strategy;
    const disrupted = disrupt(budget, target.name, backend.present.text, profile);
    if (context.dryRun === true) return;
    try {
      await update(backend, writer, budgetTarget, disrupted, status);
      return;
    } catch (error) {
      if (!isConflict(error) || attempt === attempts) throw error;
    }
    const fresh = await backend.store.get(resource.bucket, budgetTarget.key);
    if (fresh === undefined) throw notFound(podDisruptionBudget, budgetTarget.name);
    budget = fresh as PodDisruptionBudget;
  }
}

/** @throws {ApiError} a plain 500, as v1.24, where the two ways to ask for a dry run differ */
function checkDryRun(context: RequestContext, dryRun: readonly string[]): void {
  if (context.dryRun !== true || dryRun.length === 0) return;
  if (dryRun.length === 1 && dryRun[0] === 'All') return;
  const both = `[All] and ${goText(dryRun)}`;
  throw serverError(`Non-matching dry-run options in request and content: ${both}`);
}

async function removePod(request: Request, options: DeleteOptions): Promise<void> {
  const { backend, context, target, problem } = request;
  if (problem !== undefined) throw problem;
  const isMarked =
    backend.strategy.profile.enabled('PodDisruptionConditions') && context.dryRun !== true;
  const known = isMarked ? await markDisrupted(request, options) : options;
  await remove(backend, context, target, known, 'other request');
}

const evicted = {
  reason: 'EvictionByEvictionAPI',
  message: 'Eviction API: evicting',
};

/**
 * A condition of the pod says why it goes. Returns the options without the version, if that was marked: it has become
 * another one, and kubelets may answer.
 */
async function markDisrupted(
  { backend, context, target }: Request,
  options: DeleteOptions,
): Promise<DeleteOptions> {
  const { uid, resourceVersion } = options.preconditions ?? {};
  const status = endpointOf(target.resource, 'status');
  for (let attempt = 1; ; attempt++) {
    const pod = (await backend.store.get(target.resource.bucket, target.key)) as Pod | undefined;
    if (pod === undefined) throw notFound(target.resource.kind, target.name);
    const { metadata } = pod;
    const isOther = uid !== undefined && uid !== metadata.uid;
    // The deletion says what is wrong.
    if (isOther || (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion))
      return options;
    const { profile } = backend.strategy;
    // It says nothing of the generation.
    const unseen = { ...pod, metadata: { ...metadata, generation: undefined } };
    const disrupted = withDisruption(unseen, evicted, backend.present.text, profile);
    const next = { ...pod, status: disrupted };
    const marked = status.part.prepare?.(next, pod, backend.strategy) ?? next;
    // It is not a client's write: its fields have no owner.
    if ((await swap(backend, context, target, marked, pod, status)) !== undefined) {
      return { ...options, preconditions: uid === undefined ? {} : { uid } };
    }
    if (attempt === attempts) throw conflict(target.resource.kind, target.name, staleWrite);
  }
}

function isVersionGiven({ preconditions }: DeleteOptions): boolean {
  return preconditions?.resourceVersion !== undefined;
}

function pinnedTo({ metadata }: Pod, options: DeleteOptions): DeleteOptions {
  const { resourceVersion } = metadata;
  return { ...options, preconditions: { ...options.preconditions, resourceVersion } };
}
