/** Steps about workloads: what `kubectl scale`, `rollout restart` and `set image` do. */
import { formatTime } from '#values';
import { scalingOf, type Kind } from '#kinds';
import type { KindRegistry } from '#catalog';
import type { Schema } from '#schema';
import { isMap, type Node } from '../source/node.ts';
import { checkReference } from '../check-reference.ts';
import type { Checker } from '../shape/checker.ts';
import { fields } from '../shape/fields.ts';
import {
  checkKind,
  kindOf,
  reference,
  referenceText,
  refOf,
  type Reference,
} from '../shape/reference.ts';
import { integer, text, type ValueOf } from '../shape/shape.ts';
import { done, type Verb } from '../step.ts';
import type { World } from '../world.ts';

/** Notes a problem when the kind is not one of those that the step is about. */
function checkSuits(
  target: Reference,
  suits: (kind: Kind) => boolean,
  what: string,
  world: World,
  node: Node,
  checker: Checker,
): void {
  const kind = checkKind(target, world.kinds, node, checker);
  if (kind === undefined) return;
  if (suits(kind)) {
    checkReference(target, world, node, checker);
    return;
  }
  const known = kindNames(world.kinds, suits);
  const at = (isMap(node) && node.get('kind')) || node;
  checker.problem(
    at,
    `${kind.kind} objects cannot be ${what}; expected one of ${known.join(', ')}`,
  );
}

function kindNames(kinds: KindRegistry, suits: (kind: Kind) => boolean): readonly string[] {
  return kinds.stored.filter(suits).map(({ kind }) => kind);
}

const scaleShape = fields({
  doc: 'how many pods a workload keeps',
  required: {
    ...reference.required,
    replicas: integer({ doc: 'How many pods are wanted.', min: 0, max: 2_147_483_647 }),
  },
  optional: reference.optional,
});

export const scale: Verb<ValueOf<typeof scaleShape>> = {
  name: 'scale',
  shape: scaleShape,
  checkWorld(args, world, node, checker) {
    checkSuits(args, (kind) => scalingOf(kind) !== undefined, 'scaled', world, node, checker);
  },
  summary: (args) => `scale ${referenceText(args)} to ${args.replicas}`,
  async run(args, { client, kinds }) {
    const kind = kindOf(args, kinds);
    const body = { spec: { replicas: args.replicas } };
    const subresource = 'scale';
    await client.patch(kind, refOf(args, kind), { type: 'merge', body }, { subresource });
    return done;
  },
};

const restartShape = fields({
  doc: 'a workload whose pods are replaced',
  required: reference.required,
  optional: reference.optional,
});

/** The annotation with which `kubectl rollout restart` changes the template. */
const RESTARTED_AT = 'kubectl.kubernetes.io/restartedAt';

export const restart: Verb<ValueOf<typeof restartShape>> = {
  name: 'restart',
  shape: restartShape,
  checkWorld(args, world, node, checker) {
    const suits = ({ view }: Kind): boolean => view.canRestart === true;
    checkSuits(args, suits, 'restarted', world, node, checker);
  },
  summary: (args) => `restart ${referenceText(args)}`,
  async run(args, { client, clock, kinds }) {
    const kind = kindOf(args, kinds);
    const annotations = { [RESTARTED_AT]: formatTime(clock.now()) };
    const body = { spec: { template: { metadata: { annotations } } } };
    await client.patch(kind, refOf(args, kind), { type: 'strategic', body });
    return done;
  },
};

const imageShape = fields({
  doc: 'the image of a workload',
  required: { ...reference.required, image: text({ doc: 'The image, such as example.com/a:2.' }) },
  optional: {
    ...reference.optional,
    container: text({ doc: 'The container that runs it. Default: all containers.' }),
  },
});

/** Where kinds keep their pods' spec. */
const POD_SPECS = [
  ['spec', 'template', 'spec'],
  ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
  ['spec'],
] as const;

export const setImage: Verb<ValueOf<typeof imageShape>> = {
  name: 'setImage',
  shape: imageShape,
  checkWorld(args, world, node, checker) {
    const suits = (kind: Kind): boolean => podSpecOf(kind) !== undefined;
    checkSuits(args, suits, 'given an image', world, node, checker);
  },
  summary: (args) => `set image of ${referenceText(args)} to ${args.image}`,
  async run(args, { client, kinds }) {
    const kind = kindOf(args, kinds);
    const ref = refOf(args, kind);
    const path = podSpecOf(kind)!;
    const names = containersIn(await client.get(kind, ref), path);
    const { container = '*', image } = args;
    const chosen = names.filter((name) => container === '*' || name === container);
    if (chosen.length === 0) {
      throw new Error(`there is no container "${container}"; there are ${names.join(', ')}`);
    }
    const containers = chosen.map((name) => ({ name, image }));
    const body = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), { containers });
    await client.patch(kind, ref, { type: 'strategic', body });
    return done;
  },
};

/** Returns the path to the pods' spec in objects of a kind; undefined when they make no pods. */
function podSpecOf(kind: Kind): readonly string[] | undefined {
  return POD_SPECS.find((path) => hasField(kind.schema, [...path, 'containers']));
}

function hasField(schema: Schema, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  const field = schema.type === 'struct' ? schema.fields.get(name) : undefined;
  return field !== undefined && hasField(field.schema, rest);
}

function containersIn(object: unknown, path: readonly string[]): readonly string[] {
  const spec = path.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | undefined)?.[key],
    object,
  );
  const { containers = [] } = (spec ?? {}) as { readonly containers?: readonly { name: string }[] };
  return containers.map(({ name }) => name);
}
