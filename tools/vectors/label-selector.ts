import {
  parseLabelSelector,
  selectorOf,
  type LabelSelectorLike,
  type Selector,
} from '../../src/values/selectors/label-selector.ts';
import type { Labels } from '../../src/values/selectors/label-requirement.ts';
import { expectSame, outcomeIn, type Runner } from './runner.ts';

type LabelSelectorCase = (
  | { readonly op: 'parse'; readonly selector: string }
  | { readonly op: 'object'; readonly selector: LabelSelectorLike | null }
) & { readonly matches?: readonly { readonly labels: Labels }[] };

/** label-selector.json: label selectors from text and from LabelSelector objects. */
export const runLabelSelector: Runner = (testCase) => {
  const recorded = testCase as unknown as LabelSelectorCase;
  return expectSame('outcome', outcomeOf(recorded), outcomeIn(testCase, 'op', 'selector'));
};

function outcomeOf(recorded: LabelSelectorCase): object {
  try {
    const selector = selectorFor(recorded);
    return {
      ok: true,
      canonical: selector.toString(),
      empty: selector.isEmpty(),
      matches: recorded.matches?.map(({ labels }) => ({ labels, match: selector.matches(labels) })),
    };
  } catch (error) {
    return { ok: false, error: (error as Error).message };
  }
}

function selectorFor(recorded: LabelSelectorCase): Selector {
  return recorded.op === 'parse'
    ? parseLabelSelector(recorded.selector)
    : selectorOf(recorded.selector);
}
