/** Which nodes a step is about: one by name, several by name, a group, or all with certain labels. */
import { node as nodeKind } from '#kinds';
import type { Client } from '#runtime';
import type { Node } from '../source/node.ts';
import type { World } from '../world.ts';
import type { Checker } from './checker.ts';
import { fields } from './fields.ts';
import { GROUP_LABEL } from './node-group.ts';
import { shortFor } from './short-for.ts';
import { list, mapOf, text, type Shape, type ValueOf } from './shape.ts';

const nodeName = text({ doc: 'The name of a node.' });

/** The fields that name nodes; a step has one of them. */
export const nodeTargetFields = {
  node: nodeName,
  nodes: list(nodeName, { doc: 'Names of nodes.', min: 1 }),
  group: text({ doc: 'The name of a node group: all of its nodes that are there.' }),
  selector: mapOf(text({ doc: 'the value' }), { doc: 'Labels that the nodes have.' }),
} as const;

const WAYS = Object.keys(nodeTargetFields);

/** One of them is set. */
export interface NodeTarget {
  readonly node?: string;
  readonly nodes?: readonly string[];
  readonly group?: string;
  readonly selector?: Readonly<Record<string, string>>;
}

type Extra = Readonly<Record<string, Shape<unknown>>>;

/**
 * Returns a node's name, or a map that says which nodes, with further fields of the step beside it.
 * The bare name stands for `{ node: NAME }`.
 */
export function nodeTarget<const O extends Extra>(
  doc: string,
  extra: O,
): Shape<NodeTarget & { readonly [K in keyof O]?: ValueOf<O[K]> }> {
  const map = fields({ doc, required: {}, optional: { ...nodeTargetFields, ...extra } });
  const oneWay: Shape<NodeTarget> = {
    schema: map.schema,
    check(node, checker) {
      const target = map.check(node, checker);
      if (target === undefined) return undefined;
      const ways = WAYS.filter((way) => Object.hasOwn(target, way));
      if (ways.length === 1) return target as never;
      const found = ways.length === 0 ? 'none of them' : ways.join(' and ');
      return checker.problem(node, `expected one of ${WAYS.join(', ')} (${doc}), found ${found}`);
    },
  };
  return shortFor<NodeTarget>(oneWay, 'node', nodeName) as never;
}

/** Notes a problem when the scenario has no such node at this point. */
export function checkNode(name: string, world: World, at: Node, checker: Checker): void {
  if (world.nodes.has(name)) return;
  checker.problem(
    at,
    `there is no node "${name}" at this point of the scenario; ${thereAre(world.nodes.keys())}`,
    { word: name, known: world.nodes.keys() },
  );
}

/** Reports targets that the scenario does not have. Labels are known only during the run. */
export function checkTarget(target: NodeTarget, world: World, at: Node, checker: Checker): void {
  for (const name of namedIn(target)) checkNode(name, world, at, checker);
  const { group } = target;
  if (group === undefined) return;
  const groups = new Set(world.nodes.values());
  if (groups.has(group)) return;
  const known = [...groups].filter((name) => name !== undefined);
  checker.problem(
    at,
    `there is no node of a group "${group}" at this point of the scenario; ${thereAre(known)}`,
    { word: group, known },
  );
}

/** Removes the nodes of the target, as far as they are known before the run. */
export function forgetTarget(target: NodeTarget, world: World): void {
  for (const name of namedIn(target)) world.nodes.delete(name);
  if (target.group === undefined) return;
  for (const [name, group] of world.nodes) if (group === target.group) world.nodes.delete(name);
}

/**
 * The names of the target's nodes, in their order.
 * @throws {Error} when there are none
 */
export async function resolveNodes(target: NodeTarget, client: Client): Promise<readonly string[]> {
  const named = namedIn(target);
  if (named.length > 0) return named;
  const labels = target.selector ?? { [GROUP_LABEL]: target.group! };
  const labelSelector = Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
  const { items } = await client.list(nodeKind, { labelSelector });
  if (items.length === 0) throw new Error(`there is no node with ${labelSelector}`);
  return items.map(({ metadata }) => metadata.name);
}

/** `node-1`, `group workers`, `nodes with disk=ssd`. */
export function targetText(target: NodeTarget): string {
  const { group, selector } = target;
  if (group !== undefined) return `group ${group}`;
  if (selector === undefined) return listed(namedIn(target));
  const labels = Object.entries(selector).map(([key, value]) => `${key}=${value}`);
  return `nodes with ${labels.join(',')}`;
}

/** The names, separated by commas; at most eight. */
export function listed(names: readonly string[]): string {
  return names.length <= 8
    ? names.join(', ')
    : `${names.slice(0, 8).join(', ')} and ${names.length - 8} more`;
}

function namedIn({ node, nodes = [] }: NodeTarget): readonly string[] {
  return node === undefined ? nodes : [node];
}

function thereAre(names: Iterable<string>): string {
  const known = [...names];
  return known.length === 0 ? 'there are none' : `there are ${listed(known)}`;
}
