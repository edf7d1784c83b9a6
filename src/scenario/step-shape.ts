/** The shape of one step: when, what (one verb), and what to say about it. */
import type { Millis } from '#clock';
import { isMap, plainOf, type Node, type MapNode } from './source/node.ts';
import { describe, type Checker } from './shape/checker.ts';
import { pairsOf, type NamedPair } from './shape/fields.ts';
import { duration, text, type JsonSchema, type Shape } from './shape/shape.ts';
import { verbs } from './steps/index.ts';
import type { Step, Verb } from './step.ts';
import type { World } from './world.ts';
import { repeatsFor, timesOf, whenFields, type Timeline, type When } from './timing/when.ts';
import type { Scope } from './variables/scope.ts';
import { substitute } from './variables/substitute.ts';

const whatFields = {
  within: duration({ doc: 'How long to wait for it. Without it: at this very instant.' }),
  note: text({ doc: 'Shown in the timeline.' }),
  name: text({ doc: 'What the step is called in results.' }),
};
/** Names another file, whose steps are played as if they began with this one. */
const INCLUDE = 'include';
const include = text({
  doc: 'A file whose steps are played from here: its times are counted from the time of this step.',
});

const byName = new Map(verbs.map((verb) => [verb.name, verb]));
const verbNames = [...byName.keys(), INCLUDE];
const knownFields = [...Object.keys(whenFields), ...Object.keys(whatFields), ...verbNames];

type What = {
  -readonly [K in keyof typeof whatFields]?: ReturnType<(typeof whatFields)[K]['check']>;
};

/** A step as written: checked for shape, not yet against the cluster. */
export interface StepDraft {
  readonly node: Node;
  readonly checker: Checker;
  readonly atMs: Millis;
  readonly verb?: Verb<unknown>;
  readonly args?: unknown;
  readonly argsNode?: Node;
  readonly withinMs?: Millis;
  readonly forMs?: Millis;
  readonly note?: string;
  readonly name?: string;
}

/** A step that includes the steps of a file. */
export interface IncludeDraft {
  readonly node: Node;
  readonly atMs: Millis;
  /** As it is written. */
  readonly include: string;
  readonly scope: Scope;
}

/**
 * Reads one step, as often as it is repeated. A repetition whose text holds no `${i}` shares all
 * but the time with the one before.
 * @returns no drafts after problems have been noted
 */
export function readStep(
  node: Node,
  scope: Scope,
  timeline: Timeline,
  checker: Checker,
): readonly (StepDraft | IncludeDraft)[] {
  if (!isMap(node)) {
    checker.problem(node, `expected a step (a map), found ${describe(node)}`);
    return [];
  }
  const parts = partsOf(node, scope, checker);
  const { when, isWhole } = parts;
  const times = isWhole ? timesOf(when, timeline, node, checker) : undefined;
  const drafts: (StepDraft | IncludeDraft)[] = [];
  let last: Repetition | undefined;
  // Problems of a step are reported even when its time is not known.
  for (const [index, atMs] of (times ?? [0]).entries()) {
    const isRepeated = when.every !== undefined || when.cron !== undefined;
    const inside = isRepeated ? scope.with([['i', index + 1]]) : scope;
    last = readRepetition(parts, inside, last, checker);
    if (last === undefined) return [];
    drafts.push({ ...last.draft, atMs });
  }
  return times === undefined ? [] : drafts;
}

interface StepParts {
  readonly node: MapNode;
  readonly when: When;
  readonly what: readonly NamedPair[];
  readonly verb?: NamedPair;
  /** It has an unknown word: surely meant to be the verb, or one of its options. */
  readonly hasUnknownWord: boolean;
}

/** Sorts the fields of a step by their purpose. Without a valid `when` the step is incomplete. */
function partsOf(
  node: MapNode,
  scope: Scope,
  checker: Checker,
): StepParts & { readonly isWhole: boolean } {
  const when: Record<string, unknown> = {};
  const what: NamedPair[] = [];
  let verb: NamedPair | undefined;
  let isWhole = true;
  let hasUnknownWord = false;
  for (const pair of pairsOf(node, checker)) {
    const { name, key, value } = pair;
    if (Object.hasOwn(whenFields, name)) {
      const shape = whenFields[name as keyof typeof whenFields] as Shape<unknown>;
      const checked = shape.check(substitute(value ?? key, scope, checker), checker);
      if (checked === undefined) isWhole = false;
      else when[name] = checked;
    } else if (Object.hasOwn(whatFields, name)) {
      what.push(pair);
    } else if (!verbNames.includes(name)) {
      const message = `unknown step "${name}"; ${adviceOn(name)}`;
      checker.problem(key, message, { word: name, known: knownFields });
      hasUnknownWord = true;
    } else if (verb !== undefined) {
      const message = `a step does one thing; it has "${verb.name}" and "${name}" - make two steps of it`;
      checker.problem(key, message);
      isWhole = false;
    } else {
      verb = pair;
    }
  }
  return {
    node,
    when: when as When,
    what,
    verb,
    hasUnknownWord,
    isWhole: isWhole && !hasUnknownWord,
  };
}

/** What people write who know other languages. */
const advice: Readonly<Record<string, string>> = Object.freeze({
  kubectl: 'a step is a verb of its own: apply, patch, scale, delete, label, drain and others',
  ...Object.fromEntries(
    ['wait', 'sleep', 'pause', 'delay'].map((name) => [
      name,
      'time passes by itself: give the next step "after: 10s", or a check "within: 10s"',
    ]),
  ),
});

function adviceOn(name: string): string {
  return Object.hasOwn(advice, name) ? advice[name]! : `known are ${verbNames.join(', ')}`;
}

/** What a step does in one of its repetitions, and the nodes it was read from. */
interface Repetition {
  readonly nodes: readonly Node[];
  readonly draft: Omit<StepDraft, 'atMs'> | Omit<IncludeDraft, 'atMs'>;
}

/** Returns undefined after problems have been noted. */
function readRepetition(
  parts: StepParts,
  scope: Scope,
  before: Repetition | undefined,
  checker: Checker,
): Repetition | undefined {
  const pairs = parts.verb === undefined ? parts.what : [...parts.what, parts.verb];
  const nodes = pairs.map(({ key, value }) => substitute(value ?? key, scope, checker));
  const isSame = before !== undefined && nodes.every((node, i) => node === before.nodes[i]);
  if (isSame && 'verb' in before.draft) return before;
  const draft = readWhat(parts, nodes, scope, checker);
  return draft && { nodes, draft };
}

function readWhat(
  { node, when, what, verb: verbPair, hasUnknownWord }: StepParts,
  nodes: readonly Node[],
  scope: Scope,
  checker: Checker,
): Repetition['draft'] | undefined {
  const read: What = {};
  let ok = true;
  for (const [i, { name }] of what.entries()) {
    const checked = whatFields[name as keyof What].check(nodes[i]!, checker);
    if (checked === undefined) ok = false;
    else read[name as 'note'] = checked as string;
  }
  const argsNode = nodes[what.length];
  if (verbPair?.name === INCLUDE) {
    const file = include.check(argsNode!, checker);
    return ok && file !== undefined ? { node: argsNode!, include: file, scope } : undefined;
  }
  const verb = verbPair && byName.get(verbPair.name);
  // After an unknown word, a second message that the verb is missing would be noise.
  ok = !hasUnknownWord && checkVerb(node, verb, read, when, checker) && ok;
  const args = verb?.shape.check(argsNode!, checker);
  if (!ok || (verb !== undefined && args === undefined)) return undefined;
  const { within: withinMs, ...rest } = read;
  const forMs = repeatsFor(when) ? undefined : when.for;
  return { node, checker, verb, args, argsNode, withinMs, forMs, ...rest };
}

function checkVerb(
  node: Node,
  verb: Verb<unknown> | undefined,
  { note, within }: What,
  when: When,
  checker: Checker,
): boolean {
  const problem = problemOf(verb, note, within, when);
  if (problem !== undefined) checker.problem(node, problem);
  return problem === undefined;
}

function problemOf(
  verb: Verb<unknown> | undefined,
  note: string | undefined,
  within: Millis | undefined,
  when: When,
): string | undefined {
  if (verb === undefined && note === undefined) {
    return `the step does nothing; expected one of ${verbNames.join(', ')}, or a note`;
  }
  if (within !== undefined && verb?.waits !== true) {
    const names = verbs.filter(({ waits }) => waits).map(({ name }) => `"${name}"`);
    return `"within" goes with ${names.join(', ')} only`;
  }
  if (when.for !== undefined && repeatsFor(when) && verb?.lasts === true) {
    return `"for" would say how long the step is repeated; say how often by "times", and "for" is how long "${verb.name}" lasts`;
  }
  const lasts = repeatsFor(when) ? undefined : when.for;
  if (verb?.mustLast === true && lasts === undefined) return `"${verb.name}" needs "for: 30s"`;
  if (within !== undefined && lasts !== undefined && lasts > within) {
    return '"for" is longer than "within": it could not be over in time';
  }
  const isRepeated = when.every !== undefined || when.cron !== undefined;
  if (when.for === undefined || verb?.lasts === true || (isRepeated && when.times === undefined)) {
    return undefined;
  }
  return '"for" goes with "every", "cron" and checks that last';
}

/** Returns how much virtual time has passed once the step is done. */
export function takesMs({ verb, args }: StepDraft): Millis {
  return verb?.takes?.(args) ?? 0;
}

/** Checks the step against the cluster as it will be then, and prepares it to run. */
export function finishStep(draft: StepDraft, world: World): Step {
  const { verb, node, checker } = draft;
  const argsNode = draft.argsNode ?? node;
  const turned = checker.turned;
  verb?.checkWorld?.(draft.args, world, argsNode, checker);
  // By now numbers are texts where the kind of the object expects text.
  const args = checker.turned === turned ? draft.args : verb?.shape.check(argsNode, checker);
  return {
    atMs: draft.atMs,
    file: checker.source.file,
    shown: checker.source.shown,
    line: checker.lineOf(node),
    verb: verb?.name ?? 'note',
    summary: verb?.summary(args) ?? '',
    note: draft.note,
    name: draft.name,
    withinMs: draft.withinMs,
    takesMs: takesMs(draft),
    forMs: draft.forMs,
    isCheck: verb?.check !== undefined,
    written: () => (draft.argsNode === undefined ? null : plainOf(draft.argsNode)),
    ...(verb?.moves && { moves: verb.moves(args) }),
    ...(verb?.objects && { objects: verb.objects(args) }),
    run: (tools) => verb?.run?.(args, tools) ?? Promise.resolve(undefined),
    ...(verb?.check && { check: (kinds) => verb.check!(args, draft, kinds) }),
  };
}

/** JSON Schema of a step. */
export const stepSchema: JsonSchema = {
  type: 'object',
  description: 'When and what: one verb, or a note.',
  properties: {
    ...schemasOf(whenFields),
    ...schemasOf(whatFields),
    ...Object.fromEntries(verbs.map((verb) => [verb.name, verb.shape.schema])),
    [INCLUDE]: include.schema,
  },
  additionalProperties: false,
};

function schemasOf(shapes: Readonly<Record<string, Shape<unknown>>>): JsonSchema {
  return Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, shape.schema]));
}
