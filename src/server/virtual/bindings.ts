import type { Kind } from '#kinds';
import { omitFields, unknownPath } from '#values';
import { answerValue } from '../answer/answer.ts';
import { contextOf, type Negotiated } from '../exchange/exchange.ts';
import { readObject, success } from '../verbs/write.ts';

/** The deprecated way to bind a pod: the pod's name is the binding's own. */
export async function createBinding(exchange: Negotiated, binding: Kind): Promise<void> {
  const { server, path } = exchange;
  const pods = server.served.byResource('', 'v1', 'pods');
  if (pods === undefined) throw unknownPath();
  const served = server.served.formOf(binding);
  const { object, options } = await readObject(exchange, served, 'CreateOptions');
  const context = contextOf(exchange, options);
  const { metadata } = object;
  const ref = { namespace: path.namespace, name: metadata?.name ?? '' };
  const isStripped = metadata !== undefined && server.profile.enabled('SystemMetadataIgnored');
  const body = isStripped ? { ...object, metadata: omitFields(metadata, ['uid']) } : object;
  const { kind } = pods;
  await server.api.call(context, { verb: 'post', kind, ref, subresource: 'binding', body });
  await answerValue(exchange, 201, success);
}
