/** Behaviour rules as scenarios write them. The pool validates them. */
import { readRule } from '#pool';
import { isList, isMap } from '../source/node.ts';
import { describe } from './checker.ts';
import { report } from './part-problem.ts';
import type { JsonSchema, Shape } from './shape.ts';

/** A rule that has been checked, as it is written. */
export type RuleText = Readonly<Record<string, unknown>>;

/** `value`, or random: uniform, normal, exponential, oneOf. */
function valueSchema(description: string, value: JsonSchema): JsonSchema {
  const choices = {
    description: 'One of these, each as likely, or of [value, weight].',
    type: 'array',
    minItems: 1,
  };
  const meanAndSd = {
    description: 'Around a mean, with a standard deviation; never below 0.',
    type: 'object',
    properties: {
      mean: { ...value, description: 'The mean.' },
      sd: { ...value, description: 'The standard deviation.' },
    },
    required: ['mean', 'sd'],
    additionalProperties: false,
  };
  const uniform = {
    description: 'Between the least and the most.',
    type: 'array',
    items: value,
    minItems: 2,
    maxItems: 2,
  };
  const only = (name: string, schema: JsonSchema): JsonSchema => ({
    type: 'object',
    properties: { [name]: schema },
    required: [name],
    additionalProperties: false,
  });
  return {
    description: `${description} A value, or uniform, normal, exponential or oneOf.`,
    anyOf: [
      value,
      only('uniform', uniform),
      only('normal', meanAndSd),
      only('exponential', { ...value, description: 'By the mean.' }),
      only('oneOf', choices),
    ],
  };
}

const duration: JsonSchema = { type: ['string', 'number'] };
const amount: JsonSchema = { type: ['string', 'number'] };
const code: JsonSchema = { type: 'integer', minimum: 0, maximum: 255 };
const labels: JsonSchema = {
  type: 'object',
  description: 'Labels of the pod.',
  additionalProperties: { type: 'string' },
};
const glob: JsonSchema = { type: 'string', description: '* stands for any characters.' };

const schema: JsonSchema = {
  type: 'object',
  description: 'How pods behave that match: see the reference of the language.',
  properties: {
    match: {
      type: 'object',
      description: 'Which pods; what is absent matches all.',
      properties: {
        namespace: glob,
        image: glob,
        kind: { type: 'string', description: 'Kind of the owning workload, or Pod.' },
        name: { ...glob, description: 'Name of the owning workload; * stands for any characters.' },
        container: { ...glob, description: 'Name of a container; * stands for any characters.' },
        command: {
          ...glob,
          description: 'Command and arguments of a container, with blanks between them.',
        },
        labels,
        selector: labels,
        node: { ...labels, description: 'Labels of the node.' },
      },
      additionalProperties: false,
    },
    pull: valueSchema('How long an image takes that the node has not.', duration),
    start: valueSchema('From there to Running.', duration),
    ready: valueSchema('From Running to Ready, or never.', duration),
    unhealthy: valueSchema(
      'From each start to the failure of liveness probes, or never.',
      duration,
    ),
    init: {
      type: 'object',
      description: 'How init containers run; those that match, if a container is named.',
      properties: {
        run: valueSchema('How long each runs. Default: 1s.', duration),
        exitCode: valueSchema('Default: 0.', code),
        times: { type: 'integer', minimum: 1, description: 'How many runs fail. Default: all.' },
      },
      additionalProperties: false,
    },
    run: valueSchema(
      'How long the containers run, or never: without an end. Default: never, but 5s in pods with restart policy Never or OnFailure.',
      duration,
    ),
    terminate: valueSchema('From the deletion to the removal.', duration),
    terminateExitCode: valueSchema(
      'With which the containers of a deleted pod end. Default: 143.',
      code,
    ),
    exitCode: valueSchema('With which the containers end.', code),
    crash: {
      description: 'The containers fail this long after each start; never: they do not.',
      anyOf: [
        { const: 'never' },
        {
          type: 'object',
          properties: {
            after: valueSchema('How long after the start.', duration),
            times: { type: 'integer', minimum: 1, description: 'Default: again and again.' },
            exitCode: valueSchema('Default: 1.', code),
          },
          required: ['after'],
          additionalProperties: false,
        },
      ],
    },
    cpu: valueSchema('CPU use.', amount),
    memory: valueSchema('Memory use.', amount),
  },
  additionalProperties: false,
};

export const behaviourRule: Shape<RuleText> = {
  jsonSchema: schema,
  check(node, checker) {
    if (!isMap(node)) {
      return checker.problem(node, `expected a map (a rule of behaviour), found ${describe(node)}`);
    }
    const value = checker.valueOf(node) as RuleText;
    const { problems } = readRule(value);
    for (const problem of problems) report(problem, node, checker);
    return problems.length === 0 ? value : undefined;
  },
};

/** One rule, or a list of them. */
export const behaviourRules: Shape<readonly RuleText[]> = {
  jsonSchema: {
    description: 'How pods behave from now on: a rule, or a list of them.',
    anyOf: [schema, { type: 'array', items: schema, minItems: 1 }],
  },
  check(node, checker) {
    if (!isList(node)) {
      const rule = behaviourRule.check(node, checker);
      return rule && [rule];
    }
    const rules = node.items.map((item) => behaviourRule.check(item, checker));
    return rules.every((rule) => rule !== undefined) ? rules : undefined;
  },
};
