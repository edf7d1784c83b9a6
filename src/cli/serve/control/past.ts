/** The past of a server: `/orrery/v1/why`, `why-not` and `revision`. */
import type { Millis } from '#clock';
import type { Faults } from '#faults';
import { badRequest, expired, formatMicroTime, notFound, type ApiError } from '#values';
import type { KindRegistry } from '#catalog';
import { momentOf, QuestionError, type Releases, type Span, type Witness } from '#record';
import type { Store } from '#store';
import { route, type ControlRoute } from './route.ts';
import { fields, optional, word, type ValueOf, type ValuesOf } from '#forms';
import { map, number, text } from './forms.ts';

export interface PastRoutesOptions {
  readonly store: Store;
  readonly registry: KindRegistry;
  /** Of which release it is, and since when. */
  readonly releases: () => Releases;
  /** Virtual time at the start, ms. */
  readonly startMs: Millis;
  /** Virtual time, ms. */
  now(): Millis;
  /** What faults have struck lately. */
  readonly faults?: Pick<Faults, 'recent'>;
}

const at = text({
  doc: 'A moment: 90s after the start, a time, or rev:N. Default: now.',
  example: '90s',
});

const whyQuery = {
  kind: text({ doc: 'A kind, plural or short name.', example: 'DaemonSet' }),
  name: text({ doc: 'The name of the object.', example: 'agent' }),
  field: text({ doc: 'The path of the field.', example: 'status.numberReady' }),
  namespace: optional(text({ doc: 'Default: default.', example: 'default' })),
  at: optional(at),
};

const whyNotQuery = {
  kind: text({ doc: 'A kind, plural or short name.', example: 'CronJob' }),
  name: text({ doc: 'The name of the object.', example: 'report' }),
  namespace: optional(text({ doc: 'Default: default.', example: 'default' })),
  on: optional(text({ doc: 'A node: why has it no pod of the object?', example: 'node-2' })),
  size: optional(word(['fewer', 'more'], { doc: 'Why has it not fewer replicas, or more?' })),
  at: optional(at),
};

const revisionShape = fields({
  revision: number({ doc: 'The revision.', min: 0, max: Infinity, isWhole: true }),
  time: text({ doc: 'Its virtual time.', example: '2026-01-01T00:01:30.000000Z' }),
});

export function pastRoutes(options: PastRoutesOptions): readonly ControlRoute[] {
  return [
    route({
      method: 'GET',
      path: '/why',
      summary: 'Explain why a field has its value.',
      query: whyQuery,
      answer: map({ doc: 'The value, the sum that it comes from, and the writes that led to it.' }),
      handle: ({ query }) => answering(() => explanationOf(query, options)),
    }),
    route({
      method: 'GET',
      path: '/why-not',
      summary: 'Explain why an object is not there, or did not do something.',
      query: whyNotQuery,
      answer: map({ doc: 'The answer, the sum that it comes from, and the writes behind it.' }),
      handle: ({ query }) => answering(() => absenceOf(query, options)),
    }),
    route({
      method: 'GET',
      path: '/revision',
      summary: 'Find the revision of a moment, for lists of the past.',
      description: 'Its answer fits a list: ?resourceVersion=N&resourceVersionMatch=Exact.',
      query: { at: optional(at) },
      answer: revisionShape,
      handle: ({ query }) => answering(() => revisionOf(query, options)),
    }),
  ];
}

/** Invalid questions answer a Status. */
async function answering<T>(answer: () => T | Promise<T>): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    throw error instanceof QuestionError ? statusOf(error) : error;
  }
}

function statusOf({ reason, message, object }: QuestionError): ApiError {
  if (reason === 'missing' && object !== undefined) return notFound(object.kind, object.name);
  return reason === 'forgotten' ? expired(message) : badRequest(message);
}

async function explanationOf(
  { kind, name, field, at, namespace = 'default' }: ValuesOf<typeof whyQuery>,
  options: PastRoutesOptions,
): Promise<Readonly<Record<string, unknown>>> {
  const { whyOf } = await import('./why.ts');
  return { ...whyOf({ kind, name, field, namespace, at }, witnessIn(options)) };
}

async function absenceOf(
  { namespace = 'default', ...question }: ValuesOf<typeof whyNotQuery>,
  options: PastRoutesOptions,
): Promise<Readonly<Record<string, unknown>>> {
  const { whyNotOf } = await import('./why.ts');
  return { ...whyNotOf({ ...question, namespace }, witnessIn(options)) };
}

/** All that is known of the run so far. */
function witnessIn(options: PastRoutesOptions): Omit<Witness, 'accountants'> {
  const { store, registry: kinds } = options;
  const { past } = store;
  const faults = options.faults?.recent.map(({ time, ...strike }) => ({
    atMs: time - options.startMs,
    ...strike,
  }));
  return { past, span: spanOf(options), kinds, releases: options.releases(), faults };
}

function revisionOf(
  query: { readonly at?: string },
  options: PastRoutesOptions,
): ValueOf<typeof revisionShape> {
  const { revision, time } = momentOf(query.at, options.store.past, spanOf(options));
  return { revision, time: formatMicroTime(time) };
}

function spanOf({ startMs, now }: PastRoutesOptions): Span {
  return { startMs, endMs: now() };
}
