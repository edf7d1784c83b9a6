import {
  escapeFieldValue,
  parseFieldSelector,
  unescapeFieldValue,
  type SelectableFields,
} from '../../src/kinds/meta/field-selector.ts';
import { expectSame, firstMismatch, outcomeIn, type Runner } from './runner.ts';

interface FieldSelectorCase {
  readonly op: 'parse' | 'escape';
  readonly selector: string;
  readonly escaped?: string;
  readonly terms?: readonly object[];
  readonly matches?: readonly { readonly fields: SelectableFields }[];
}

/** field-selector.json: field selectors from text, and the escaping of values. */
export const runFieldSelector: Runner = (testCase) => {
  const recorded = testCase as unknown as FieldSelectorCase;
  if (recorded.op === 'escape') return escapeMismatch(recorded);
  return expectSame('outcome', outcomeOf(recorded), outcomeIn(testCase, 'op', 'selector'));
};

function escapeMismatch({ selector, escaped }: FieldSelectorCase): string | undefined {
  return firstMismatch(
    expectSame('escaped', escapeFieldValue(selector), escaped),
    expectSame('unescaped', unescapeFieldValue(escaped!), selector),
  );
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
