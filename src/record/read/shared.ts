/** What many writes of a record have in common, kept once. */
import type { Origin } from '#values';

const MOST_SHARED = 100_000;

/** Equal texts: those of a million writes are a few thousand. */
export class SharedTexts {
  readonly #known = new Map<string, string>();

  of(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size >= MOST_SHARED) this.#known.clear();
    const own = copyOf(text);
    this.#known.set(own, own);
    return own;
  }
}

/** A part of a longer text keeps all of that in memory; this is a text by itself. */
export function copyOf(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

/** Equal origins: most writes of kubelets come from a timer or from the life cycle of a pod. */
export class SharedOrigins {
  readonly #texts: SharedTexts;
  /** By actor, requester, and the timer that is the only cause; undefined where there is none. */
  readonly #known = new Map<string, ByText<ByText<Origin>>>();
  #count = 0;

  constructor(texts: SharedTexts) {
    this.#texts = texts;
  }

  of(entry: Origin): Origin {
    if (!isShared(entry)) return this.#make(entry);
    const { actor, requester } = entry;
    const known = this.#known.get(actor)?.get(requester)?.get(timerOf(entry));
    return known ?? this.#add(this.#make(entry));
  }

  #add(origin: Origin): Origin {
    if (this.#count++ >= MOST_SHARED) {
      this.#known.clear();
      this.#count = 1;
    }
    const { actor, requester } = origin;
    const byRequester = getOrCreate(this.#known, actor, (): ByText<ByText<Origin>> => new Map());
    getOrCreate(byRequester, requester, (): ByText<Origin> => new Map()).set(
      timerOf(origin),
      origin,
    );
    return origin;
  }

  #make({ actor, requester, reconcile, causes, note, evidence, webhooks }: Origin): Origin {
    const texts = this.#texts;
    return {
      actor: texts.of(actor),
      ...(requester === undefined ? {} : { requester: texts.of(requester) }),
      ...(reconcile === undefined ? {} : { reconcile: sharedReconcile(reconcile, texts) }),
      ...(causes === undefined ? {} : { causes: sharedCauses(causes, texts) }),
      ...(note === undefined ? {} : { note }),
      ...(evidence === undefined ? {} : { evidence }),
      ...(webhooks === undefined ? {} : { webhooks }),
    };
  }
}

/** Returns the timer that is the only cause. */
function timerOf({ causes }: Pick<Origin, 'causes'>): string | undefined {
  return causes && (causes.first[0] as { readonly timer: string }).timer;
}

type ByText<T> = Map<string | undefined, T>;

/** Returns what stands under a name; it is made where there is nothing. */
export function getOrCreate<K, T>(all: Map<K, T>, name: K, make: () => T): T {
  let found = all.get(name);
  if (found === undefined) all.set(name, (found = make()));
  return found;
}

/**
 * Returns whether others may be equal: it has nothing that is hardly the same twice, and a timer as
 * its only cause, if any.
 */
function isShared({ reconcile, causes, note, evidence, webhooks }: Origin): boolean {
  if (reconcile !== undefined || note !== undefined) return false;
  if (evidence !== undefined || webhooks !== undefined) return false;
  if (causes === undefined) return true;
  const { first, last, dropped } = causes;
  return first.length === 1 && last.length === 0 && dropped === 0 && isTimer(first[0]!);
}

/** Returns whether a cause says nothing else. */
function isTimer(cause: object): boolean {
  for (const field in cause) if (field !== 'timer') return false;
  return 'timer' in cause;
}

type Reconcile = NonNullable<Origin['reconcile']>;

function sharedReconcile({ controller, key, number }: Reconcile, texts: SharedTexts): Reconcile {
  return { controller: texts.of(controller), key: texts.of(key), number };
}

const none: readonly never[] = [];

type Causes = NonNullable<Origin['causes']>;

/** Of most there is one cause only. */
function sharedCauses({ first, last, dropped }: Causes, texts: SharedTexts): Causes {
  const shared = (cause: Causes['first'][number]): typeof cause =>
    'timer' in cause ? { ...cause, timer: texts.of(cause.timer) } : cause;
  return { first: first.map(shared), last: last.length > 0 ? last.map(shared) : none, dropped };
}
