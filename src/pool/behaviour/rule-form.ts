/** Rules as people write them, in scenarios and in the cluster. */
import { durationOf, type Notation, type Value } from '#clock';
import {
  drawn,
  drawnSchema,
  fields,
  mapForm,
  optional,
  optionals,
  scalar,
  type Form,
  type JsonSchema,
  type ValueOf,
} from '#forms';
import { parseQuantity } from '#values';
import { matchForm, matchOf, type Matcher } from './match.ts';

const durationNotation: Notation = {
  what: 'a duration such as 2s',
  parse(value) {
    const ms = durationOf(value);
    return ms !== undefined && ms >= 0 ? ms : undefined;
  },
  fit: (ms) => Math.max(0, Math.round(ms)),
};

const codeNotation: Notation = {
  what: 'an exit code (0 to 255)',
  parse: (value) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255
      ? Number(value)
      : undefined,
  fit: (code) => Math.min(255, Math.max(0, Math.round(code))),
};

const amountNotation: Notation = {
  what: 'a quantity such as 150m or 64Mi',
  parse(value) {
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    try {
      const { unscaled, exponent } = parseQuantity(String(value));
      return unscaled < 0n ? undefined : Number(`${unscaled}e${exponent}`);
    } catch {
      return undefined;
    }
  },
  fit: (amount) => Math.max(0, amount),
};

const textOrNumber: JsonSchema = { type: ['string', 'number'] };

function duration(doc: string): Form<Value> {
  return drawn(durationNotation, drawnSchema(doc, textOrNumber));
}

function exitCode(doc: string): Form<Value> {
  return drawn(codeNotation, drawnSchema(doc, { type: 'integer', minimum: 0, maximum: 255 }));
}

function amount(doc: string): Form<Value> {
  return drawn(amountNotation, drawnSchema(doc, textOrNumber));
}

function times(doc: string): Form<number> {
  return scalar({
    schema: { type: 'integer', minimum: 1, description: doc },
    expected: 'a whole number of at least 1',
    parse: (value) => (Number.isInteger(value) && Number(value) >= 1 ? Number(value) : undefined),
    isBrief: true,
  });
}

/** Takes back what an earlier rule says, and keeps pods from getting ready. */
export const NEVER = 'never';

/** @param schema that of the form, which has to allow the word */
function orNever<T>(form: Form<T>, schema = form.schema): Form<T | typeof NEVER> {
  return {
    schema,
    check: (at, reader) => (reader.plain(at) === NEVER ? NEVER : form.check(at, reader)),
  };
}

interface Crash {
  readonly after: Value;
  /** This many times, counted by restarts; Infinity: without end. */
  readonly times: number;
  readonly exitCode: Value;
}

const crash: Form<Crash> = mapForm(
  fields(
    {
      after: duration('How long after the start.'),
      times: optional(times('Default: again and again.')),
      exitCode: optional(exitCode('Default: 1.')),
    },
    { called: 'crash' },
  ),
  ({ times: most = Infinity, exitCode: code = 1, ...rest }) => ({
    ...rest,
    times: most,
    exitCode: code,
  }),
);

const init = fields(
  optionals({
    run: duration('How long each runs. Default: 1s.'),
    times: times('How many runs fail. Default: all.'),
    exitCode: exitCode('Default: 0.'),
  }),
  {
    doc: 'How init containers run; those that match, if a container is named.',
    called: 'init',
  },
);

/** How init containers run that a rule is about. */
export type InitRule = ValueOf<typeof init>;

const written = fields(
  optionals({
    match: matchForm,
    pull: duration('How long an image takes that the node has not.'),
    start: duration('From there to Running.'),
    ready: orNever(duration('From Running to Ready, or never.')),
    run: orNever(
      duration(
        'How long the containers run, or never: without an end. Default: never, but 5s in pods with restart policy Never or OnFailure.',
      ),
    ),
    terminate: duration('From the deletion to the removal.'),
    unhealthy: orNever(duration('From each start to the failure of liveness probes, or never.')),
    exitCode: exitCode('With which the containers end.'),
    terminateExitCode: exitCode('With which the containers of a deleted pod end. Default: 143.'),
    cpu: amount('CPU use.'),
    memory: amount('Memory use.'),
    crash: orNever(crash, {
      description: 'The containers fail this long after each start; never: they do not.',
      anyOf: [{ const: NEVER }, crash.schema],
    }),
    init,
  }),
  {
    doc: 'How pods behave that match: see the reference of the language.',
    called: 'a rule of behaviour',
  },
);

type Written = ValueOf<typeof written>;

/** A rule that has been read. */
export interface Rule {
  readonly matches: Matcher;
  readonly values: Omit<Written, 'match' | 'crash' | 'init'>;
  readonly crash?: Crash | typeof NEVER;
  readonly init?: InitRule;
}

/** A rule of behaviour as people write it. */
export const ruleForm: Form<Rule> = {
  schema: written.schema,
  check(at, reader) {
    const names = Object.keys(written.schema['properties'] as object);
    if (reader.entries(at) === undefined) {
      return reader.problem(at, `expected a rule: a map with ${names.join(', ')}`);
    }
    const rule = written.check(at, reader);
    if (rule === undefined) return undefined;
    const { match = matchOf({}), crash, init, ...values } = rule;
    if (Object.keys(rule).every((name) => name === 'match')) {
      return reader.problem(
        at,
        `the rule says nothing; expected one of ${names.slice(1).join(', ')}`,
      );
    }
    return {
      matches: match,
      values,
      ...(crash !== undefined && { crash }),
      ...(init !== undefined && { init }),
    };
  },
};
