/** A fault: which requests it strikes, which of them, for how long, and what happens to them. */
import type { Millis, Value } from '#clock';
import type { ErrorName } from './errors.ts';
import type { Match } from './match.ts';
import type { When } from './when.ts';

export interface Fault {
  /** As it is written. Absent: the faults number themselves. */
  readonly name?: string;
  readonly match: Match;
  readonly effect: Effect;
  /** It begins with this change; absent: at once. */
  readonly when?: When;
  /** It begins this much later, virtual ms; 0: at once. */
  readonly afterMs: Millis;
  /** It strikes from this matching request on, counted from 1. */
  readonly from: number;
  /** From there on, every second of them, every third... */
  readonly every: number;
  /** How likely it strikes each of those, above 0 and up to 1. */
  readonly chance: number;
  /** It ends after this many strikes; Infinity: by time, or when it is lifted. */
  readonly times: number;
  /** It ends after this long, virtual ms; Infinity: by strikes, or when it is lifted. */
  readonly forMs: Millis;
}

/** What happens. */
export type Effect =
  | ErrorEffect
  | LatencyEffect
  | BandwidthEffect
  | WarningEffect
  | ConnectionEffect
  | CertificateEffect
  | WatchEffect
  | BookmarkEffect
  | StaleEffect
  | DiscoveryEffect
  | DamageEffect
  | ShownEffect
  | MetricsEffect
  | WebhookEffect;

export interface ErrorEffect {
  readonly kind: 'error';
  readonly error: ErrorName;
  /** In place of the error's own. */
  readonly message?: string;
  readonly retryAfterSeconds?: number;
  /** The request is carried out, and only its answer is lost. */
  readonly isApplied: boolean;
}

/** The request arrives later. */
export interface LatencyEffect {
  readonly kind: 'latency';
  /** ms of the machine's time: only connections have a latency. */
  readonly ms: Value;
  readonly text: string;
}

/** The answer arrives slowly. */
export interface BandwidthEffect {
  readonly kind: 'bandwidth';
  /** Of the machine's time. */
  readonly bytesPerSecond: number;
  readonly text: string;
}

/** The answer has a warning. */
export interface WarningEffect {
  readonly kind: 'warning';
  readonly text: string;
}

/**
 * What happens to connections: the port is closed (`refuse`), they break before anything is said
 * (`handshake`); or to the one of a request: it breaks in place of the answer (`reset`), or in the
 * middle of it (`cut`).
 */
export const connectionFates = ['refuse', 'handshake', 'reset', 'cut'] as const;

export interface ConnectionEffect {
  readonly kind: 'connection';
  readonly fate: (typeof connectionFates)[number];
  /** Of `reset`: the request is carried out, and only its answer is lost. */
  readonly isApplied: boolean;
}

/** What the server shows instead of its certificate. */
export const certificateFates = ['renewed', 'untrusted', 'expired'] as const;

export type CertificateFate = (typeof certificateFates)[number];

export interface CertificateEffect {
  readonly kind: 'certificate';
  readonly fate: CertificateFate;
}

/**
 * What happens to the stream of a watch: it ends (`drop`), it breaks in the middle of an object
 * (`reset`), it gets a 410 (`expire`), nothing comes until the fault ends (`stall`), nothing ever
 * comes again while it stays open (`silence`), what comes is gathered until the fault ends and only the
 * last state of each object comes (`gather`); or to an event: it comes twice (`duplicate`), it comes
 * later (`delay`), it comes later and as the last state only (`coalesce`).
 */
export const watchFates = [
  ...(['drop', 'reset', 'expire', 'stall', 'silence', 'gather'] as const),
  ...(['duplicate', 'delay', 'coalesce'] as const),
] as const;

export type WatchFate = (typeof watchFates)[number];

export interface WatchEffect {
  readonly kind: 'watch';
  readonly fate: WatchFate;
  /** Of `delay` and `coalesce`, virtual ms; else 0. */
  readonly ms: Value;
  /** In words. */
  readonly text?: string;
}

/** Bookmarks do not come, name an earlier version than the one before, or one comes at once. */
export const bookmarkFates = ['withhold', 'regress', 'now'] as const;

export interface BookmarkEffect {
  readonly kind: 'bookmarks';
  readonly fate: (typeof bookmarkFates)[number];
}

/** Gets and lists are answered from an older state, and watches see no newer one. */
export interface StaleEffect {
  readonly kind: 'stale';
  /** How many revisions it lags, `frozen`: the state as the fault began, the revision at which it stays, or caches. */
  readonly lag: number | 'frozen' | { readonly at: number } | Caches;
}

/** Several servers, each with a cache that is this far behind what is stored: the first not at all, the last the most. */
export interface Caches {
  readonly servers: number;
  /** Of the last one, virtual ms. */
  readonly behindMs: Millis;
}

/** Lists of groups, versions and resources are those of an earlier time. */
export interface DiscoveryEffect {
  readonly kind: 'discovery';
  /** Virtual ms. */
  readonly lag: Value;
  readonly text: string;
}

/** What is created or updated arrives changed. */
export interface DamageEffect {
  readonly kind: 'damage';
  /** A merge patch: null removes a field. */
  readonly patch: Readonly<Record<string, unknown>>;
}

/** Answers show objects changed, as a server of another version has them. */
export interface ShownEffect {
  readonly kind: 'shown';
  /** A merge patch: null removes a field. */
  readonly patch: Readonly<Record<string, unknown>>;
}

/** Measurements are absent. */
export interface MetricsEffect {
  readonly kind: 'metrics';
  readonly fate: 'missing';
}

/** How calls of admission webhooks fail. */
export const webhookFates = ['timeout', 'refuse', 'error'] as const;

export interface WebhookEffect {
  readonly kind: 'webhook';
  readonly fate: (typeof webhookFates)[number];
}
