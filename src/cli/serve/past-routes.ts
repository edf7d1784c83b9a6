/** The past of a server, for those who ask about it: `/orrery/v1/why` and `/orrery/v1/revision`. */
import type { Millis } from '#clock';
import {
  badRequest,
  expired,
  formatMicroTime,
  notFound,
  resourceOf,
  type FeatureGates,
  type Kind,
  type KindRegistry,
} from '#kinds';
import { historyOf, keyOf, why, type Explanation, type History } from '#record';
import type { ExtraRoute } from '#server';
import type { Store } from '#store';
import { momentOf, type Moment, type Span } from '../past/moment.ts';
import { kindNamed } from '../past/subject.ts';
import { UsageError } from '../usage-error.ts';
import { accountants } from '../why/accountants.ts';
import { fieldOf } from '../why/field.ts';

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

/** What was asked for wrongly is a bad request here. */
async function answering<T>(answer: () => Promise<T>): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof UsageError || error instanceof SyntaxError)
      throw badRequest(error.message);
    throw error;
  }
}

async function whyOf(query: URLSearchParams, options: PastRoutesOptions): Promise<Explanation> {
  checkNames(query, ['kind', 'namespace', 'name', 'field', 'at']);
  const kind = kindNamed(required(query, 'kind', 'DaemonSet'));
  const name = required(query, 'name', 'agent');
  const field = required(query, 'field', 'status.numberReady');
  const namespace = query.get('namespace') ?? 'default';
  const history = await pastOf(options);
  const { revision, time } = momentIn(history, query, options);
  const object = keyOf(kind, { namespace, name });
  const found = history.objectAt(object, revision);
  if (found === undefined) throw notFound(kind, name);
  const path = fieldOf(field, kind);
  const { features } = options;
  return why({ kind, object, path, revision, time }, { history, accountants, features });
}

/** The moment as lists of the past name it: `?resourceVersion=N&resourceVersionMatch=Exact`. */
async function revisionOf(query: URLSearchParams, options: PastRoutesOptions): Promise<object> {
  checkNames(query, ['at']);
  const { revision, time } = momentIn(await pastOf(options), query, options);
  return { revision, time: formatMicroTime(time) };
}

function pastOf({ store, registry }: PastRoutesOptions): Promise<History> {
  return historyOf(
    store,
    registry.stored.map((kind: Kind) => resourceOf(kind)),
  );
}

/** @throws {ApiError} 410 for what is no longer kept */
function momentIn(
  history: History,
  query: URLSearchParams,
  { startMs, now }: PastRoutesOptions,
): Moment {
  const span: Span = { startMs, endMs: now() };
  const moment = momentOf(query.get('at') ?? undefined, history, span);
  const { beginning } = history;
  if (moment.revision >= beginning) return moment;
  throw expired(`at: the history that is kept begins at revision ${beginning}, behind that moment`);
}

/** @throws {ApiError} 400 */
function required(query: URLSearchParams, name: string, example: string): string {
  const value = query.get(name);
  if (value !== null && value !== '') return value;
  throw badRequest(`${name}: expected a value such as ${example}`);
}

/** @throws {ApiError} 400 for a parameter that would go unheard */
function checkNames(query: URLSearchParams, known: readonly string[]): void {
  for (const name of query.keys()) {
    if (known.includes(name)) continue;
    throw badRequest(`unknown parameter "${name}"; expected ${known.join(', ')}`);
  }
}
