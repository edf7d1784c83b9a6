/** What a client was seen to do in a run that nothing disturbed. */
export interface Subject {
  /** What it watches first, or else lists: `pods`, `sites.example.com`. */
  readonly resource: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** That of its watch; by default, for kinds that have one, `default`. Empty: the kind has none. */
  readonly namespace: string;
  /** A custom resource: it has a definition. */
  readonly isCustom: boolean;
  /** All that it reads. */
  readonly reads: readonly string[];
  /** All that it writes. */
  readonly writes: readonly string[];
  /** Some of it by server-side apply. */
  readonly applies: boolean;
  /** By which its replicas elect a leader; undefined: it holds none. */
  readonly lease?: { readonly name: string; readonly namespace: string };
  /** What it creates first; empty: nothing. */
  readonly made: string;
  /** How many objects it has created. */
  readonly creates: number;
}
