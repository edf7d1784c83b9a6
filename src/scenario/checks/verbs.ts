/** The verbs that check: what has to be true, and when. */
import { durationText } from '#clock';
import { isMap } from '../source/node.ts';
import { integer, type Shape } from '../shape/shape.ts';
import type { Spans, Verb } from '../step.ts';
import {
  condition,
  conditions,
  conditionSchema,
  withoutFields,
  type ConditionDraft,
} from './conditions/index.ts';
import {
  eventually,
  exactly as exactlyTimes,
  holding,
  inOrder as inOrderWithin,
  throughout,
  type Rule,
} from './rules.ts';

/** Returns a verb about one condition. */
function about(options: {
  readonly name: string;
  readonly takes: Pick<Verb<unknown>, 'waits' | 'lasts' | 'mustLast'>;
  readonly countsThePast: boolean;
  readonly rule: (spans: Spans) => Rule;
  /** What had to happen: `COND, within 40s`. */
  readonly expected: (text: string, spans: Spans) => string;
}): Verb<ConditionDraft> {
  const { name, takes, countsThePast, rule, expected } = options;
  return {
    name,
    shape: condition,
    ...takes,
    checkWorld: (draft, world, _, checker) => draft.checkWorld(world, checker),
    summary: ({ text }) => `${name} ${text}`,
    check: (draft, spans, kinds) => ({
      conditions: [draft.make(kinds)],
      rule: rule(spans),
      expected: expected(draft.text, spans),
      countsThePast,
    }),
  };
}

/** Becomes true within a time; without one it has to be true at this instant. */
export const expect = about({
  name: 'expect',
  takes: { waits: true },
  countsThePast: true,
  rule: ({ withinMs = 0 }) => eventually(withinMs),
  expected: (text, { withinMs }) =>
    withinMs === undefined ? text : `${text}, within ${durationText(withinMs)}`,
});

/** Is true from now on for a time, or to the end. */
export const always = about({
  name: 'always',
  takes: { lasts: true },
  countsThePast: true,
  rule: ({ forMs = Infinity }) => throughout(forMs),
  expected: (text, { forMs }) => `${text}, ${lasting(forMs)}`,
});

/** Does not become true, from now on for a time, or to the end. */
export const never = about({
  name: 'never',
  takes: { lasts: true },
  countsThePast: false,
  rule: ({ forMs = Infinity }) => throughout(forMs, false),
  expected: (text, { forMs }) => `never ${text}, ${lasting(forMs)}`,
});

/** Becomes true and stays so for a time. */
export const holds = about({
  name: 'holds',
  takes: { waits: true, lasts: true, mustLast: true },
  countsThePast: true,
  rule: ({ forMs = 0, withinMs = Infinity }) => holding(forMs, withinMs),
  expected: (text, { forMs = 0, withinMs }) =>
    `${text}, for ${durationText(forMs)} without a break${withinMs === undefined ? '' : `, over within ${durationText(withinMs)}`}`,
});

const times = integer({ doc: 'How many times it has to become true.', min: 0 });

interface Counted {
  readonly times: number;
  readonly draft: ConditionDraft;
}

const counted: Shape<Counted> = {
  schema: {
    ...conditionSchema,
    description: 'A condition, with how many times it has to become true.',
    properties: { times: times.schema, ...(conditionSchema.properties as object) },
    required: ['times'],
  },
  check(node, checker) {
    if (!isMap(node)) return checker.problem(node, 'expected a condition with "times"');
    const timesNode = node.get('times');
    if (timesNode === undefined) {
      return checker.problem(
        node,
        'field "times" is missing: how many times it has to become true',
      );
    }
    const number = times.check(timesNode, checker);
    const draft = condition.check(withoutFields(node, ['times']), checker);
    return number === undefined || draft === undefined ? undefined : { times: number, draft };
  },
};

/** Becomes true exactly this many times; of events: there are exactly this many. */
export const exactly: Verb<Counted> = {
  name: 'exactly',
  shape: counted,
  lasts: true,
  checkWorld: ({ draft }, world, _, checker) => draft.checkWorld(world, checker),
  summary: ({ times, draft }) => `exactly ${timesText(times)} ${draft.text}`,
  check: ({ times, draft }, { forMs = Infinity }, kinds) => ({
    conditions: [draft.make(kinds)],
    rule: exactlyTimes(times, forMs),
    expected: `${draft.text}, ${timesText(times)}, ${lasting(forMs)}`,
    countsThePast: false,
    found: (_, [truth]) => timesText(truth!.tally),
  }),
};

/** Each becomes true after, or with, the one before it. */
export const inOrder: Verb<readonly ConditionDraft[]> = {
  name: 'inOrder',
  shape: conditions,
  waits: true,
  checkWorld: (drafts, world, _, checker) =>
    drafts.forEach((draft) => draft.checkWorld(world, checker)),
  summary: (drafts) => `in order ${orderText(drafts)}`,
  check: (drafts, { withinMs = Infinity }, kinds) => {
    const rule = inOrderWithin(withinMs);
    return {
      conditions: drafts.map((draft) => draft.make(kinds)),
      rule,
      expected: `${orderText(drafts)}${Number.isFinite(withinMs) ? `, within ${durationText(withinMs)}` : ''}`,
      countsThePast: false,
      found(state) {
        const { reached } = state as ReturnType<typeof rule.begin>;
        const next = drafts[reached];
        return next === undefined
          ? `all ${drafts.length} came in order`
          : `${reached} of ${drafts.length} came in order; ${next.text} did not follow`;
      },
    };
  },
};

function orderText(drafts: readonly ConditionDraft[]): string {
  return drafts.map(({ text }) => text).join(', then ');
}

function timesText(times: number): string {
  return times === 1 ? 'once' : `${times} times`;
}

function lasting(forMs = Infinity): string {
  return Number.isFinite(forMs) ? `for ${durationText(forMs)}` : 'to the end';
}
