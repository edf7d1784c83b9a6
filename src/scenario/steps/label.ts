import { checkKind, kindOf, reference, referenceText, refOf } from '../shape/reference.ts';
import { fields } from '../shape/fields.ts';
import { list, mapOf, text, type ValueOf } from '../shape/shape.ts';
import { checkNode } from './nodes.ts';
import { done, type Verb } from '../step.ts';

const shape = fields({
  doc: 'labels of one object',
  required: reference.required,
  optional: {
    ...reference.optional,
    set: mapOf(text({ doc: 'the value' }), { doc: 'Labels to set.' }),
    remove: list(text({ doc: 'a label key' }), { doc: 'Labels to remove.' }),
  },
});

export const label: Verb<ValueOf<typeof shape>> = {
  name: 'label',
  shape,
  foresee(args, world, node, checker) {
    checkKind(args, world.kinds, node, checker);
    if (args.kind === 'Node') checkNode(args.name, world, node, checker);
    if (args.set === undefined && args.remove === undefined) {
      checker.problem(node, 'label changes nothing; expected "set" or "remove"');
    }
  },
  summary: (args) => `label ${referenceText(args)}`,
  async run(args, { client, kinds }) {
    const kind = kindOf(args, kinds);
    const labels: Record<string, string | null> = { ...args.set };
    for (const key of args.remove ?? []) labels[key] = null;
    await client.patch(kind, refOf(args, kind), { type: 'merge', body: { metadata: { labels } } });
    return done;
  },
};
