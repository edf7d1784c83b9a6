import type { KubeObject } from '#kinds';
import { unknownPath } from '#kinds';
import { contextOf, type Negotiated } from '../exchange.ts';
import { readWriteOptions } from '../options.ts';

/** The old way to bind a pod: the pod's name is the binding's own. */
export async function bind(exchange: Negotiated, body: unknown): Promise<object> {
  const { server, path, query, req } = exchange;
  const pods = server.served.byResource('', 'v1', 'pods');
  if (pods === undefined) throw unknownPath();
  const { metadata } = body as Partial<KubeObject>;
  const userAgent = req.headers['user-agent'];
  const options = readWriteOptions('CreateOptions', { query, userAgent, validatesFields: false });
  const context = contextOf(exchange, options);
  const ref = { namespace: path.namespace, name: metadata?.name ?? '' };
  await server.api.createSubresource(context, pods.kind, ref, 'binding', body);
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
}
