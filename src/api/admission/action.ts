import { subresourceOf } from '#kinds';
import type { KubeObject } from '#values';
import type { Backend } from '../backend.ts';
import type { RequestContext } from '../context.ts';
import type { Target } from '../resource.ts';
import { trailFor } from './admission.ts';
import type { AdmissionRequest } from './plugin.ts';

/**
 * Runs admission for an action on an object: a POST to a subresource, such as an eviction. Answers
 * what was sent, as plugins changed it.
 */
export function admitAction(
  { admission }: Backend,
  context: RequestContext,
  { resource: { kind }, namespace, name }: Target,
  subresource: string,
  sent: KubeObject,
): Promise<KubeObject> {
  const chain = admission.chain(kind, 'CREATE', subresource);
  const trail = trailFor(chain);
  const { form } = subresourceOf(kind, subresource)!;
  const about = { kind, subresource, form: form!, namespace, name, context, trail };
  const request: AdmissionRequest = { ...about, operation: 'CREATE' };
  const admitted = admission.mutate(chain, sent, undefined, request);
  // Most actions have no more plugins: their callers need not wait a turn longer.
  if (chain.validating.length === 0) return admitted;
  return admitted.then(async (result) => {
    await admission.validate(chain, result, undefined, request);
    return result;
  });
}
