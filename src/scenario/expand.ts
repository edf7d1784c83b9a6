/** The steps of a scenario at their times: repetitions and included files are written out. */
import type { Millis } from '#clock';
import { isList, isMap, type Node } from './source/node.ts';
import { openLayer, type Layer } from './layers.ts';
import type { Checker } from './shape/checker.ts';
import { pairsOf } from './shape/fields.ts';
import { pathFrom } from './source/source.ts';
import { readStep, takesMs, type IncludeDraft, type StepDraft } from './step-shape.ts';
import type { Timeline } from './timing/when.ts';
import type { Scope } from './variables/scope.ts';

/** More steps than this come from a mistake in nested repetitions. */
const MOST_STEPS = 100_000;
/** What a file that a step includes may hold; the rest is about a cluster of its own. */
const INCLUDED_FIELDS = [
  '$schema',
  'name',
  'description',
  'topic',
  'slow',
  'variables',
  'definitions',
  'steps',
];

/** The times that hold for a whole scenario. */
export type Frame = Pick<Timeline, 'startMs' | 'untilMs'>;

/** Returns the steps of a layer, in the order of the file. Problems are noted. */
export function expandSteps(layer: Layer, scope: Scope, frame: Frame): readonly StepDraft[] {
  const expansion = new Expansion(frame);
  expansion.add(layer, scope, 0, []);
  return expansion.drafts;
}

class Expansion {
  readonly drafts: StepDraft[] = [];
  readonly #frame: Frame;

  constructor(frame: Frame) {
    this.#frame = frame;
  }

  /** Adds the steps of a file, counted from `originMs`; returns the time of the last one. */
  add(layer: Layer, scope: Scope, originMs: Millis, chain: readonly string[]): Millis {
    const { checker } = layer;
    let previousMs = originMs;
    for (const node of stepNodes(layer)) {
      const timeline: Timeline = { ...this.#frame, originMs, previousMs };
      for (const draft of readStep(node, scope, timeline, checker)) {
        if (this.drafts.length >= MOST_STEPS) {
          checker.problem(node, `more than ${MOST_STEPS} steps; expected fewer`);
          return previousMs;
        }
        if ('include' in draft) {
          previousMs = this.#include(draft, checker, chain);
        } else {
          previousMs = draft.atMs + takesMs(draft);
          this.drafts.push(draft);
        }
      }
    }
    return previousMs;
  }

  #include(
    { node, include, scope, atMs }: IncludeDraft,
    checker: Checker,
    chain: readonly string[],
  ): Millis {
    const from = [...chain, checker.source.file];
    const file = pathFrom(checker.source.file, include);
    if (from.includes(file)) {
      checker.problem(node, `the file includes itself: ${[...from, file].join(' -> ')}`);
      return atMs;
    }
    const layer = openLayer(file, checker.library, (why) =>
      checker.problem(node, `cannot include "${include}": ${why}`),
    );
    if (layer === undefined) return atMs;
    checkIncluded(layer);
    return this.add(layer, withDefaultsOf(layer, scope), atMs, from);
  }
}

function stepNodes({ root }: Layer): readonly Node[] {
  const node = root.get('steps');
  return isList(node) ? node.items : [];
}

/** What a file that a step includes cannot say. */
function checkIncluded({ root, checker }: Layer): void {
  for (const { name, key } of pairsOf(root, checker)) {
    if (INCLUDED_FIELDS.includes(name)) continue;
    checker.problem(
      key,
      `"${name}" has no place in a file that a step includes; expected ${INCLUDED_FIELDS.join(', ')}`,
      { word: name, known: INCLUDED_FIELDS },
    );
  }
  if (!isList(root.get('steps'))) checker.problem(root, 'field "steps" is missing, a list');
}

/**
 * Returns the variables that a file declares; those of the file that includes it take precedence.
 */
function withDefaultsOf({ root, checker }: Layer, scope: Scope): Scope {
  const declared = root.get('variables');
  if (!isMap(declared)) return scope;
  const defaults = pairsOf(declared, checker).map(({ name, value }): [string, unknown] => [
    name,
    value && checker.plain(value),
  ]);
  return scope.withDefaults(defaults);
}
