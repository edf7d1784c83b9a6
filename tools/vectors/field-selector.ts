import {
  escapeFieldValue,
  parseFieldSelector,
  unescapeFieldValue,
  type SelectableFields,
} from '../../src/values/selectors/field-selector.ts';
import { expectSame, outcomeIn, type Runner } from './runner.ts';

interface FieldSelectorCase {
  readonly op: 'parse' | 'escape';
  readonly selector: string;
  readonly matches?: readonly { readonly fields: SelectableFields }[];
}

/** field-selector.json: field selectors from text, and the escaping of values. */
export const runFieldSelector: Runner = (testCase) => {
  const recorded = testCase as unknown as FieldSelectorCase;
  const outcome = recorded.op === 'escape' ? escapeOutcome(recorded) : outcomeOf(recorded);
  return expectSame('outcome', outcome, outcomeIn(testCase, 'op', 'selector'));
};

/** The way back is not recorded; a wrong one throws or leaves `ok` false. */
function escapeOutcome({ selector }: FieldSelectorCase): object {
  const escaped = escapeFieldValue(selector);
  return { ok: unescapeFieldValue(escaped) === selector, escaped };
}

function outcomeOf({ selector: text, matches }: FieldSelectorCase): object {
  try {
    const selector = parseFieldSelector(text);
    return {
      ok: true,
      canonical: selector.toString(),
      empty: selector.isEmpty(),
      // The record leaves an empty list out.
      terms: selector.isEmpty() ? undefined : selector.terms,
      matches: matches?.map(({ fields }) => ({ fields, match: selector.matches(fields) })),
    };
  } catch (error) {
    return { ok: false, error: (error as Error).message };
  }
}
