/** Reads what a fault does: one of several fields, with those that go with it. */
import { durationOf, durationText, type Notation, type Value } from '#clock';
import {
  drawn,
  fields,
  mapForm,
  optionals,
  scalar,
  word,
  type Form,
  type Reader,
  type ValueOf,
} from '#forms';
import { unitsOf } from '#values';
import { errorByCode, errorNames, type ErrorName } from './errors.ts';
import {
  bookmarkFates,
  certificateFates,
  connectionFates,
  watchFates,
  webhookFates,
  type Effect,
} from './fault.ts';
import { count, span } from './forms.ts';
import { longestLag } from './past-revisions.ts';

/** By name, or by status code. */
const errorForm: Form<ErrorName> = scalar({
  schema: {
    description: 'The answer: a status code or a reason.',
    anyOf: [{ type: 'integer', enum: [...errorByCode.keys()] }, { enum: errorNames }],
  },
  expected: `a status code (${[...errorByCode.keys()].join(', ')}) or one of ${errorNames.join(', ')}`,
  parse: (value) => errorByCode.get(Number(value)) ?? errorNames.find((each) => each === value),
  known: errorNames,
});

/** Longer ones would outlive any client. */
const longestLatency = 600_000;

const latency: Notation = {
  what: 'a duration of at most 10m, such as 200ms',
  parse(value) {
    const ms = durationOf(value);
    return ms !== undefined && ms >= 0 && ms <= longestLatency ? ms : undefined;
  },
  fit: (ms) => Math.min(longestLatency, Math.max(0, Math.round(ms))),
};

/** Fewer would outlive any client. */
const leastBandwidth = 16;

function bandwidthOf(value: unknown): Effect | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  try {
    const bytesPerSecond = unitsOf(String(value));
    if (!(bytesPerSecond >= leastBandwidth)) return undefined;
    return { kind: 'bandwidth', bytesPerSecond, text: `${String(value)} a second` };
  } catch {
    return undefined;
  }
}

const oneOfThem = { schema: { minProperties: 1, maxProperties: 1 } };

/** Values that are drawn can be 0. */
const lateness: Notation = {
  what: 'a duration such as 30s or 1m30s',
  parse: (value) => durationOf(value) ?? undefined,
  fit: (ms) => Math.min(longestLag, Math.max(0, Math.round(ms))),
};

function later(doc: string): Form<Later> {
  const form = drawn(lateness, {
    description: `${doc} A duration, or uniform, normal, exponential, oneOf.`,
    type: ['string', 'number', 'object'],
  });
  return mapForm(form, (ms, at, reader): Later | undefined => {
    if (ms === 0) return reader.expected(at, lateness.what);
    return { ms, text: typeof ms === 'number' ? durationText(ms) : valueText(reader.plain(at)) };
  });
}

interface Later {
  /** Virtual ms. */
  readonly ms: Value;
  readonly text: string;
}

const lasting = fields(
  optionals({
    delay: later('Events come this much later, in their order.'),
    coalesce: later('Events are gathered this long; the last of each object comes.'),
  }),
  oneOfThem,
);
const lastingFates = ['delay', 'coalesce'] as const;
const plainFates = watchFates.filter((each) => each !== 'delay' && each !== 'coalesce');

/** A word, or `{ delay: 5s }`. */
const watchForm: Form<Effect> = {
  schema: {
    description: 'What happens to the stream of a watch, or to its events.',
    anyOf: [{ enum: plainFates }, lasting.schema],
  },
  check(at, reader) {
    const entry = reader.entries(at)?.[0];
    const name = entry?.name ?? reader.plain(at);
    const plain = plainFates.find((each) => each === name);
    if (entry === undefined && plain !== undefined) {
      return { kind: 'watch', fate: plain, ms: 0 };
    }
    const fate = lastingFates.find((each) => each === name);
    if (entry === undefined || fate === undefined) {
      const words = [...plainFates, ...lastingFates.map((each) => `{ ${each}: 5s }`)];
      const near = { word: String(name), known: watchFates };
      return reader.expected(at, `one of ${words.join(', ')}`, near);
    }
    const { [fate]: by } = lasting.check(at, reader) ?? {};
    return by === undefined ? undefined : { kind: 'watch', fate, ...by };
  },
};

const revisions = count('How many revisions it lags.');

const lag = fields(
  optionals({
    lag: revisions,
    at: count('The revision at which it stays.'),
    behind: span('How far behind the cache of a server is, in time.'),
    servers: count(
      'With behind: how many servers there are, of which the first is not behind and the last the most. Default: 1.',
    ),
  }),
  { schema: { minProperties: 1, maxProperties: 2 } },
);

/** `{ lag: 5 }`, `{ at: 120 }`, `{ behind: 2s, servers: 3 }`, or `frozen`. */
const staleForm: Form<Effect> = {
  schema: {
    description: 'Gets and lists are answered from an older state.',
    anyOf: [{ enum: ['frozen'] }, lag.schema],
  },
  check(at, reader) {
    if (reader.plain(at) === 'frozen') return { kind: 'stale', lag: 'frozen' };
    if (reader.entries(at) === undefined) {
      return reader.expected(at, 'frozen, { lag: 5 }, { at: 120 } or { behind: 2s }');
    }
    const read = lag.check(at, reader);
    if (read === undefined) return undefined;
    const named = (['lag', 'at', 'behind'] as const).filter((name) => read[name] !== undefined);
    const [first, second] = named;
    if (second !== undefined) {
      return reader.problem(at, `expected "${first}" or "${second}", found both`);
    }
    if (read.behind !== undefined) {
      return { kind: 'stale', lag: { behindMs: read.behind, servers: read.servers ?? 1 } };
    }
    if (read.servers !== undefined) {
      return reader.problem(reader.field(at, 'servers'), '"servers" goes with "behind" only');
    }
    if (read.at !== undefined) return { kind: 'stale', lag: { at: read.at } };
    const by = read.lag ?? revisions.check(reader.field(at, 'lag'), reader);
    return by === undefined ? undefined : { kind: 'stale', lag: by };
  },
};

const discoveryLag = fields(
  optionals({ lag: later('How much older the lists are than what is served.') }),
  { schema: { required: ['lag'] } },
);

/** `{ lag: 5s }` */
const discoveryForm: Form<Effect> = {
  schema: {
    description: 'Lists of groups, versions and resources are those of an earlier time.',
    ...discoveryLag.schema,
  },
  check(at, reader) {
    if (reader.entries(at) === undefined) return reader.expected(at, '{ lag: 5s }');
    const { lag: by } = discoveryLag.check(at, reader) ?? {};
    return by === undefined ? undefined : { kind: 'discovery', lag: by.ms, text: by.text };
  },
};

/** Returns a merge patch that changes something. */
function patch(doc: string, expected: string): Form<Readonly<Record<string, unknown>>> {
  return {
    schema: { type: 'object', minProperties: 1, description: doc },
    check(at, reader) {
      const entries = reader.entries(at) ?? [];
      if (entries.length === 0) return reader.problem(at, `expected ${expected}`);
      return Object.fromEntries(entries.map(({ name, value }) => [name, reader.plain(value)]));
    },
  };
}

/** One of a few fates. */
function fate<K extends Effect['kind'], const F extends string>(
  kind: K,
  fates: readonly F[],
  doc: string,
): Form<{ readonly kind: K; readonly fate: F }> {
  return mapForm(word(fates, { doc }), (chosen) => ({ kind, fate: chosen }));
}

/** The fields of which a fault has one. */
export const effects = {
  error: mapForm(errorForm, (error): Effect => ({ kind: 'error', error, isApplied: false })),
  latency: mapForm(
    drawn(latency, {
      description:
        'How much later requests over HTTP arrive: a duration, or uniform, normal, exponential, oneOf.',
      type: ['string', 'number', 'object'],
    }),
    (ms, at, reader): Effect => ({ kind: 'latency', ms, text: valueText(reader.plain(at)) }),
  ),
  bandwidth: scalar({
    schema: {
      description: 'How many bytes of an answer over HTTP arrive in a second: a quantity, 64Ki.',
      type: ['string', 'number'],
    },
    expected: `bytes in a second, at least ${leastBandwidth}, such as 64Ki`,
    parse: bandwidthOf,
  }),
  warning: scalar({
    schema: { description: 'The text of a warning that answers over HTTP have.', type: 'string' },
    expected: 'a text',
    parse: (value): Effect | undefined =>
      typeof value === 'string' && value !== '' ? { kind: 'warning', text: value } : undefined,
  }),
  connection: mapForm(
    word(connectionFates, { doc: 'How connections break.' }),
    (chosen): Effect => ({
      kind: 'connection',
      fate: chosen,
      isApplied: false,
    }),
  ),
  certificate: fate(
    'certificate',
    certificateFates,
    'What the server shows instead of its certificate.',
  ),
  watch: watchForm,
  bookmarks: fate('bookmarks', bookmarkFates, 'What happens to bookmarks.'),
  stale: staleForm,
  discovery: discoveryForm,
  damage: mapForm(
    patch(
      'Merged into what is created or updated; null removes a field.',
      'what is merged into the object, such as { metadata: { labels: null } }',
    ),
    (merged): Effect => ({ kind: 'damage', patch: merged }),
  ),
  shown: mapForm(
    patch(
      'Merged into the objects of answers over HTTP; null removes a field.',
      'what is merged into the objects, such as { status: { phase: Odd } }',
    ),
    (merged): Effect => ({ kind: 'shown', patch: merged }),
  ),
  metrics: scalar({
    schema: { description: 'Measurements of pods or nodes are absent.', enum: ['missing'] },
    expected: 'missing',
    parse: (value): Effect | undefined =>
      value === 'missing' ? { kind: 'metrics', fate: value } : undefined,
  }),
  webhook: fate('webhook', webhookFates, 'How calls of admission webhooks fail.'),
} satisfies Readonly<Record<string, Form<Effect>>>;

/** The fields that go with an error; `applied` goes with a connection that breaks too. */
export const companions = {
  message: scalar({
    schema: { type: 'string', description: "In place of the error's own." },
    expected: 'a text',
    parse: (value) => (typeof value === 'string' ? value : undefined),
    isBrief: true,
  }),
  retryAfter: span('When clients are to try again (429, 503).'),
  applied: scalar({
    schema: {
      type: 'boolean',
      description: 'The request is carried out; only its answer is lost.',
    },
    expected: 'true or false: whether only the answer is lost',
    parse: (value) => (typeof value === 'boolean' ? value : undefined),
    isBrief: true,
  }),
};

type Written = { readonly [K in keyof typeof effects]?: Effect } & {
  readonly [K in keyof typeof companions]?: ValueOf<(typeof companions)[K]>;
};

const effectNames = Object.keys(effects) as readonly (keyof typeof effects)[];

/** Returns the one effect of what is written at a place; undefined after problems. */
export function effectOf(written: Written, at: unknown, reader: Reader): Effect | undefined {
  const named = effectNames.filter((name) => written[name] !== undefined);
  const [name] = named;
  if (name === undefined) {
    const expected = effectNames.join(', ');
    return reader.problem(at, `the fault does nothing; expected one of ${expected}`);
  }
  if (named.length > 1) {
    const found = named.join(' and ');
    return reader.problem(at, `a fault does one thing, found ${found}; make two faults of it`);
  }
  const problem = (field: string, message: string): undefined =>
    reader.problem(reader.field(at, field), message);
  const effect = written[name]!;
  const { message, retryAfter, applied = false } = written;
  if (effect.kind === 'error') {
    const { error } = effect;
    if (retryAfter !== undefined && error !== 'TooManyRequests' && error !== 'ServiceUnavailable') {
      const advice = 'TooManyRequests and ServiceUnavailable have one';
      return problem('retryAfter', `${error} has no Retry-After; ${advice}`);
    }
    return {
      ...effect,
      ...(message !== undefined && { message }),
      ...(retryAfter !== undefined && { retryAfterSeconds: Math.ceil(retryAfter / 1000) }),
      isApplied: applied,
    };
  }
  const others = Object.keys(companions).filter(
    (field) => written[field as keyof typeof companions] !== undefined,
  );
  const odd = others.find((field) => effect.kind !== 'connection' || field !== 'applied');
  if (odd !== undefined) return problem(odd, `"${odd}" goes with "error" only`);
  if (effect.kind !== 'connection') return effect;
  if (applied && effect.fate !== 'reset') {
    return problem('applied', '"applied" goes with "error" and with "connection: reset"');
  }
  return { ...effect, isApplied: applied };
}

function valueText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value).replaceAll('"', '') : String(value);
}
