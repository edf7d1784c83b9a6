/** Maps with named fields: the shape of most things in a scenario file. */
import { fields as formOf, optionals, type Fields, type Form, type ValuesOf } from '#forms';
import type { Node, MapNode } from '../source/node.ts';
import type { Checker } from './checker.ts';

interface FieldsOptions<R extends Fields, O extends Fields> {
  readonly doc: string;
  readonly required: R;
  readonly optional: O;
}

/**
 * Returns a map with required and optional fields; others are rejected, with a near miss if there is
 * one.
 */
export function fields<R extends Fields, O extends Fields>({
  doc,
  required,
  optional,
}: FieldsOptions<R, O>): Form<ValuesOf<R & ReturnType<typeof optionals<O>>>> {
  return formOf({ ...required, ...optionals(optional) }, { doc, called: doc });
}

/** A pair of a map whose key is a name. */
export interface NamedPair {
  readonly name: string;
  readonly key: Node;
  /** Undefined where nothing follows the name. */
  readonly value: Node | undefined;
}

/** The pairs of a map with names as text. */
export function pairsOf(node: MapNode, checker: Checker): readonly NamedPair[] {
  return node.entries.map(({ key, value }) => ({
    name: String(checker.plain(key)),
    key,
    value,
  }));
}
