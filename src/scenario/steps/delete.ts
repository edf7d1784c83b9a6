import { checkKind, kindOf, reference, referenceText, refOf } from '../shape/reference.ts';
import { fields } from '../shape/fields.ts';
import { integer, text, type ValueOf } from '../shape/shape.ts';
import { done, type Verb } from '../step.ts';

const shape = fields({
  doc: 'a deletion of one object',
  required: reference.required,
  optional: {
    ...reference.optional,
    propagation: text({
      doc: 'What becomes of the objects it owns; default: Background, as kubectl delete does.',
      oneOf: ['Background', 'Foreground', 'Orphan'],
    }),
    gracePeriodSeconds: integer({ doc: 'Grace period in seconds, for pods.', min: 0 }),
  },
});

export const remove: Verb<ValueOf<typeof shape>> = {
  name: 'delete',
  shape,
  foresee(args, world, node, checker) {
    checkKind(args, world.kinds, node, checker);
    if (args.kind === 'Node') world.nodes.delete(args.name);
  },
  summary: (args) => `delete ${referenceText(args)}`,
  async run(args, { client, kinds }) {
    const kind = kindOf(args, kinds);
    await client.delete(kind, refOf(args, kind), {
      propagationPolicy: (args.propagation ?? 'Background') as
        'Background' | 'Foreground' | 'Orphan',
      gracePeriodSeconds: args.gracePeriodSeconds,
    });
    return done;
  },
};
