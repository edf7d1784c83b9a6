/** Judges requests in a namespace that asks for a standard. */
import { forbiddenObject, invalidObject, type KubeObject } from '#values';
import type { CronJob, Pod, PodTemplateSpec } from '#types';
import type { AdmissionAccess } from '../access.ts';
import type { AdmissionRequest } from '../plugin.ts';
import { detailsOf, violationsOf } from './evaluate.ts';
import { warningsAbout } from './existing-pods.ts';
import { isStricter, nameOf, policyOf } from './policy.ts';
import { isSignificant } from './significant.ts';

type Labels = Readonly<Record<string, string>>;

/**
 * Checks the labels of a namespace, and warns about its pods where more is enforced now.
 * @throws {ApiError} 422 for labels that say nothing, unless they did so before
 */
export async function judgeNamespace(
  { metadata: { name, labels = {} } }: KubeObject,
  old: KubeObject | undefined,
  { context }: AdmissionRequest,
  access: AdmissionAccess,
): Promise<void> {
  const { policy, errors } = policyOf(labels, access.rules);
  const before = old && policyOf(old.metadata.labels ?? {}, access.rules);
  const textOf = (found: typeof errors): string => JSON.stringify(found);
  if (errors.length > 0 && textOf(errors) !== textOf(before?.errors ?? [])) {
    throw invalidObject('', 'Namespace', name, errors);
  }
  const { enforce } = policy;
  if (before === undefined || context.warn === undefined) return;
  const { enforce: enforced } = before.policy;
  const isOfOther = enforce.version !== enforced.version;
  if (enforce.level === 'privileged') return;
  if (!isOfOther && !isStricter(enforce.level, enforced.level)) return;
  for (const warning of await warningsAbout(name, enforce, access)) context.warn(warning);
}

/**
 * Checks a pod for what its namespace enforces, then for what it warns of.
 * @throws {ApiError} 403 for a pod that violates what is enforced
 */
export async function judgePod(
  object: KubeObject,
  old: KubeObject | undefined,
  labels: Labels,
  request: AdmissionRequest,
  access: AdmissionAccess,
): Promise<void> {
  const pod = object as Pod;
  const { profile } = access.webhooks.kinds;
  if (old !== undefined && !isSignificant(pod, old as Pod, profile)) return;
  const { enforce } = policyOf(labels, profile).policy;
  const violations = violationsOf(pod, enforce, profile);
  if (violations.length > 0) {
    const why = `violates PodSecurity "${nameOf(enforce)}": ${detailsOf(violations)}`;
    throw forbiddenObject(request.kind, pod.metadata.name, why);
  }
  await judgeWorkload(object, labels, request, access);
}

/** Warns about an object whose pods would violate what its namespace warns of. */
export async function judgeWorkload(
  object: KubeObject,
  labels: Labels,
  { kind, context }: AdmissionRequest,
  access: AdmissionAccess,
): Promise<void> {
  const template = kind.kind === 'Pod' ? (object as Pod) : templateOf(object);
  if (context.warn === undefined || template?.spec == null) return;
  const { profile } = access.webhooks.kinds;
  const { warn } = policyOf(labels, profile).policy;
  const violations = violationsOf(template, warn, profile);
  if (violations.length === 0) return;
  context.warn(`would violate PodSecurity "${nameOf(warn)}": ${detailsOf(violations)}`);
}

function templateOf(object: KubeObject): PodTemplateSpec | undefined {
  const { template, spec } = object as {
    readonly template?: PodTemplateSpec;
    readonly spec?: { readonly template?: PodTemplateSpec } & Partial<CronJob['spec']>;
  };
  return template ?? spec?.template ?? spec?.jobTemplate?.spec?.template;
}
