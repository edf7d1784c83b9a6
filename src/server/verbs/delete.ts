import { invalid, invalidObject, type ApiError, type KubeObject } from '#values';
import { answerList, answerObject, answerValue, checkShape } from '../answer/answer.ts';
import { readBody } from '../request/body.ts';
import { readDeleteOptions, type DeleteRequest } from '../decode/delete-options.ts';
import { contextOf, type Negotiated } from '../exchange/exchange.ts';
import { serializerOf } from '../media/content-type.ts';
import type { Route } from '../request/route.ts';
import type { Served } from '../exchange/served-kinds.ts';
import { listOptionsOf, refOf } from './read.ts';

/** DELETE of an object. */
export async function remove(exchange: Negotiated, { served }: Route): Promise<void> {
  const { server } = exchange;
  const request = await readRequest(exchange, served);
  checkShape(exchange, served);
  const context = contextOf(exchange, { ...request, fieldManager: '' });
  const { options } = request;
  const { kind } = served;
  const about = { kind, ref: refOf(exchange), options };
  const deletion = await server.api.call(context, { verb: 'delete', ...about });
  if (!deletion.removed || served.kind.wire.deleteAnswersObject === true) {
    const status = !deletion.removed && request.isCascading ? 202 : 200;
    await answerObject(exchange, served, status, deletion.object);
  } else {
    await answerValue(exchange, 200, successOf(served, deletion.object));
  }
}

/** DELETE of a collection; answers what was deleted. */
export async function removeCollection(exchange: Negotiated, { served }: Route): Promise<void> {
  const { server } = exchange;
  const which = listOptionsOf(exchange);
  server.api.checkSelection(served.kind, which);
  const request = await readRequest(exchange, served);
  checkShape(exchange, served);
  const context = contextOf(exchange, { ...request, fieldManager: '' });
  const { options } = request;
  if (options.isUnsafe === true) throw unsafeCollection();
  const { kind } = served;
  const call = { verb: 'deletecollection', kind, which, options } as const;
  const found = await server.api.call(context, call);
  if (server.profile.enabled('SeedStrict')) {
    await answerValue(exchange, 200, success(served));
    return;
  }
  await answerList(exchange, served, found);
}

function unsafeCollection(): ApiError {
  const why = 'is not allowed with DELETECOLLECTION, try again after removing the option';
  const field = 'ignoreStoreReadErrorWithClusterBreakingPotential';
  return invalidObject('meta.k8s.io', 'DeleteOptions', '', [invalid(field, 'true', why)]);
}

async function readRequest(exchange: Negotiated, served: Served): Promise<DeleteRequest> {
  const { req, query, server, warnings } = exchange;
  const bytes = await readBody(req);
  const serializer = await serializerOf(
    bytes.length > 0 ? req.headers['content-type'] : undefined,
    server.serializers,
  );
  const request = await readDeleteOptions(bytes, query, serializer, server.profile);
  const { deletionWarning } = served.kind.wire;
  if (request.isPolicyOpen && deletionWarning !== undefined) warnings.add(deletionWarning);
  return request;
}

function successOf(served: Served, { metadata: { name, uid } }: KubeObject): object {
  return success(served, { name, uid });
}

function success({ kind }: Served, identity: { name?: string; uid?: string } = {}): object {
  const { name, uid } = identity;
  const details = {
    ...(name !== undefined && { name }),
    ...(kind.group !== '' && { group: kind.group }),
    kind: kind.plural,
    ...(uid !== undefined && { uid }),
  };
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details };
}
