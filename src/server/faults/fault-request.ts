import type { Target } from '#faults';
import { bearerToken } from '../auth/shown-tokens.ts';
import type { Exchange } from '../exchange/exchange.ts';

/** Returns a request over HTTP as faults see it. */
export function targetOf({ req, path, query, user, server }: Exchange, name: string): Target {
  const { verb, group, version, resource, subresource, namespace } = path;
  const { 'user-agent': agent, authorization } = req.headers;
  return {
    client: { user: user.name, agent, token: bearerToken(authorization) },
    ...{ verb, group, resource, subresource, name },
    kind: server.served.byResource(group, version, resource)?.kind.kind ?? '',
    // To authorization, `/api/v1/namespaces/x` is in namespace `x`.
    namespace: resource === 'namespaces' ? '' : namespace,
    resourceVersion: query.get('resourceVersion'),
    continue: query.get('continue'),
    path: path.path,
  };
}
