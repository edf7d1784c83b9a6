/**
 * Forms: declarations of what people may write. One declaration checks a value (in a file, in the
 * body of a request), gives the typed value, and yields the JSON Schema.
 */

export type JsonSchema = Readonly<Record<string, unknown>>;

/** @typeParam V what is read: a value with its place @typeParam R what reads it */
export interface Form<T, V = unknown, R = Reader<V>> {
  readonly schema: JsonSchema;
  /** The typed value, or undefined after problems have been reported. */
  check(value: V, reader: R): T | undefined;
}

export type ValueOf<F> = F extends Form<infer T> ? T : never;

/** A word that is not known, and those that are. */
export interface NearMiss {
  readonly word: string;
  readonly known: Iterable<string>;
}

/** A pair of a map whose key is a name. */
export interface Entry<V> {
  readonly name: string;
  readonly key: V;
  readonly value: V;
}

/** What messages call a map with named fields. */
export interface MapWords {
  readonly doc?: string | undefined;
  readonly names: readonly string[];
}

/** Takes values apart, and puts into words what is wrong with them. */
export interface Reader<V = unknown> {
  /** A value without its place. */
  plain(value: V): unknown;
  /** Undefined for anything but a list. */
  items(value: V): readonly V[] | undefined;
  /** Undefined for anything but a map. */
  entries(value: V): readonly Entry<V>[] | undefined;
  /** Where a field of a map is, or would be. */
  field(map: V, name: string): V;
  problem(at: V, message: string, near?: NearMiss): undefined;
  /** Reports that a value is something else than is expected. */
  expected(at: V, what: string, near?: NearMiss): undefined;
  /** Reports that a value is not a map. */
  notMap(at: V, words: MapWords): undefined;
  /** Reports a value that is not a list. */
  notList(at: V, doc: string): undefined;
  unknownField(entry: Entry<V>, words: MapWords): undefined;
  /** Where a field would be that is absent and has to be there; undefined after a report. */
  absent(map: V, name: string, words: MapWords): V | undefined;
}
