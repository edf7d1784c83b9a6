/** Answers with objects and lists, in the form that the client asked for. */
import type { IncomingMessage } from 'node:http';
import { notAcceptableShape, type KubeObject } from '#kinds';
import { inTurns } from '#api';
import type { ObjectList } from '#request';
import {
  partialList,
  partialObject,
  readIncludeObject,
  table,
  type TableOptions,
} from './encode/partial.ts';
import type { Negotiated } from './exchange.ts';
import { jsonType, plainJson, type Output } from './media/accept.ts';
import type { Query } from './query.ts';
import { send } from './respond.ts';
import type { Served } from './served.ts';

/** Go's ParseBool. */
const trueTexts: readonly string[] = ['1', 't', 'T', 'true', 'TRUE', 'True'];

export async function answerObject(
  exchange: Negotiated,
  served: Served,
  status: number,
  object: KubeObject,
): Promise<void> {
  const { req, res, query, output, server } = exchange;
  if (output === plainJson && !isPretty(req, query, output)) {
    const { encoder } = served;
    const bytes =
      req.method === 'GET'
        ? encoder.whole(object)
        : await inTurns(encoder.writing(object), server.turns.breathe);
    send(req, res, status, jsonType, bytes);
    return;
  }
  await answerValue(exchange, status, shapeObject(exchange, served, object));
}

export async function answerList(
  exchange: Negotiated,
  served: Served,
  list: ObjectList,
): Promise<void> {
  const { req, res, query, output } = exchange;
  if (output === plainJson && !isPretty(req, query, output)) {
    send(req, res, 200, jsonType, served.encoder.list(list));
    return;
  }
  await answerValue(exchange, 200, shapeList(exchange, served, list));
}

/** Anything else: a Status, a review. */
export async function answerValue(
  exchange: Negotiated,
  status: number,
  value: object,
): Promise<void> {
  const { req, res, query, output, server } = exchange;
  const serializer = await server.serializers.find(output.mediaType)!;
  const bytes = await serializer.write(value, isPretty(req, query, output));
  send(req, res, status, output.mediaType, bytes);
}

/** How tables are to be made for a request. @throws {ApiError} 400 */
export function tableOptions({ server, query, output }: Negotiated): TableOptions {
  return {
    apiVersion: metaVersion(output),
    include: readIncludeObject(query.get('includeObject')),
    now: server.now(),
  };
}

export function metaVersion({ version }: Output): string {
  return `meta.k8s.io/${version}`;
}

/**
 * Refuses a form that the answer cannot have, for those who write: before anything is written.
 * @throws {ApiError} 400, 406
 */
export function checkShape({ output, path, query }: Negotiated, served: Served): void {
  const isList = path.verb === 'deletecollection';
  switch (output.transform) {
    case undefined:
      return;
    case 'Table':
      readIncludeObject(query.get('includeObject'));
      return;
    case 'PartialObjectMetadata':
      if (isList) throw isAList(output, served);
      return;
    case 'PartialObjectMetadataList':
      if (!isList) throw isNoList(output, served);
  }
}

function shapeObject(exchange: Negotiated, served: Served, object: KubeObject): object {
  const { output } = exchange;
  switch (output.transform) {
    case undefined:
      return served.encoder.value(object);
    case 'Table': {
      const { resourceVersion } = object.metadata;
      return table(served, [object], { resourceVersion }, tableOptions(exchange));
    }
    case 'PartialObjectMetadata':
      return partialObject(served, object, metaVersion(output));
    case 'PartialObjectMetadataList':
      throw isNoList(output, served);
  }
}

function shapeList(exchange: Negotiated, served: Served, list: ObjectList): object {
  const { output } = exchange;
  switch (output.transform) {
    case undefined:
      return served.encoder.listValue(list);
    case 'Table':
      return table(served, list.items, list.metadata, tableOptions(exchange));
    case 'PartialObjectMetadata':
      throw isAList(output, served);
    case 'PartialObjectMetadataList':
      return partialList(served, list, metaVersion(output));
  }
}

function isAList(output: Output, { goType }: Served): Error {
  return wrongShape(output, `is a list (*${goType}List)`);
}

function isNoList(output: Output, { goType }: Served): Error {
  return wrongShape(output, `is not a list (*${goType})`);
}

function wrongShape({ transform }: Output, why: string): Error {
  return notAcceptableShape(`you requested ${transform!}, but the requested object ${why}`);
}

/** As asked for; else for the programs with which people look at answers directly. */
export function isPretty(req: IncomingMessage, query: Query, output: Output): boolean {
  if (output.pretty) return true;
  const asked = query.get('pretty');
  if (asked) return trueTexts.includes(asked);
  const agent = req.headers['user-agent'];
  if (agent === undefined) return false;
  return agent.startsWith('curl') || agent.startsWith('Wget') || agent.startsWith('Mozilla/5.0');
}
