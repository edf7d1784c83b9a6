/** Answers with objects and lists, in the form that the client accepts. */
import type { IncomingMessage } from 'node:http';
import { notAcceptableShape, omitUnset, type KubeObject } from '#values';
import { runInTurns } from '#values';
import type { ObjectList } from '#request';
import {
  partialObject,
  readIncludeObject,
  rowsOf,
  table,
  tableHead,
  type TableOptions,
} from '../encode/partial.ts';
import type { Listing, Slices } from '../encode/slices.ts';
import { Sizes } from '../encode/sizes.ts';
import type { Negotiated } from '../exchange/exchange.ts';
import { jsonType, plainJson, type Output } from '../media/accept.ts';
import type { Query } from '../request/query.ts';
import { send, sendInSlices } from './respond.ts';
import type { Served } from '../exchange/served-kinds.ts';

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
        : await runInTurns(encoder.writing(object, status === 201), server.turns.yieldTurn);
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
  const { req, query, output, server } = exchange;
  if (output === plainJson && !isPretty(req, query, output)) {
    server.turns.begin();
    await sendSlices(exchange, 200, jsonType, served.encoder.list(list));
    return;
  }
  const listing = listingOf(exchange, served, list);
  if (list.items.length === 0) {
    await answerValue(exchange, 200, emptyList(listing, output, served));
    return;
  }
  server.turns.begin();
  const serializer = await server.serializers.find(output.mediaType)!;
  const slices = serializer.listSlices(listing, isPretty(req, query, output));
  await sendSlices(exchange, 200, output.mediaType, slices);
}

/** Anything else: a Status, a review. */
export async function answerValue(
  exchange: Negotiated,
  status: number,
  value: object,
): Promise<void> {
  const { req, res, query, output, server } = exchange;
  const serializer = await server.serializers.find(output.mediaType)!;
  const pretty = isPretty(req, query, output);
  if (serializer.slices === undefined || !new Sizes().isLarge(value)) {
    send(req, res, status, output.mediaType, await serializer.write(value, pretty));
    return;
  }
  server.turns.begin();
  await sendSlices(exchange, status, output.mediaType, serializer.slices(value, pretty));
}

async function sendSlices(
  { req, res, server }: Negotiated,
  status: number,
  mediaType: string,
  slices: Slices,
): Promise<void> {
  await sendInSlices(req, res, { status, mediaType, slices, yieldTurn: server.turns.yieldTurn });
}

/** How tables are built for a request. @throws {ApiError} 400 */
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
 * Rejects a form that the answer cannot have. Writes call it before they change anything.
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

function listingOf(exchange: Negotiated, served: Served, list: ObjectList): Listing {
  const { output } = exchange;
  const { items } = list;
  // Computed objects have no version, nor does their list.
  const metadata = omitUnset(list.metadata, ['resourceVersion']);
  const { encoder } = served;
  switch (output.transform) {
    case undefined:
      return {
        head: encoder.listHead(metadata),
        field: 'items',
        items,
        shape: (item) => encoder.item(item),
      };
    case 'Table': {
      const options = tableOptions(exchange);
      const head = tableHead(served, metadata, options);
      const { order } = served.kind.table;
      const ordered = order === undefined ? items : items.toSorted(order);
      return { head, field: 'rows', items: ordered, shape: rowsOf(served, options) };
    }
    case 'PartialObjectMetadata':
      throw isAList(output, served);
    case 'PartialObjectMetadataList': {
      const apiVersion = metaVersion(output);
      const head = { kind: 'PartialObjectMetadataList', apiVersion, metadata };
      const shape = (item: KubeObject): object => partialObject(served, item, apiVersion);
      return { head, field: 'items', items, shape };
    }
  }
}

/** v1.24 writes `null` for no items of reduced objects, and for no rows of kinds without own columns. */
function emptyList({ head, field }: Listing, output: Output, { kind }: Served): object {
  const isNull =
    output.transform === 'PartialObjectMetadataList' ||
    (output.transform === 'Table' && kind.table.defaultTable === true);
  return { ...head, [field]: isNull ? null : [] };
}

function isAList(output: Output, { goType }: Served): Error {
  return shapeError(output, `is a list (*${goType}List)`);
}

function isNoList(output: Output, { goType }: Served): Error {
  return shapeError(output, `is not a list (*${goType})`);
}

function shapeError({ transform }: Output, why: string): Error {
  return notAcceptableShape(`you requested ${transform!}, but the requested object ${why}`);
}

/** As the request says; by default for clients that show the response to a person. */
export function isPretty(req: IncomingMessage, query: Query, output: Output): boolean {
  if (output.pretty) return true;
  const pretty = query.get('pretty');
  if (pretty) return trueTexts.includes(pretty);
  const agent = req.headers['user-agent'];
  if (agent === undefined) return false;
  return agent.startsWith('curl') || agent.startsWith('Wget') || agent.startsWith('Mozilla/5.0');
}
