/** Conditions in files: one object, events, a count, or several of these together. */
import { isMap, isScalar, MapNode, type Node } from '../../source/node.ts';
import { describe, type Checker } from '../../shape/checker.ts';
import { pairsOf } from '../../shape/fields.ts';
import { list, type JsonSchema, type Shape } from '../../shape/shape.ts';
import { allForm, anyForm, notForm } from './combine.ts';
import { countForm } from './count.ts';
import { eventForm } from './event.ts';
import { conditionReference, type ConditionDraft, type ConditionForm } from './form.ts';
import { objectForm } from './object.ts';

export type { ConditionDraft } from './form.ts';

/** Conditions inside conditions inside ...: more is a mistake. */
const DEEPEST = 20;

/** In the order in which their keys are looked for: an event may have a `count` too. */
const forms: readonly ConditionForm[] = [
  objectForm,
  eventForm,
  countForm,
  allForm,
  anyForm,
  notForm,
];

const HINT = 'expected one of kind (an object), event, count, all, any, not';

/** Properties of all forms; a name that two of them use may have either meaning. */
const properties: Record<string, JsonSchema> = {};
for (const form of forms) {
  for (const [name, schema] of Object.entries(form.properties)) {
    const other = properties[name];
    properties[name] = other === undefined ? schema : either(other, schema);
  }
}

function either(one: JsonSchema, other: JsonSchema): JsonSchema {
  return {
    description: `${String(one.description)} Or: ${String(other.description)}`,
    anyOf: [one, other],
  };
}

/** JSON Schema of a condition; the conditions inside it refer to it by name. */
export const conditionSchema: JsonSchema = {
  type: 'object',
  description: 'A condition: an object (kind, name, ...), event, count, all, any or not.',
  properties,
  additionalProperties: false,
};

/** A condition. */
export const condition: Shape<ConditionDraft> = {
  schema: conditionReference,
  check: (node, checker) => readCondition(node, checker, 0),
};

/** A list of conditions. */
export const conditions = list(condition, { doc: 'conditions', min: 1 });

/** Returns a map without some of its fields: what is left is the condition beside them. */
export function withoutFields(node: MapNode, names: readonly string[]): MapNode {
  const rest = node.entries.filter(
    ({ key }) => !isScalar(key) || !names.includes(String(key.value)),
  );
  return new MapNode(rest, node.place);
}

function readCondition(node: Node, checker: Checker, depth: number): ConditionDraft | undefined {
  if (!isMap(node)) {
    return checker.problem(node, `expected a condition (a map), found ${describe(node)}; ${HINT}`);
  }
  if (depth > DEEPEST) {
    return checker.problem(node, `conditions are nested more than ${DEEPEST} deep`);
  }
  const names = pairsOf(node, checker).map(({ name }) => name);
  const form = forms.find(({ key }) => names.includes(key));
  if (form === undefined) {
    const known = forms.map(({ key }) => key);
    return checker.problem(node, `not a condition; ${HINT}`, { word: names[0] ?? '', known });
  }
  return form.read(node, checker, (inner) => readCondition(inner, checker, depth + 1));
}
