import {
  conflict,
  forbiddenObject,
  judgeQuotas,
  quotaEvaluatorOf,
  serverError,
  staleWrite,
  type Charge,
  type Kind,
  type KubeObject,
  type QuotaRequest,
  type QuotaVerdict,
  type ResourceName,
  type ResourceQuota,
} from '#kinds';
import { CompareFailedError, type Store } from '#store';
import { listIn } from './list-in.ts';
import type { AdmissionPlugin, AdmissionRequest, Operation } from './plugin.ts';

const resourceQuotas: ResourceName = { group: '', plural: 'resourcequotas' };

/** How often charging is tried again when others write the quota at the same time. */
const retries = 3;

/**
 * ResourceQuota: what a namespace's quotas do not allow is refused; what they allow is charged to
 * their `status.used` before the object is stored. (If storing fails, the charge stays until the
 * quota controller counts again, as in v1.24.)
 */
export const resourceQuota: AdmissionPlugin = {
  name: 'ResourceQuota',

  handles(kind, operation, subresource) {
    return kind.namespaced && subresource === undefined && isCounted(kind, operation);
  },

  async validate(object, old, request, store) {
    const { kind, namespace, context } = request;
    let quotas = await listIn<ResourceQuota>(store, resourceQuotas.plural, namespace!);
    for (let attempt = 0; quotas.length > 0; attempt++) {
      // The time matters only to pods that are being deleted, and no new object is.
      const charges = judge(quotas, kind, { object, old, now: 0 });
      if (context.dryRun === true) return;
      const unpaid = await pay(store, charges, request);
      if (unpaid.length === 0) return;
      if (attempt === retries) throw conflict(resourceQuotas, unpaid.at(-1)!, staleWrite);
      const fresh = await listIn<ResourceQuota>(store, resourceQuotas.plural, namespace!);
      quotas = fresh.filter(({ metadata }) => unpaid.includes(metadata.name));
    }
  },
};

/** All kinds count when created; some take more when they are changed. */
function isCounted(kind: Kind, operation: Operation): boolean {
  const evaluator = quotaEvaluatorOf(kind);
  if (evaluator === undefined) return false;
  return operation === 'CREATE' || (operation === 'UPDATE' && evaluator.tracksUpdates);
}

/** @throws {ApiError} 403 for what a quota refuses */
function judge(
  quotas: readonly ResourceQuota[],
  kind: Kind,
  request: QuotaRequest,
): readonly Charge<ResourceQuota>[] {
  let verdict: QuotaVerdict<ResourceQuota>;
  try {
    verdict = judgeQuotas(quotas, quotaEvaluatorOf(kind)!, request);
  } catch (error) {
    throw serverError((error as Error).message);
  }
  if (verdict.allowed) return verdict.charges;
  throw forbiddenObject(kind, request.object.metadata.name, verdict.why);
}

/** Writes all charges; answers the names of the quotas that somebody else has written meanwhile. */
async function pay(
  store: Store,
  charges: readonly Charge<ResourceQuota>[],
  { context }: AdmissionRequest,
): Promise<readonly string[]> {
  const unpaid: string[] = [];
  const origin = { ...context.origin, actor: 'admission' };
  for (const { quota, used } of charges) {
    const { namespace, name, resourceVersion } = quota.metadata;
    const charged: KubeObject & Pick<ResourceQuota, 'status'> = {
      ...quota,
      metadata: { ...quota.metadata },
      status: { ...quota.status, used },
    };
    try {
      const expected = Number(resourceVersion);
      await store.put(resourceQuotas.plural, `${namespace!}/${name}`, charged, {
        origin,
        expected,
      });
    } catch (error) {
      if (!(error instanceof CompareFailedError)) throw error;
      unpaid.push(name);
    }
  }
  return unpaid;
}
