/** How cases write rules. */
import { fields, mapForm, optional, word, type Form } from '#forms';
import type { Rule } from './case.ts';
import { because, byField, count, readAs, span, text } from './forms.ts';
import { patternForm } from './read-pattern.ts';

/** Between which marks a rule holds, and why. */
const ruled = { after: optional(text), before: optional(text), ...because };

interface Ruled {
  readonly after?: string;
  readonly before?: string;
  readonly because: string;
}

const whole = ({ after, before, because }: Ruled) => ({ after, before, because });

const disturbed = 'undisturbed';

/** A number, or as many as in the run that nothing disturbed. */
const mostCount: Form<number | typeof disturbed> = {
  schema: { anyOf: [count.schema, { const: disturbed }] },
  check: (at, reader) => (reader.plain(at) === disturbed ? disturbed : count.check(at, reader)),
};

const rights = word(['narrow', 'used', 'enough'], { doc: 'What the roles have to be like.' });

const forms: Readonly<Record<string, Form<Rule>>> = {
  never: mapForm(fields({ never: patternForm, ...ruled }), ({ never, ...rest }) => {
    return { type: 'never', of: never, ...whole(rest) };
  }),
  atMost: mapForm(
    fields({ atMost: mostCount, of: patternForm, in: optional(span), ...ruled }),
    ({ atMost, of, in: inMs, ...rest }) => {
      return { type: 'atMost', of, count: atMost, inMs, ...whole(rest) };
    },
  ),
  atLeast: mapForm(
    fields({ atLeast: count, of: patternForm, ...ruled }),
    ({ atLeast, of, ...rest }) => ({ type: 'atLeast', count: atLeast, of, ...whole(rest) }),
  ),
  every: mapForm(
    fields({ every: patternForm, has: patternForm, ...ruled }),
    ({ every, has, ...rest }) => ({ type: 'every', of: every, has, ...whole(rest) }),
  ),
  pause: mapForm(
    fields({ pause: span, from: patternForm, next: patternForm, ...ruled }),
    ({ pause, from, next, ...rest }) => {
      return { type: 'pause', leastMs: pause, of: from, next, ...whole(rest) };
    },
  ),
  known: mapForm(fields({ known: patternForm, ...ruled }), ({ known, ...rest }) => {
    return { type: 'known', of: known, ...whole(rest) };
  }),
  newest: mapForm(fields({ newest: patternForm, ...ruled }), ({ newest, ...rest }) => {
    return { type: 'newest', of: newest, ...whole(rest) };
  }),
  same: mapForm(fields({ same: text, of: patternForm, ...ruled }), ({ same, of, ...rest }) => {
    return { type: 'same', of, option: same, ...whole(rest) };
  }),
  rights: mapForm(fields({ rights, ...ruled }), ({ rights: are, ...rest }) => {
    return { type: 'rights', are, ...whole(rest) };
  }),
};

const noRule: Form<Rule> = {
  schema: {},
  check: (at, reader) =>
    reader.problem(
      at,
      reader.entries(at) === undefined
        ? `expected a map, found ${JSON.stringify(reader.plain(at))}`
        : `expected a rule: ${Object.keys(forms).join(', ')}`,
    ),
};

export const ruleForm = byField(forms, noRule);

/** @throws {CaseError} */
export function readRule(value: unknown, where: string): Rule {
  return readAs(ruleForm, value, where);
}
