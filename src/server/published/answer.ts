/** Custom and external metrics in the form of their APIs, from annotations of objects. */
import { ApiError, formatTime, methodNotSupported, unknownPath, type KubeObject } from '#values';
import {
  apiVersionOf,
  externalText,
  PUBLISHED_WINDOW_MS,
  publishedMetrics,
  publishedQuantity,
  resourceOf,
  type Kind,
} from '#kinds';
import { prettyJsonText } from '../encode/json.ts';
import type { Exchange, Server } from '../exchange/exchange.ts';
import { jsonType } from '../media/accept.ts';
import type { Query } from '../request/query.ts';
import { send } from '../answer/respond.ts';

/** Instead of a name: all objects that a selector finds. */
const ALL = '*';

/** Always in JSON: Go's clients of these APIs accept it. @throws {ApiError} */
export async function answerPublished(exchange: Exchange): Promise<void> {
  const { req, res, path } = exchange;
  if (req.method !== 'GET' && req.method !== 'HEAD') throw methodNotSupported();
  const list = await (path.group === publishedMetrics.external.group
    ? external(exchange)
    : custom(exchange));
  send(req, res, 200, jsonType, Buffer.from(prettyJsonText(list)));
}

/** `/namespaces/NAMESPACE/METRIC`: what the namespace publishes. */
async function external({ server, path }: Exchange): Promise<object> {
  const { namespace, resource: metricName } = path;
  if (namespace === '' || path.name !== '') throw unknownPath();
  const kind = kindNamed('namespaces', server);
  const publisher = await server.api.read({ verb: 'get', kind, ref: { name: namespace } });
  const value = valueOf(publisher, metricName, externalText);
  if (value === undefined) throw noMetric(metricName, 'namespaces', namespace);
  const timestamp = formatTime(server.now());
  return {
    kind: 'ExternalMetricValueList',
    apiVersion: `${path.group}/${path.version}`,
    metadata: {},
    items: [{ metricName, metricLabels: {}, timestamp, value }],
  };
}

interface Question {
  readonly kind: Kind;
  readonly namespace: string | undefined;
  /** {@link ALL}, or one. */
  readonly name: string;
  readonly metric: string;
}

/**
 * `[/namespaces/NAMESPACE]/RESOURCE[.GROUP]/NAME/METRIC`, where the name may be `*`; for the
 * namespace itself `/namespaces/NAMESPACE/metrics/METRIC`.
 */
async function custom({ server, path, query }: Exchange): Promise<object> {
  const { version } = path;
  const question = questionIn(path, server);
  const { kind, metric } = question;
  const objects = await publishers(question, server, query);
  const timestamp = formatTime(server.now());
  const items = objects.flatMap((object) => {
    const value = valueOf(object, metric);
    if (value === undefined) return [];
    const named = version === 'v1beta1' ? { metricName: metric } : { metric: { name: metric } };
    const common = { timestamp, windowSeconds: PUBLISHED_WINDOW_MS / 1000, value };
    return [{ describedObject: referenceTo(kind, object), ...named, ...common }];
  });
  if (items.length === 0) throw noMetric(metric, resourceOf(kind), question.name);
  const apiVersion = `${path.group}/${version}`;
  return { kind: 'MetricValueList', apiVersion, metadata: {}, items };
}

function questionIn(path: Exchange['path'], server: Server): Question {
  const { namespace, resource, name, subresource, isOverlong } = path;
  if (isOverlong || name === '') throw unknownPath();
  if (namespace !== '' && resource === 'metrics' && subresource === '') {
    const kind = kindNamed('namespaces', server);
    return { kind, namespace: undefined, name: namespace, metric: name };
  }
  if (subresource === '') throw unknownPath();
  const kind = kindNamed(resource, server);
  if (kind.namespaced === (namespace === '')) throw unknownPath();
  return { kind, namespace: namespace || undefined, name, metric: subresource };
}

async function publishers(
  { kind, namespace, name }: Question,
  { api }: Server,
  query: Query,
): Promise<readonly KubeObject[]> {
  if (name !== ALL) return [await api.read({ verb: 'get', kind, ref: { namespace, name } })];
  const labelSelector = query.get('labelSelector');
  const options = { namespace, labelSelector };
  return (await api.read({ verb: 'list', kind, options })).items;
}

/** `pods`, `deployments.apps`. @throws {ApiError} 404 */
function kindNamed(resource: string, { served }: Server): Kind {
  const found = served.all.find(({ kind }) => resourceOf(kind) === resource);
  if (found === undefined) throw unknownPath();
  return found.kind;
}

function referenceTo(kind: Kind, { metadata: { namespace, name } }: KubeObject): object {
  return { kind: kind.kind, namespace, name, apiVersion: apiVersionOf(kind) };
}

/** @throws {ApiError} 422 for what is not a quantity */
function valueOf(
  object: KubeObject,
  metric: string,
  textOf?: typeof externalText,
): string | undefined {
  try {
    return publishedQuantity(object, metric, textOf)?.toString();
  } catch (error) {
    const { name } = object.metadata;
    const message = `annotation sim/metric-${metric} of ${object.kind} ${name}: ${(error as Error).message}`;
    throw new ApiError(422, 'Invalid', message);
  }
}

/** In the words of the usual adapters. */
function noMetric(metric: string, resource: string, name: string): ApiError {
  const of = name === ALL ? resource : `${resource} ${name}`;
  const message = `the server could not find the metric ${metric} for ${of}`;
  return new ApiError(404, 'NotFound', message);
}
