/** Steps about what pods do: behaviour rules, and the load on workloads. */
import { CPU_LOAD, loadFrom, MEMORY_LOAD, parseLoad, workloadKinds } from '#pool';
import type { Node } from '../source/node.ts';
import { addRules } from '../add-rules.ts';
import { behaviourRules, type RuleText } from '../shape/behaviour-rule.ts';
import type { Checker } from '../shape/checker.ts';
import { fields } from '../shape/fields.ts';
import { checkKind, kindOf, reference, referenceText, refOf } from '../shape/reference.ts';
import type { Shape, ValueOf } from '../shape/shape.ts';
import { done, type Verb } from '../step.ts';

/** The rules apply from now on, also to existing pods. */
export const behave: Verb<readonly RuleText[]> = {
  name: 'behave',
  shape: behaviourRules,
  summary: (rules) => `behave ${rules.map((rule) => JSON.stringify(rule)).join(', ')}`,
  async run(rules, { client, seed }) {
    await addRules(client, rules, seed);
    return done;
  },
};

const curve: Shape<string> = {
  schema: {
    description: 'A load such as 1200m or "ramp from=500m to=2 over=300"; none: no load any more.',
    type: ['string', 'number'],
  },
  check(node: Node, checker: Checker) {
    const value = String(checker.plain(node));
    if (value === NONE) return value;
    try {
      parseLoad(value);
      return value;
    } catch (error) {
      return checker.problem(node, (error as Error).message);
    }
  },
};

const NONE = 'none';

const shape = fields({
  doc: 'the load on a workload',
  required: reference.required,
  optional: {
    ...reference.optional,
    curve,
    memory: curve,
  },
});

/**
 * The total CPU or memory that the users of a workload need: `sim/load`. Its times count from the
 * step.
 */
export const load: Verb<ValueOf<typeof shape>> = {
  name: 'load',
  shape,
  checkWorld(args, world, node, checker) {
    const kind = checkKind(args, world.kinds, node, checker);
    if (kind !== undefined && !workloadKinds.includes(kind)) {
      const known = workloadKinds.map((each) => each.kind);
      checker.problem(node, `${kind.kind} cannot be under load; expected ${known.join(', ')}`);
    }
    if (args.curve === undefined && args.memory === undefined) {
      checker.problem(node, 'load changes nothing; expected "curve" or "memory"');
    }
  },
  summary: ({ curve: cpu, memory, ...target }) => {
    const parts = [cpu, memory && `memory ${memory}`].filter((part) => part !== undefined);
    return `load ${referenceText(target)} ${parts.join(', ')}`;
  },
  async run({ curve: cpu, memory, ...target }, { client, clock, kinds }) {
    const kind = kindOf(target, kinds);
    const annotations: Record<string, string | null> = {};
    const textOf = (load: string): string | null =>
      load === NONE ? null : loadFrom(load, clock.now());
    if (cpu !== undefined) annotations[CPU_LOAD] = textOf(cpu);
    if (memory !== undefined) annotations[MEMORY_LOAD] = textOf(memory);
    const body = { metadata: { annotations } };
    await client.patch(kind, refOf(target, kind), { type: 'merge', body });
    return done;
  },
};
