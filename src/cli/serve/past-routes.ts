/** The past of a server: `/orrery/v1/why` and `/orrery/v1/revision`. */
import { accountants } from '#controllers';
import type { Millis } from '#clock';
import {
  badRequest,
  expired,
  formatMicroTime,
  notFound,
  type ApiError,
  type FeatureGates,
  type KindRegistry,
} from '#kinds';
import { explain, momentOf, QuestionError, type Explanation, type Span } from '#record';
import type { ExtraRoute } from '#server';
import type { Store } from '#store';

export interface PastRoutesOptions {
  readonly store: Store;
  readonly registry: KindRegistry;
  readonly features: FeatureGates;
  /** Virtual time at the start, ms. */
  readonly startMs: Millis;
  /** Virtual time, ms. */
  now(): Millis;
}

export function pastRoutes(options: PastRoutesOptions): readonly ExtraRoute[] {
  return [
    {
      method: 'GET',
      path: '/orrery/v1/why',
      handle: (_, query) => answering(() => whyOf(query, options)),
    },
    {
      method: 'GET',
      path: '/orrery/v1/revision',
      handle: (_, query) => answering(() => revisionOf(query, options)),
    },
  ];
}

/** Invalid questions answer a Status. */
async function answering<T>(answer: () => T): Promise<T> {
  try {
    return answer();
  } catch (error) {
    throw error instanceof QuestionError ? statusOf(error) : error;
  }
}

function statusOf({ reason, message, object }: QuestionError): ApiError {
  if (reason === 'missing' && object !== undefined) return notFound(object.kind, object.name);
  return reason === 'forgotten' ? expired(message) : badRequest(message);
}

function whyOf(query: URLSearchParams, options: PastRoutesOptions): Explanation {
  checkNames(query, ['kind', 'namespace', 'name', 'field', 'at']);
  const { store, registry: kinds, features } = options;
  const question = {
    kind: required(query, 'kind', 'DaemonSet'),
    name: required(query, 'name', 'agent'),
    field: required(query, 'field', 'status.numberReady'),
    namespace: query.get('namespace') ?? 'default',
    at: query.get('at') ?? undefined,
  };
  const { past } = store;
  return explain(question, { past, span: spanOf(options), kinds, accountants, features });
}

/** The moment as parameters of a list: `?resourceVersion=N&resourceVersionMatch=Exact`. */
function revisionOf(query: URLSearchParams, options: PastRoutesOptions): object {
  checkNames(query, ['at']);
  const at = query.get('at') ?? undefined;
  const { revision, time } = momentOf(at, options.store.past, spanOf(options));
  return { revision, time: formatMicroTime(time) };
}

function spanOf({ startMs, now }: PastRoutesOptions): Span {
  return { startMs, endMs: now() };
}

/** @throws {ApiError} 400 */
function required(query: URLSearchParams, name: string, example: string): string {
  const value = query.get(name);
  if (value !== null && value !== '') return value;
  throw badRequest(`${name}: expected a value such as ${example}`);
}

/** @throws {ApiError} 400 for an unknown parameter */
function checkNames(query: URLSearchParams, known: readonly string[]): void {
  for (const name of query.keys()) {
    if (known.includes(name)) continue;
    throw badRequest(`unknown parameter "${name}"; expected ${known.join(', ')}`);
  }
}
