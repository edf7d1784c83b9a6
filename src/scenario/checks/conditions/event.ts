/** Conditions on events about objects, as controllers and kubelets record them. */
import { event as eventKind, type Kind } from '#kinds';
import type { Event } from '#types';
import type { KindRegistry } from '#catalog';
import { type KubeObject, regexOf } from '#values';
import { kubeletEventReasons } from '#pool';
import { isMap } from '../../source/node.ts';
import { fields } from '../../shape/fields.ts';
import { text, type ValueOf } from '../../shape/shape.ts';
import { parseComparison, comparison, type Comparison } from '../comparison.ts';
import type { Condition } from '../condition.ts';
import type { ObservingCheck } from '../observing.ts';
import type { ObservedKinds } from '../observed-kinds.ts';
import type { ConditionForm } from './form.ts';
import { warnOfReason } from './reasons.ts';

const KIND = eventKind as unknown as Kind;
const AT_LEAST_ONE = parseComparison('>= 1')!;
const REGEX = /^\/(.*)\/$/s;

const which = fields({
  doc: 'which events',
  required: {},
  optional: {
    reason: text({ doc: 'The reason, such as SuccessfulCreate.' }),
    type: text({ doc: 'Normal or Warning.', oneOf: ['Normal', 'Warning'] }),
    kind: text({ doc: 'Kind of the object that it is about.' }),
    name: text({ doc: 'Name of the object that it is about.' }),
    namespace: text({ doc: 'Namespace of that object; default: any.' }),
    message: text({ doc: 'A part of the message, or /a regular expression/.' }),
  },
});

const shape = fields({
  doc: 'events',
  required: { event: which },
  optional: { count: comparison({ doc: 'How many there have to be; default: at least one.' }) },
});

type Which = ValueOf<typeof which>;

export const eventForm: ConditionForm = {
  key: 'event',
  properties: shape.schema.properties as ConditionForm['properties'],
  read(node, checker) {
    const args = shape.check(node, checker);
    if (args === undefined) return undefined;
    const at = isMap(node) ? (node.get('event') ?? node) : node;
    const { message, kind } = args.event;
    if (message !== undefined && REGEX.test(message)) {
      try {
        matcherOf(message);
      } catch (error) {
        return checker.problem(at, `message: ${(error as Error).message}`);
      }
    }
    const expected = args.count ?? AT_LEAST_ONE;
    const condition = eventCondition(args.event, expected);
    return {
      text: condition.text,
      checkWorld({ kinds, kubeletEvents }, checker) {
        if (!kubeletEvents && isOfKubelets(args.event, kinds)) {
          checker.warning(
            at,
            `no event "${args.event.reason}" comes: kubelets record none unless the cluster has kubeletEvents: true`,
          );
        }
        const reason = isMap(at) ? at.get('reason') : undefined;
        if (reason !== undefined && args.event.reason !== undefined) {
          warnOfReason(reason, args.event.reason, checker);
        }
        if (kind === undefined || kinds.byName(kind) !== undefined) return;
        const known = kinds.all.map((other) => other.kind);
        checker.problem(at, `unknown kind "${kind}"`, { word: kind, known });
      },
      // A kind may be given by any of its names, but an event has the full one.
      make: (kinds) => eventCondition({ ...args.event, ...spelledOut(kind, kinds) }, expected),
    };
  },
};

function spelledOut(name: string | undefined, kinds: KindRegistry): Pick<Which, 'kind'> {
  const kind = name === undefined ? undefined : kinds.byName(name);
  return kind === undefined ? {} : { kind: kind.kind };
}

function eventCondition(which: Which, expected: Comparison): Condition {
  const about = Object.entries(which).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  const number = expected === AT_LEAST_ONE ? '' : `${expected.text} times `;
  const matches = matchOf(which);
  return {
    text: `event ${number}${about.join(', ')}`.trim(),
    kinds: [KIND],
    watch: (observed, check) => watchEvents(observed, check, matches, expected),
  };
}

/** Returns whether only kubelets record such events. */
function isOfKubelets({ reason, kind = 'Pod' }: Which, kinds: KindRegistry): boolean {
  return kubeletEventReasons.some((each) => each === reason) && kinds.byName(kind)?.kind === 'Pod';
}

function watchEvents(
  observed: ObservedKinds,
  check: ObservingCheck,
  matches: (event: Event) => boolean,
  expected: Comparison,
): ReturnType<Condition['watch']> {
  let tally = 0;
  const count = (object: KubeObject, old?: KubeObject): void => {
    const event = object as unknown as Event;
    if (matches(event))
      tally += timesOf(event) - (old === undefined ? 0 : timesOf(old as unknown as Event));
  };
  if (check.countsThePast) for (const object of observed.objects(KIND)) count(object);
  const stop = observed.subscribe(KIND, undefined, {
    check,
    // Expired events still count.
    update: ({ object, old, deleted }) => (deleted ? undefined : count(object, old)),
  });
  return {
    get holds() {
      return expected.accepts(tally);
    },
    get tally() {
      return tally;
    },
    actual: () => `${tally === 1 ? '1 such event' : `${tally === 0 ? 'no' : tally} such events`}`,
    stop,
  };
}

/** Returns how often it happened: a repeated event is one object that counts. */
function timesOf({ count, series }: Event): number {
  return Math.max(1, count ?? 1, series?.count ?? 1);
}

function matchOf({
  reason,
  type,
  kind,
  name,
  namespace,
  message,
}: Which): (event: Event) => boolean {
  const matchesText = message === undefined ? undefined : matcherOf(message);
  return (event) => {
    const about = event.involvedObject;
    return (
      (reason === undefined || event.reason === reason) &&
      (type === undefined || event.type === type) &&
      (kind === undefined || about.kind?.toLowerCase() === kind.toLowerCase()) &&
      (name === undefined || about.name === name) &&
      (namespace === undefined || about.namespace === namespace) &&
      (matchesText === undefined || matchesText(event.message ?? ''))
    );
  };
}

/** @throws {SyntaxError} for a bad regular expression */
function matcherOf(message: string): (text: string) => boolean {
  const pattern = REGEX.exec(message)?.[1];
  if (pattern === undefined) return (text) => text.includes(message);
  const regex = regexOf(pattern);
  return (text) => regex.test(text);
}
