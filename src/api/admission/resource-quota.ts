import {
  extended,
  conflict,
  forbiddenObject,
  serverError,
  staleWrite,
  type KubeObject,
  type Origin,
  type Release,
} from '#values';
import {
  judgeQuotas,
  quotaEvaluatorOf,
  resourceOf,
  resourceQuota as quotaKind,
  type Charge,
  type ChargeEvidence,
  type Kind,
  type QuotaEvaluator,
  type QuotaRequest,
  type QuotaVerdict,
} from '#kinds';
import type { ResourceQuota } from '#types';
import type { AdmissionAccess } from './access.ts';
import { listIn } from './list-in.ts';
import type { AdmissionPlugin, AdmissionRequest, Operation } from './plugin.ts';

const bucket = resourceOf(quotaKind);

/** How often charging is retried when other writes change the quota in between. */
const retries = 3;

/**
 * ResourceQuota: rejects what a namespace's quotas do not allow; what they allow is charged to
 * their `status.used` before the object is stored. (If storing fails, the charge stays until the
 * quota controller counts again, as in v1.24.)
 */
export const resourceQuota: AdmissionPlugin = {
  name: 'ResourceQuota',

  handles(kind, operation, subresource) {
    return kind.namespaced && isCounted(kind, operation, subresource);
  },

  validate(object, old, request, access) {
    const { kind, subresource } = request;
    if (access.store.isEmpty(bucket)) return;
    const evaluator = quotaEvaluatorOf(kind, access.rules)!;
    if (old !== undefined && evaluator.isCharged?.(object, old, subresource) === false) return;
    return charge(object, old, request, access, evaluator);
  },
};

async function charge(
  object: KubeObject,
  old: KubeObject | undefined,
  request: AdmissionRequest,
  access: AdmissionAccess,
  evaluator: QuotaEvaluator,
): Promise<void> {
  const { kind, namespace, context } = request;
  const { store } = access;
  let quotas = await listIn<ResourceQuota>(store, bucket, namespace!);
  for (let attempt = 0; quotas.length > 0; attempt++) {
    // The time matters only to pods that are being deleted, and new objects are not.
    const charges = judge(quotas, kind, evaluator, { object, old, now: 0 });
    if (context.dryRun === true) return;
    const unpaid = await pay(access, charges, object, request);
    if (unpaid.length === 0) return;
    if (attempt === retries) throw conflict(quotaKind, unpaid.at(-1)!, staleWrite);
    const fresh = await listIn<ResourceQuota>(store, bucket, namespace!);
    quotas = fresh.filter(({ metadata }) => unpaid.includes(metadata.name));
  }
}

/** All kinds count when created; some use more when they are changed. */
function isCounted(kind: Kind, operation: Operation, subresource: string | undefined): boolean {
  const evaluator = quotaEvaluatorOf(kind, anyRelease);
  if (evaluator === undefined) return false;
  if (operation === 'CREATE') return subresource === undefined;
  return operation === 'UPDATE' && evaluator.updates.includes(subresource ?? '');
}

/** For what does not differ between releases. */
const anyRelease: Release = { enabled: () => false };

/** @throws {ApiError} 403 when a quota is exceeded */
function judge(
  quotas: readonly ResourceQuota[],
  kind: Kind,
  evaluator: QuotaEvaluator,
  request: QuotaRequest,
): readonly Charge<ResourceQuota>[] {
  let verdict: QuotaVerdict<ResourceQuota>;
  try {
    verdict = judgeQuotas(quotas, evaluator, request);
  } catch (error) {
    throw serverError((error as Error).message);
  }
  if (verdict.allowed) return verdict.charges;
  throw forbiddenObject(kind, request.object.metadata.name, verdict.why);
}

/** Writes all charges; answers the names of the quotas that other writes have changed meanwhile. */
async function pay(
  access: AdmissionAccess,
  charges: readonly Charge<ResourceQuota>[],
  { metadata: { name } }: KubeObject,
  { context, kind, namespace }: AdmissionRequest,
): Promise<readonly string[]> {
  const unpaid: string[] = [];
  const { actor } = context.origin;
  for (const { quota, used, taken } of charges) {
    const evidence: ChargeEvidence = { object: `${kind.kind} ${namespace}/${name}`, taken };
    const by = { actor: 'admission', requester: actor, evidence };
    const origin: Origin = extended(context.origin, by);
    const charged = { ...quota, status: { ...quota.status, used } };
    const isPaid = await access.writeStatus(quotaKind, charged, quota, origin);
    if (!isPaid) unpaid.push(quota.metadata.name);
  }
  return unpaid;
}
