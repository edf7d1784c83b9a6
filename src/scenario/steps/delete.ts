import {
  checkKind,
  DEFAULT_NAMESPACE,
  kindOf,
  reference,
  referenceText,
  refOf,
} from '../shape/reference.ts';
import { checkReference } from '../check-reference.ts';
import { fields } from '../shape/fields.ts';
import { selector } from '../shape/selector.ts';
import { integer, text, type ValueOf } from '../shape/shape.ts';
import { done, type Verb } from '../step.ts';

const shape = fields({
  doc: 'a deletion, of one object or of all with certain labels',
  required: { kind: reference.required.kind },
  optional: {
    name: reference.required.name,
    selector,
    ...reference.optional,
    propagation: text({
      doc: 'How its dependents are treated; default: Background, as kubectl delete does.',
      oneOf: ['Background', 'Foreground', 'Orphan'],
    }),
    gracePeriodSeconds: integer({ doc: 'Grace period in seconds, for pods.', min: 0 }),
  },
});

type Deletion = ValueOf<typeof shape>;

export const remove: Verb<Deletion> = {
  name: 'delete',
  shape,
  checkWorld(args, world, node, checker) {
    const kind = checkKind(args, world.kinds, node, checker);
    if ((args.name === undefined) === (args.selector === undefined)) {
      const found = args.name === undefined ? 'neither' : 'both';
      checker.problem(node, `expected "name" or "selector" (what is deleted), found ${found}`);
    }
    if (kind === undefined || args.name === undefined) return;
    checkReference({ ...args, name: args.name }, world, node, checker);
    world.objects.delete(kind, args.namespace, args.name);
    if (kind.kind === 'Node') world.nodes.delete(args.name);
  },
  summary: (args) => `delete ${whatText(args)}`,
  async run(args, { client, kinds }) {
    const kind = kindOf(args, kinds);
    const options = {
      propagationPolicy: (args.propagation ?? 'Background') as
        'Background' | 'Foreground' | 'Orphan',
      gracePeriodSeconds: args.gracePeriodSeconds,
    };
    if (args.name !== undefined) {
      await client.delete(kind, refOf({ ...args, name: args.name }, kind), options);
      return done;
    }
    const namespace = kind.namespaced ? (args.namespace ?? DEFAULT_NAMESPACE) : undefined;
    const labelSelector = args.selector!.toString();
    await client.deleteCollection(kind, { namespace, labelSelector }, options);
    return done;
  },
};

function whatText({ kind, namespace, name, selector: labels }: Deletion): string {
  if (name !== undefined) return referenceText({ kind, namespace, name });
  const where = namespace === undefined ? '' : ` in ${namespace}`;
  return `${kind} objects${where} with ${String(labels)}`;
}
