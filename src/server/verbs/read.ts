import { notFound, type KubeObject } from '#values';
import type { Kind } from '#kinds';
import type { ListOptions, ObjectList, Ref } from '#request';
import { answerList, answerObject } from '../answer/answer.ts';
import { targetOf } from '../faults/fault-request.ts';
import type { Exchange, Negotiated } from '../exchange/exchange.ts';
import type { Query } from '../request/query.ts';
import type { Route } from '../request/route.ts';
import type { Served } from '../exchange/served-kinds.ts';
import { shownBy } from '../faults/shown-by-another-version.ts';
import { retryUntilReached } from './retry-read.ts';

export async function get(exchange: Negotiated, route: Route): Promise<void> {
  const { server, query } = exchange;
  const resourceVersion = query.get('resourceVersion');
  const { at } = exchange;
  const request = { verb: 'get', ...aboutOf(exchange, route), resourceVersion, at } as const;
  const object = await retryUntilReached(server.wall, () => server.api.read(request));
  if (isHidden(exchange, object)) throw notFound(route.served.kind, object.metadata.name);
  await answerObject(exchange, formOf(exchange, route), 200, shownBy(exchange)(object));
}

export async function list(exchange: Negotiated, { served }: Route): Promise<void> {
  const { server } = exchange;
  const options = asOf(listOptionsOf(exchange), exchange.at);
  const request = { verb: 'list', kind: served.kind, options } as const;
  const found = await retryUntilReached(server.wall, () => server.api.read(request));
  await answerList(exchange, served, shownList(exchange, found));
}

/** Returns the list as faults show it. */
function shownList(exchange: Exchange, found: ObjectList): ObjectList {
  const { faults } = exchange.server;
  if (faults === undefined || faults.isQuiet) return found;
  const show = shownBy(exchange);
  return { ...found, items: found.items.filter((each) => !isHidden(exchange, each)).map(show) };
}

/** Returns a list of an older state. */
function asOf(options: ListOptions, at: number | undefined): ListOptions {
  if (at === undefined) return options;
  return { ...options, resourceVersion: String(at), resourceVersionMatch: 'Exact' };
}

/** Returns whether a fault keeps an object from the answer. */
function isHidden(exchange: Exchange, object: KubeObject): boolean {
  const { faults } = exchange.server;
  return faults?.isQuiet === false && faults.hides(targetOf(exchange, ''), object);
}

/** Returns what the path names. */
export function refOf({ path }: Exchange): Ref {
  const { namespace, name } = path;
  return namespace === '' ? { name } : { namespace, name };
}

/** Returns the object or subresource of a request. */
export function aboutOf(exchange: Exchange, { served: { kind } }: Route): AboutObject {
  return { kind, ref: refOf(exchange), subresource: exchange.path.subresource || undefined };
}

interface AboutObject {
  readonly kind: Kind;
  readonly ref: Ref;
  readonly subresource: string | undefined;
}

/**
 * Returns the form in which objects are sent and answered: their own, unless a subresource has
 * another.
 */
export function formOf({ server }: Exchange, { served, subresource }: Route): Served {
  return subresource?.form === undefined ? served : server.served.formOf(subresource.form);
}

/**
 * Returns the objects that a list, a watch or a deletecollection selects. @throws {ApiError} 400
 */
export function listOptionsOf({ path, query }: Exchange): ListOptions {
  const namespace = path.namespace === '' ? undefined : path.namespace;
  // Parsed although nothing depends on it: it has to be a number.
  query.integer('timeoutSeconds');
  if (query.isEmpty && path.name === '') return { namespace };
  return {
    namespace,
    labelSelector: query.get('labelSelector'),
    fieldSelector: fieldSelectorOf(path.name, query),
    limit: query.integer('limit'),
    continue: query.get('continue'),
    resourceVersion: query.get('resourceVersion'),
    resourceVersionMatch: query.get('resourceVersionMatch'),
    sendInitialEvents: query.optionalFlag('sendInitialEvents'),
  };
}

/** A watch in the deprecated form may name its object in the path. */
function fieldSelectorOf(name: string, query: Query): string | undefined {
  const input = query.get('fieldSelector');
  if (name === '') return input;
  return input ? `metadata.name=${name},${input}` : `metadata.name=${name}`;
}
