import { isMap } from '../source/node.ts';
import { checkReference } from '../check-reference.ts';
import { kindOf, reference, referenceText, refOf } from '../shape/reference.ts';
import { checkValue } from '../shape/manifest.ts';
import { fields } from '../shape/fields.ts';
import { anything, text, type ValueOf } from '../shape/shape.ts';
import { done, type Verb } from '../step.ts';

const shape = fields({
  doc: 'a patch of one object',
  required: {
    ...reference.required,
    body: anything({
      doc: 'The patch: for strategic and merge a partial object, for json a list of operations.',
    }),
  },
  optional: {
    ...reference.optional,
    type: text({
      doc: 'How the body is merged; default: strategic, as kubectl patch does.',
      oneOf: ['strategic', 'merge', 'json'],
    }),
    subresource: text({
      doc: 'Patch a subresource instead of the object.',
      oneOf: ['status', 'scale'],
    }),
  },
});

export const patch: Verb<ValueOf<typeof shape>> = {
  name: 'patch',
  shape,
  checkWorld(args, world, node, checker) {
    const kind = checkReference(args, world, node, checker);
    const body = isMap(node) ? node.get('body') : undefined;
    if (kind !== undefined && args.type !== 'json' && isMap(body))
      checkValue(body, kind.schema, kind.kind, checker);
  },
  summary: (args) => `patch ${referenceText(args)}`,
  async run(args, { client, kinds }) {
    const kind = kindOf(args, kinds);
    const type = (args.type ?? 'strategic') as 'strategic' | 'merge' | 'json';
    const subresource = args.subresource as 'status' | 'scale' | undefined;
    await client.patch(kind, refOf(args, kind), { type, body: args.body }, { subresource });
    return done;
  },
};
