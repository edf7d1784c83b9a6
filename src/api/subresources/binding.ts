import {
  badRequest,
  checkDns1123Subdomain,
  conflict,
  notFound,
  metadataWith,
  omitFields,
  serverError,
  withField,
  type ResourceName,
} from '#values';
import { neverProbed, type Profile } from '#kinds';
import type { Binding, ObjectMeta, Pod, PodCondition } from '#types';
import { admitAction } from '../admission/action.ts';
import type { RequestContext } from '../context.ts';
import type { Target } from '../resource.ts';
import { isDeleting } from '../revise.ts';
import type { Backend } from '../backend.ts';
import { swap } from '../write.ts';

/** As the client sent it: any field may be missing. */
type SentBinding = { readonly [K in 'metadata' | 'target']?: Partial<Binding[K]> };

/** The resource in error messages. */
const subresource: ResourceName = { group: '', plural: 'pods/binding' };

/**
 * Assigns a pod to a node, once, and sets its condition PodScheduled: in one write, without the
 * rules for updates of pods. @throws {ApiError}
 */
export async function bindPod(
  backend: Backend,
  context: RequestContext,
  target: Target,
  body: unknown,
): Promise<undefined> {
  const { resource, name } = target;
  const { profile } = backend.strategy;
  if (((body as SentBinding).metadata?.name ?? '') !== name) {
    throw badRequest('name in URL does not match name in Binding object');
  }
  const sent = body as Binding;
  const binding = (await admitAction(backend, context, target, 'binding', sent)) as Binding;
  const node = nodeOf(binding, profile);
  for (;;) {
    const pod = (await backend.store.get(resource.bucket, target.key)) as Pod | undefined;
    if (pod === undefined) throw notFound(resource.kind, name);
    const reason = conflictWith(pod, binding);
    if (reason !== undefined) throw conflict(subresource, name, reason);
    const now = backend.present.text;
    const bound = assign(pod, node, binding.metadata, now, profile);
    if ((await swap(backend, context, target, bound, pod)) !== undefined) return undefined;
  }
}

function nodeOf({ target }: SentBinding, profile: Profile): string {
  if (target?.kind && target.kind !== 'Node') {
    const shown = JSON.stringify(target.kind);
    const supported = 'supported values: "Node", "<empty>"';
    throw serverError(`target.kind: Unsupported value: ${shown}: ${supported}`);
  }
  if (!target?.name) throw serverError('target.name: Required value');
  const { name } = target;
  const faults = profile.enabled('NodesOfBindingsChecked') ? checkDns1123Subdomain(name) : [];
  if (faults.length > 0) {
    const texts = faults.map((fault) => {
      return `target.name: Invalid value: ${JSON.stringify(name)}: ${fault}`;
    });
    throw serverError(texts.length === 1 ? texts[0]! : `[${texts.join(', ')}]`);
  }
  return target.name;
}

function conflictWith({ metadata, spec }: Pod, binding: SentBinding): string | undefined {
  const desired = binding.metadata?.uid;
  if (desired && desired !== metadata.uid) {
    return `Precondition failed: UID in precondition: ${desired}, UID in object meta: ${metadata.uid}`;
  }
  if (isDeleting(metadata)) {
    return `pod ${metadata.name} is being deleted, cannot be assigned to a host`;
  }
  if (spec.nodeName) {
    return `pod ${metadata.name} is already assigned to node ${JSON.stringify(spec.nodeName)}`;
  }
  if ((spec.schedulingGates ?? []).length > 0) {
    return `pod ${metadata.name} has non-empty .spec.schedulingGates`;
  }
  return undefined;
}

function assign(
  pod: Pod,
  nodeName: string,
  { annotations, labels }: Pick<ObjectMeta, 'annotations' | 'labels'>,
  now: string,
  profile: Profile,
): Pod {
  const isLabelled = labels !== undefined && profile.enabled('PodTopologyLabelsAdmission');
  const metadata = metadataWith(pod.metadata, {
    ...(annotations && { annotations: { ...pod.metadata.annotations, ...annotations } }),
    ...(isLabelled && { labels: { ...pod.metadata.labels, ...labels } }),
  });
  const times = { ...neverProbed, lastTransitionTime: now };
  const scheduled = { type: 'PodScheduled', status: 'True', ...times };
  const status = profile.enabled('ClearingNominatedNodeNameAfterBinding')
    ? omitFields(pod.status, ['nominatedNodeName'])
    : pod.status;
  // Added to copies: bound pods have one shape.
  const spec = withField(pod.spec, 'nodeName', nodeName);
  const conditions = withCondition(status.conditions ?? [], scheduled);
  return { ...pod, metadata, spec, status: withField(status, 'conditions', conditions) };
}

/** Replaces the condition of its type, or adds it after the others. */
function withCondition(
  conditions: readonly PodCondition[],
  condition: PodCondition,
): readonly PodCondition[] {
  const place = conditions.findIndex(({ type }) => type === condition.type);
  return place < 0 ? conditions.concat([condition]) : conditions.with(place, condition);
}
