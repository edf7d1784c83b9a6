import { knownType, knowsVersion, notRegistered, type KubeObject } from '#kinds';
import { answerList, answerObject, answerValue, checkShape } from '../answer.ts';
import { readBody } from '../body.ts';
import {
  optionsKind,
  readDeleteOptions,
  type DeleteRequest,
  type OptionsVersions,
} from '../decode/delete-options.ts';
import { contextOf, type Negotiated } from '../exchange.ts';
import { serializerOf } from '../media/content-type.ts';
import type { Route } from '../route.ts';
import type { Served } from '../served.ts';
import { listOptionsOf, refOf } from './read.ts';

/** DELETE of an object. */
export async function remove(exchange: Negotiated, { served }: Route): Promise<void> {
  const { server } = exchange;
  const request = await readRequest(exchange, served, anyVersion);
  checkShape(exchange, served);
  const context = contextOf(exchange, { ...request, fieldManager: '' });
  const { options } = request;
  const { kind } = served;
  const about = { kind, ref: refOf(exchange), options };
  const deletion = await server.api.call(context, { verb: 'delete', ...about });
  if (!deletion.removed || served.kind.deleteAnswersObject === true) {
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
  const versions = served.kind.custom === undefined ? versionsOf(served) : anyVersion;
  const request = await readRequest(exchange, served, versions);
  checkShape(exchange, served);
  const context = contextOf(exchange, { ...request, fieldManager: '' });
  const { options } = request;
  const { kind } = served;
  const asked = { verb: 'deletecollection', kind, which, options } as const;
  const found = await server.api.call(context, asked);
  if (server.features.enabled('SeedStrict')) {
    await answerValue(exchange, 200, success(served));
    return;
  }
  await answerList(exchange, served, found);
}

/** v1.24 does not check the version of options that delete a single object, or custom resources. */
const anyVersion: OptionsVersions = {
  defaultVersion: 'meta.k8s.io/v1',
  problemOf: (apiVersion, kind) =>
    kind === optionsKind ? undefined : notRegistered(apiVersion, kind, optionsScheme),
};

/** Where Go looks for these types. */
const optionsScheme = 'pkg/runtime/scheme.go:100';

/** Those of the options that delete a collection of a built-in kind. */
function versionsOf(served: Served): OptionsVersions {
  return {
    defaultVersion: served.apiVersion,
    problemOf: (apiVersion, kind) => collectionProblem(served, apiVersion, kind),
  };
}

function collectionProblem(
  { kind: of }: Served,
  apiVersion: string,
  kind: string,
): string | undefined {
  if (kind === optionsKind) {
    return knowsVersion(of, apiVersion) ? undefined : notRegistered(apiVersion, kind);
  }
  const found = knownType(of, apiVersion, kind);
  if (found === undefined) return notRegistered(apiVersion, kind);
  return `converting (${found.goType}) to (v1.${optionsKind}): unknown conversion`;
}

async function readRequest(
  exchange: Negotiated,
  served: Served,
  versions: OptionsVersions,
): Promise<DeleteRequest> {
  const { req, query, server, warnings } = exchange;
  const bytes = await readBody(req);
  const serializer = await serializerOf(
    bytes.length > 0 ? req.headers['content-type'] : undefined,
    server.serializers,
  );
  const request = await readDeleteOptions(bytes, query, serializer, versions);
  const { deletionWarning } = served.kind;
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
