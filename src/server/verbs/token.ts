import { formatTime, invalid, invalidObject, schemas, type KubeObject } from '#kinds';
import { answerValue } from '../answer.ts';
import { readBody } from '../body.ts';
import { decodeObject } from '../decode/object.ts';
import type { Negotiated } from '../exchange.ts';
import { serializerOf } from '../media/content-type.ts';
import type { Route } from '../route.ts';
import { refOf } from './read.ts';

/** How long tokens live, in seconds: unless told, and at least. */
const usualSeconds = 3600;
const fewestSeconds = 600;
const audience = 'https://kubernetes.default.svc.cluster.local';

const expected = {
  apiVersion: 'authentication.k8s.io/v1',
  kind: { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' },
} as const;

interface TokenRequest extends KubeObject {
  readonly spec?: { readonly audiences?: readonly string[]; readonly expirationSeconds?: number };
}

/** POST serviceaccounts/token: a token with which requests are made by the account. */
export async function createToken(exchange: Negotiated, { served }: Route): Promise<void> {
  const { req, server, path } = exchange;
  const serializer = serializerOf(req.headers['content-type'], server.serializers);
  const bytes = await readBody(req);
  const schema = schemas.ofKind(expected.apiVersion, expected.kind.kind)!;
  const wanted = { ...expected, kind: { ...expected.kind, schema } };
  const decoded = await decodeObject(bytes, await serializer, wanted, server.served, 'Ignore');
  const request = decoded.object as TokenRequest;
  const seconds = request.spec?.expirationSeconds ?? usualSeconds;
  if (seconds < fewestSeconds) throw tooShort(path.name, seconds);
  const account = await server.api.get(served.kind, refOf(exchange));
  const expires = server.now() + seconds * 1000;
  const token = server.tokens.issue(userOf(account), expires);
  const audiences = request.spec?.audiences ?? [audience];
  await answerValue(exchange, 201, {
    kind: expected.kind.kind,
    apiVersion: expected.apiVersion,
    metadata: {
      name: account.metadata.name,
      namespace: account.metadata.namespace,
      creationTimestamp: formatTime(server.now()),
    },
    spec: { audiences, expirationSeconds: seconds, boundObjectRef: null },
    status: { token, expirationTimestamp: formatTime(expires) },
  });
}

function userOf({ metadata }: KubeObject): Parameters<Negotiated['server']['tokens']['issue']>[0] {
  const { namespace = '', name, uid } = metadata;
  return {
    name: `system:serviceaccount:${namespace}:${name}`,
    uid,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
  };
}

function tooShort(name: string, seconds: number): Error {
  const why = 'may not specify a duration less than 10 minutes';
  const error = invalid('spec.expirationSeconds', String(seconds), why);
  return invalidObject(expected.kind.group, expected.kind.kind, name, [error]);
}
