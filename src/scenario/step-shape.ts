/** The shape of one step: when, what (one verb), and what to say about it. */
import { isMap, type Node } from 'yaml';
import type { Millis } from '#clock';
import { describe, type Checker } from './shape/checker.ts';
import { pairsOf } from './shape/fields.ts';
import { duration, text, type JsonSchema } from './shape/shape.ts';
import { verbs } from './steps/index.ts';
import type { Step, Verb, World } from './step.ts';

const at = duration({ doc: 'When, counted from the start.' });
const after = duration({ doc: 'When, counted from the step before.' });
const within = duration({ doc: 'How long to wait for it.' });
const note = text({ doc: 'Shown in the timeline.' });

const common = { at, after, within, note };
const byName = new Map(verbs.map((verb) => [verb.name, verb]));
const known = [...Object.keys(common), ...byName.keys()];

/** A step as written: checked for shape, not yet against the cluster. */
export interface StepDraft {
  readonly node: Node;
  readonly atMs: Millis;
  readonly verb?: Verb<unknown>;
  readonly args?: unknown;
  readonly argsNode?: Node;
  readonly withinMs?: Millis;
  readonly note?: string;
}

/** Reads one step; undefined after problems have been noted. `previousMs` is the time of the step before. */
export function readStep(node: Node, previousMs: Millis, checker: Checker): StepDraft | undefined {
  if (!isMap(node))
    return checker.problem(node, `expected a step (a map), found ${describe(node)}`);
  const read: { at?: number; after?: number; within?: number; note?: string } = {};
  let verb: Verb<unknown> | undefined;
  let argsNode: Node | undefined;
  let ok = true;
  for (const { name, key, value } of pairsOf(node, checker)) {
    if (Object.hasOwn(common, name)) {
      const shape = common[name as keyof typeof common];
      const checked = shape.check(value ?? key, checker);
      if (checked === undefined) ok = false;
      else read[name as 'at'] = checked as number;
      continue;
    }
    const found = byName.get(name);
    if (found === undefined) {
      checker.problem(key, `unknown step "${name}"; known are ${[...byName.keys()].join(', ')}`, {
        word: name,
        known,
      });
      ok = false;
    } else if (verb !== undefined) {
      checker.problem(
        key,
        `a step does one thing; it has "${verb.name}" and "${name}" - make two steps of it`,
      );
      ok = false;
    } else {
      verb = found;
      argsNode = value ?? key;
    }
  }
  ok = checkTime(node, read, checker) && ok;
  // An unknown word was meant to be the verb: saying that there is none would be noise.
  if (ok) ok = checkVerb(node, verb, read, checker);
  const args = verb !== undefined ? verb.shape.check(argsNode!, checker) : undefined;
  if (!ok || (verb !== undefined && args === undefined)) return undefined;
  const atMs = read.at ?? previousMs + read.after!;
  return { node, atMs, verb, args, argsNode, withinMs: read.within, note: read.note };
}

function checkTime(node: Node, read: { at?: number; after?: number }, checker: Checker): boolean {
  if (!isMap(node)) return false;
  if (node.has('at') && node.has('after')) {
    checker.problem(node, 'a step has one time; it has "at" and "after"');
    return false;
  }
  if (node.has('at') || node.has('after')) return read.at !== undefined || read.after !== undefined;
  checker.problem(
    node,
    'the step does not say when; expected "at" (from the start) or "after" (from the step before)',
  );
  return false;
}

function checkVerb(
  node: Node,
  verb: Verb<unknown> | undefined,
  read: { within?: number; note?: string },
  checker: Checker,
): boolean {
  if (verb === undefined && read.note === undefined) {
    checker.problem(
      node,
      `the step does nothing; expected one of ${[...byName.keys()].join(', ')}, or a note`,
    );
    return false;
  }
  if (read.within !== undefined && verb?.waits !== true) {
    checker.problem(node, '"within" goes with "expect" only');
    return false;
  }
  return true;
}

/** Checks the step against the cluster as it will be then, and makes it ready to run. */
export function finishStep(draft: StepDraft, world: World, checker: Checker): Step {
  const { verb, args, node } = draft;
  verb?.foresee?.(args, world, draft.argsNode ?? node, checker);
  return {
    atMs: draft.atMs,
    line: checker.lineOf(node),
    verb: verb?.name ?? 'note',
    summary: verb?.summary(args) ?? '',
    note: draft.note,
    withinMs: draft.withinMs,
    isCheck: verb?.waits === true,
    run: (tools) => verb?.run(args, tools) ?? Promise.resolve(undefined),
  };
}

/** JSON Schema of a step. */
export const stepSchema: JsonSchema = {
  type: 'object',
  properties: {
    ...Object.fromEntries(Object.entries(common).map(([name, shape]) => [name, shape.jsonSchema])),
    ...Object.fromEntries(verbs.map((verb) => [verb.name, verb.shape.jsonSchema])),
  },
  additionalProperties: false,
};
