/** Questions to the APIs of metrics, which are not stored: which path to ask, and what an answer means. */
import { ApiError, type FailureStatus, type StatusReason } from '#values';

/** A GET below `/apis/GROUP/VERSION`. */
export interface MetricsQuestion {
  readonly group: string;
  /** Empty: of the whole cluster. */
  readonly namespace: string;
  /** `pods`, `deployments.apps`; of external metrics, the metric. */
  readonly resource: string;
  /** Of an object; `*`: of all that the selector finds. */
  readonly name?: string;
  /** What about the object. */
  readonly metric?: string;
  /** Of objects; of external metrics, of their labels. */
  readonly labelSelector?: string;
  /** Of the metric's own labels. */
  readonly metricLabelSelector?: string;
}

/** With its query; empty selectors are left out. */
export function metricsPath(question: MetricsQuestion, version: string): string {
  const { group, namespace, resource, name, metric } = question;
  const inside = namespace === '' ? [] : ['namespaces', namespace];
  const parts = [...inside, resource, name, metric].filter((part) => part !== undefined);
  const query = new URLSearchParams();
  for (const key of ['labelSelector', 'metricLabelSelector'] as const) {
    const { [key]: selector = '' } = question;
    if (selector !== '') query.set(key, selector);
  }
  const path = `/apis/${group}/${version}/${parts.map(encodeURIComponent).join('/')}`;
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

/** Returns the version to ask: the first that clients know of those that are served. */
export function metricsVersion(
  known: readonly string[],
  served: readonly string[],
): string | undefined {
  return known.find((version) => served.includes(version));
}

/** Of answers without a Status, as client-go calls them. */
const failures: Readonly<Record<number, readonly [StatusReason, string]>> = {
  401: ['Unauthorized', 'the server has asked for the client to provide credentials'],
  404: ['NotFound', 'the server could not find the requested resource'],
  503: ['ServiceUnavailable', 'the server is currently unable to handle the request'],
};

/** Returns the list of an answer. @throws {ApiError} in the words of client-go */
export function metricsIn(question: MetricsQuestion, status: number, text: string): unknown {
  const body = parsed(text);
  if (status < 400 && body !== undefined) return body;
  const failure = body as FailureStatus | undefined;
  if (failure?.kind === 'Status') {
    const { code, reason, message, details } = failure;
    throw new ApiError(code, reason, message, details);
  }
  const { group, resource, name, metric } = question;
  const [reason, why] = failures[status] ?? [
    'InternalError' as const,
    `an error on the server (${JSON.stringify(text.trim())}) has prevented the request from succeeding`,
  ];
  const what = [resource, metric].filter((part) => part !== undefined).join('/');
  const of = name === undefined ? `${what}.${group}` : `${what}.${group} ${name}`;
  throw new ApiError(status < 400 ? 500 : status, reason, `${why} (get ${of})`);
}

/** Returns undefined for what is not an object. */
function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
