import type { Written } from '#api';
import { foreignOf } from '#kinds';
import type { KubeObject } from '#values';
import type { Patch } from '#request';
import { answerObject, answerValue, checkShape } from '../answer/answer.ts';
import { readBody } from '../request/body.ts';
import { decodeObject } from '../decode/object.ts';
import { readPatch } from '../decode/patch.ts';
import { contextOf, type Exchange, type Negotiated } from '../exchange/exchange.ts';
import { patchTypeOf, serializerOf } from '../media/content-type.ts';
import { warningsFor } from '../media/yaml-errors.ts';
import { readWriteOptions, type OptionsKind, type WriteOptions } from '../request/options.ts';
import { noteWritten } from '../observers/request-trace.ts';
import type { Route } from '../request/route.ts';
import type { Expected } from '../exchange/served-kinds.ts';
import { aboutOf, formOf } from './read.ts';

/** POST to a collection. */
export async function create(exchange: Negotiated, { served }: Route): Promise<void> {
  const { server, path } = exchange;
  const { object, options } = await readObject(exchange, served, 'CreateOptions');
  checkShape(exchange, served);
  const namespace = path.namespace === '' ? undefined : path.namespace;
  const context = contextOf(exchange, options);
  await server.turns.yieldTurn();
  const { kind } = served;
  const request = { verb: 'create', kind, namespace, body: object } as const;
  const created = await server.api.call(context, request);
  await server.turns.yieldTurn();
  noteWritten(exchange.trace, created);
  await answerObject(exchange, served, 201, created);
}

/** PUT. */
export async function update(exchange: Negotiated, route: Route): Promise<void> {
  const { server } = exchange;
  const form = formOf(exchange, route);
  const isUntyped = form !== route.served && route.served.kind.custom !== undefined;
  const expected = isUntyped ? { ...form, isUntyped } : form;
  const { object, exact, options } = await readObject(exchange, expected, 'UpdateOptions');
  checkShape(exchange, route.served);
  const context = contextOf(exchange, options, exact);
  const about = aboutOf(exchange, route);
  await server.turns.yieldTurn();
  const written = await server.api.call(context, { verb: 'update', ...about, body: object });
  await server.turns.yieldTurn();
  await answerWritten(exchange, route, written);
}

export async function patch(exchange: Negotiated, route: Route): Promise<void> {
  const { server } = exchange;
  const { change, options } = await readChange(exchange, route);
  checkShape(exchange, route.served);
  const context = contextOf(exchange, options);
  const about = aboutOf(exchange, route);
  await server.turns.yieldTurn();
  const written = await server.api.call(context, { verb: 'patch', ...about, patch: change });
  await server.turns.yieldTurn();
  await answerWritten(exchange, route, written);
}

function answerWritten(
  exchange: Negotiated,
  route: Route,
  { object, created }: Written,
): Promise<void> {
  noteWritten(exchange.trace, object);
  const shown = route.subresource?.view?.(object) ?? object;
  return answerObject(exchange, formOf(exchange, route), created ? 201 : 200, shown);
}

/** POST to a subresource of an object: answers a plain success, or the result. */
export async function post(exchange: Negotiated, route: Route): Promise<void> {
  const { server, path } = exchange;
  const form = formOf(exchange, route);
  const expected = { ...form, olderVersions: route.subresource?.olderVersions };
  const { object, options } = await readObject(exchange, expected, 'CreateOptions');
  checkShape(exchange, route.served);
  const context = contextOf(exchange, options);
  const { subresource } = path;
  const about = { ...aboutOf(exchange, route), subresource, body: object };
  const result = await server.api.call(context, { verb: 'post', ...about });
  if (result === undefined) await answerValue(exchange, 201, success);
  else await answerObject(exchange, form, 201, result);
}

/** The answer when there is no object to return. */
export const success = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  code: 201,
};

interface ReadObject {
  readonly object: KubeObject;
  /** With the fractions of seconds that its times have lost; absent when they have lost none. */
  readonly exact?: KubeObject | undefined;
  readonly options: WriteOptions;
}

/** Checks a request in v1.24's order: size, media type, options, object. */
export async function readObject(
  exchange: Negotiated,
  expected: Expected,
  kind: OptionsKind,
): Promise<ReadObject> {
  const { req, server, warnings } = exchange;
  const serializer = serializerOf(req.headers['content-type'], server.serializers);
  const bytes = exchange.body ?? (await readBody(req));
  server.turns.begin();
  const options = writeOptions(exchange, kind);
  const { object, exact, complaints } = await decodeObject(
    bytes,
    await serializer,
    expected,
    options.fieldValidation,
    server.turns.yieldTurn,
    foreignOf(expected.kind, server.lost),
  );
  for (const warning of complaints.flatMap(warningsFor)) warnings.add(warning);
  return { object, exact, options };
}

/** The content of a PATCH. */
async function readChange(
  exchange: Negotiated,
  { served }: Route,
): Promise<{ readonly change: Patch; readonly options: WriteOptions }> {
  const { req, server } = exchange;
  const type = patchTypeOf(req.headers['content-type'], served.kind);
  const body = await readBody(req);
  server.turns.begin();
  const options = writeOptions(exchange, 'PatchOptions', type === 'apply');
  const { force, fieldValidation } = options;
  const comesFirst = server.profile.enabled('PatchTextsComeFirst');
  const read = await readPatch(type, body, fieldValidation !== 'Ignore', server.yaml, comesFirst);
  return { change: Object.assign(read, { force, fieldValidation }), options };
}

function writeOptions(
  { server, req, query }: Exchange,
  kind: OptionsKind,
  isApply?: boolean,
): WriteOptions {
  const source = { query, userAgent: req.headers['user-agent'], release: server.profile };
  return readWriteOptions(kind, source, isApply);
}
