import type { Release } from '../errors/field-errors.ts';
import {
  labelRequirement,
  meets,
  requirementText,
  type LabelOperator,
  type LabelRequirement,
  type Labels,
} from './label-requirement.ts';
import { quote } from '../go/quote.ts';
import { parseRequirements } from './label-selector-parse.ts';

export type { LabelOperator, LabelRequirement, Labels } from './label-requirement.ts';

/** The part of a LabelSelector object, as in `spec.selector`, that selects. */
export interface LabelSelectorLike {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly {
    readonly key: string;
    /** `In`, `NotIn`, `Exists` or `DoesNotExist`. */
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

const objectOperators: ReadonlyMap<string, LabelOperator> = new Map<string, LabelOperator>([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!'],
]);

/**
 * A parsed label selector: requirements that must all be met. An immutable value; make it once per
 * selector, not per object.
 */
export class Selector {
  /** Sorted by key; requirements on the same key stay in the order given. */
  readonly requirements: readonly LabelRequirement[];
  readonly #matchesNothing: boolean;

  /** Use {@link parseLabelSelector}, {@link selectorOf} or {@link selectLabels}. */
  constructor(requirements: readonly LabelRequirement[], matchesNothing = false) {
    this.requirements = [...requirements].sort(byKey);
    this.#matchesNothing = matchesNothing;
  }

  /** Whether an object with these labels is selected; absent labels count as empty. */
  matches(labels: Labels | null | undefined): boolean {
    if (this.#matchesNothing) return false;
    const present = labels ?? {};
    for (const requirement of this.requirements) {
      if (!meets(requirement, present)) return false;
    }
    return true;
  }

  /**
   * Whether it has no requirement and so selects everything. The selector that selects nothing is
   * not empty.
   */
  isEmpty(): boolean {
    return !this.#matchesNothing && this.requirements.length === 0;
  }

  /**
   * The canonical text, which parses to an equal selector. Empty both for the selector of
   * everything and for that of nothing.
   */
  toString(): string {
    return this.requirements.map(requirementText).join(',');
  }
}

/** Selects every object. */
export const everything = new Selector([]);

/** Selects no object; in most places a missing selector means this. */
export const matchesNothing = new Selector([], true);

/**
 * Parses a `labelSelector` parameter. Throws an Error with the message of the API server, such as
 * `unable to parse requirement: found '=', expected: identifier`.
 */
export function parseLabelSelector(text: string, release?: Release): Selector {
  const requirements = parseRequirements(text, release);
  return requirements.length === 0 ? everything : new Selector(requirements);
}

/**
 * The selector of a LabelSelector object. An absent one selects nothing, an empty one everything.
 * Throws an Error with the message of the API server for unknown operators, bad keys and values.
 */
export function selectorOf(selector: LabelSelectorLike | null | undefined): Selector {
  if (selector == null) return matchesNothing;
  const labels = Object.entries(selector.matchLabels ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const requirements = labels.map(([key, value]) => labelRequirement(key, '=', [value]));
  for (const { key = '', operator = '', values = [] } of selector.matchExpressions ?? []) {
    const word = objectOperators.get(operator);
    if (word === undefined) {
      throw new Error(`${quote(operator)} is not a valid pod selector operator`);
    }
    requirements.push(labelRequirement(key, word, values));
  }
  return requirements.length === 0 ? everything : new Selector(requirements);
}

/**
 * The selector of a plain map, as in a Service or a `nodeSelector`: all labels must be equal. The
 * map is not checked; an empty or missing one selects everything.
 */
export function selectLabels(labels: Labels | null | undefined): Selector {
  const entries = Object.entries(labels ?? {});
  if (entries.length === 0) return everything;
  return new Selector(entries.map(([key, value]) => ({ key, operator: '=', values: [value] })));
}

function byKey(a: LabelRequirement, b: LabelRequirement): number {
  if (a.key === b.key) return 0;
  return a.key < b.key ? -1 : 1;
}
