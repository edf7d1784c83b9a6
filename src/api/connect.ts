import { subresourceOf, type Kind } from '#kinds';
import type { KubeObject } from '#values';
import type { Ref } from '#request';
import { isIdle, trailFor, type AdmissionRequest } from './admission/index.ts';
import type { Backend } from './backend.ts';
import type { RequestContext } from './context.ts';

/** A connection to what is behind an object, such as a container of a pod. */
export interface Connection {
  readonly kind: Kind;
  readonly ref: Ref;
  readonly subresource: string;
  /** As the subresource declares them. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Runs admission for a connection; the object need not exist. @throws {ApiError} */
export async function admitConnection(
  { admission }: Backend,
  context: RequestContext,
  { kind, ref: { namespace, name }, subresource, options }: Connection,
): Promise<void> {
  const chain = admission.chain(kind, 'CONNECT', subresource);
  if (isIdle(chain)) return;
  const { form } = subresourceOf(kind, subresource)!.options!;
  const about = { kind, subresource, form, namespace, name, context, trail: trailFor(chain) };
  const request: AdmissionRequest = { ...about, operation: 'CONNECT' };
  const object = options as unknown as KubeObject;
  const admitted = await admission.mutate(chain, object, undefined, request);
  await admission.validate(chain, admitted, undefined, request);
}
