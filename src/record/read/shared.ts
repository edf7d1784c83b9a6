/** What many writes of a record have in common, kept once. */
import type { Origin } from '#kinds';
import type { RecordEntry } from '../entry.ts';

const MOST_SHARED = 100_000;

/** Equal texts: those of a million writes are a few thousand. */
export class SharedTexts {
  readonly #known = new Map<string, string>();

  of(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size >= MOST_SHARED) this.#known.clear();
    this.#known.set(text, text);
    return text;
  }
}

/** Equal origins: most writes of kubelets come from a timer or from the life cycle of a pod. */
export class SharedOrigins {
  readonly #texts: SharedTexts;
  readonly #known = new Map<string, Origin>();

  constructor(texts: SharedTexts) {
    this.#texts = texts;
  }

  of(entry: RecordEntry): Origin {
    const name = sharedNameOf(entry);
    if (name === undefined) return this.#made(entry);
    let origin = this.#known.get(name);
    if (origin === undefined) {
      if (this.#known.size >= MOST_SHARED) this.#known.clear();
      this.#known.set(name, (origin = this.#made(entry)));
    }
    return origin;
  }

  #made({ actor, requester, reconcile, causes, note, evidence, webhooks }: RecordEntry): Origin {
    const texts = this.#texts;
    return {
      actor: texts.of(actor),
      ...(requester === undefined ? {} : { requester: texts.of(requester) }),
      ...(reconcile === undefined ? {} : { reconcile: sharedReconcile(reconcile, texts) }),
      ...(causes === undefined ? {} : { causes: sharedCauses(causes) }),
      ...(note === undefined ? {} : { note }),
      ...(evidence === undefined ? {} : { evidence }),
      ...(webhooks === undefined ? {} : { webhooks }),
    };
  }
}

/** What an origin has that is hardly the same twice. */
const rare = ['reconcile', 'note', 'evidence', 'webhooks'] as const;

/** Equal for equal origins; undefined where there is hardly another one. */
function sharedNameOf(entry: RecordEntry): string | undefined {
  const { actor, requester = '', causes } = entry;
  if (rare.some((field) => entry[field] !== undefined)) return undefined;
  if (causes === undefined) return JSON.stringify([actor, requester]);
  const { first, last, dropped } = causes;
  const [only] = first;
  if (first.length !== 1 || last.length > 0 || dropped > 0) return undefined;
  if (only === undefined || !('timer' in only)) return undefined;
  return JSON.stringify([actor, requester, only]);
}

type Reconcile = NonNullable<RecordEntry['reconcile']>;

function sharedReconcile({ controller, key, number }: Reconcile, texts: SharedTexts): Reconcile {
  return { controller: texts.of(controller), key: texts.of(key), number };
}

const none: readonly never[] = [];

/** Of most there is one cause only. */
function sharedCauses(causes: NonNullable<RecordEntry['causes']>): typeof causes {
  return causes.last.length > 0 ? causes : { ...causes, last: none };
}
